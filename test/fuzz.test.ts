import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentTypes } from './fuzz/bodies.ts';
import { type FuzzAnswer, FuzzClient, type FuzzRequest } from './fuzz/fuzz-client.ts';
import { faultOf, tell } from './fuzz/judge.ts';
import { type FuzzedKind, kinds, seedOf, widgetDefinition, widgets } from './fuzz/kinds.ts';
import { Random } from './fuzz/random.ts';
import { isOwnFault, rawRequests, sendRaw } from './fuzz/raw-requests.ts';
import { type Maker, makers } from './fuzz/requests.ts';
import { hugeValues, toJsonText } from './fuzz/values.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

/** `FUZZ_SEED=7 FUZZ_ROUNDS=20000` looks elsewhere, and longer. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const rounds = Number(process.env.FUZZ_ROUNDS ?? 500);
/** Objects and their history are part of it: some of them are large, and all are kept for five minutes. */
const MEMORY_LIMIT = 256 * 1024 * 1024;

let server: TestServer;
let client: FuzzClient;
let memory: number;
beforeAll(async () => {
  server = await startTestServer();
  client = new FuzzClient(server);
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'fuzz' } });
  await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
  await server.running.settle();
  await plant();
  for (const kind of kinds) expect((await server.client.get(seedOf(kind))).status, kind.path).toBe(200);
  memory = heapAfterCollection();
});
afterAll(async () => {
  client[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

/** Bytes that are still held once the garbage is gone. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Puts back what a fuzzed write has taken away. */
async function plant(): Promise<void> {
  for (const { path, sample } of kinds) await server.client.post(path, sample);
}

async function revision(): Promise<string> {
  const { body } = await server.client.get('/api/v1/namespaces/fuzz/configmaps', { limit: 1 });
  return body.metadata.resourceVersion;
}

/** For a deletion it is the body that says so. */
const isDryRun = ({ method, path }: FuzzRequest): boolean => method !== 'DELETE' && /[?&]dryRun=All(&|$)/.test(path);

const namesOfPrototypes = (): string =>
  [Object, Array, String, Map, Function].map((type) => Object.getOwnPropertyNames(type.prototype).join()).join();

/** Sends what `make` makes, and looks at every answer, at the store, and at the process. */
async function fuzz(name: string, count: number, make: (random: Random, at: number) => FuzzRequest): Promise<void> {
  const random = new Random(seed * 7919 + name.length);
  const prototypes = namesOfPrototypes();
  let before = await revision();
  for (let at = 0; at < count; at++) {
    if (at % 100 === 99) {
      await plant();
      before = await revision();
    }
    const sent = make(random, at);
    const answer = await client.ask(sent).catch((error: Error): FuzzAnswer => {
      throw new Error(`no answer (${error.message}) to ${tell(sent)}`);
    });
    // A definition that was deleted goes on changing the store for a while.
    if (answer.status < 300 && sent.method === 'DELETE') await server.running.settle();
    const after = sent.method === 'GET' ? before : await revision();
    const harmless = answer.status >= 400 || isDryRun(sent);
    const wrong =
      faultOf(answer) ??
      (harmless && after !== before ? `changed the store and answered ${answer.status}` : undefined) ??
      (namesOfPrototypes() === prototypes ? undefined : 'changed a prototype');
    expect(wrong, `seed ${seed}, ${name} ${at}: ${tell(sent)}`).toBeUndefined();
    before = after;
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

const nest = (place: readonly string[], value: unknown): object =>
  place.reduceRight((inner: unknown, key) => ({ [key]: inner }), value) as object;
const onSeed = (kind: FuzzedKind, method: string, { type, value }: { type: string; value: unknown }): FuzzRequest => ({
  method,
  path: seedOf(kind),
  headers: { 'content-type': type },
  body: Buffer.from(toJsonText(value)),
});
/** The same value at the same place, in every form that a write may have. */
function writesOf(kind: FuzzedKind, place: readonly string[], value: unknown): FuzzRequest[] {
  const { apiVersion, kind: name } = kind.sample as { apiVersion: string; kind: string };
  const change = nest(place, value);
  const whole = { apiVersion, kind: name, metadata: { name: 'seed' }, ...change };
  const operations = [{ op: 'add', path: `/${place.join('/')}`, value }];
  return [
    onSeed(kind, 'PUT', { type: contentTypes.json, value: whole }),
    onSeed(kind, 'PUT', { type: contentTypes.yaml, value: whole }),
    onSeed(kind, 'PATCH', { type: contentTypes.merge, value: change }),
    onSeed(kind, 'PATCH', { type: contentTypes.strategic, value: change }),
    onSeed(kind, 'PATCH', { type: contentTypes.jsonPatch, value: operations }),
  ];
}

describe('whatever is thrown at it, the server stays up, answers and changes nothing that it refuses', () => {
  it.each(Object.entries<Maker>(makers))('%s', async (name, make) => {
    const protobuf = new Map<FuzzedKind, Buffer>();
    for (const kind of kinds) {
      const headers = { accept: contentTypes.protobuf };
      const { status, body } = await client.ask({ method: 'GET', path: seedOf(kind), headers });
      if (status === 200) protobuf.set(kind, body);
    }
    await fuzz(name, rounds, (random) => make(random, { kinds, protobuf }));
  });
  it('values that are huge or nested without end', () => {
    const first = kinds[0] as FuzzedKind;
    const list = hugeValues.flatMap((value) => [
      ...writesOf(first, ['data'], value),
      ...writesOf(first, ['unknown'], value),
      ...writesOf(widgets, ['spec', 'anything'], value),
      ...writesOf(widgets, ['spec', 'list'], value),
    ]);
    return fuzz('huge', list.length, (_, at) => list[at] as FuzzRequest);
  });
  it('bytes that are hardly HTTP', async () => {
    const list = rawRequests(new Random(seed), rounds / 8);
    for (const [at, bytes] of list.entries()) {
      const statuses = await sendRaw(server, bytes);
      const wrong = statuses.filter(isOwnFault);
      expect(wrong, `seed ${seed}, raw ${at}: ${JSON.stringify(bytes.toString('latin1', 0, 300))}`).toEqual([]);
    }
    expect((await server.client.get('/readyz')).status).toBe(200);
  });
  it.each([
    ['secrets', { data: { a: null } }, { a: '' }],
    ['configmaps', { binaryData: { a: null } }, undefined],
  ])('what it fell over once: %s with %j', async (resource, rest, data) => {
    const sent = { metadata: { generateName: 'once-' }, ...rest };
    const { status, body } = await server.client.post(`/api/v1/namespaces/fuzz/${resource}`, sent);
    expect({ status, data: body.data }).toEqual({ status: 201, data });
  });
  it.each([{ apiVersion: 1 }, { kind: ['ConfigMap'] }, { kind: 'Secret', apiVersion: {} }])(
    'what it fell over once: a merge patch with %j',
    async (change) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      const at = '/api/v1/namespaces/fuzz/configmaps/patched-once';
      await server.client.post('/api/v1/namespaces/fuzz/configmaps', { metadata: { name: 'patched-once' } });
      const { status, body } = await server.client.ask('PATCH', at, { body: change, headers });
      expect(status).toBe(422);
      expect(body.message).toContain("couldn't get version/kind; json parse error: json: cannot unmarshal");
    },
  );
  it('what it fell over once: a name that is longer than a key of the store', async () => {
    const sent = { metadata: { name: 'x'.repeat(1100) }, rules: [] };
    const { status, body } = await server.client.post('/apis/rbac.authorization.k8s.io/v1/namespaces/fuzz/roles', sent);
    expect(status).toBe(422);
    expect(body.message).toContain('metadata.name: Too long: may not be more than 1003 bytes');
  });
  it('leaves no more behind than it stored', () => {
    expect(heapAfterCollection() - memory).toBeLessThan(MEMORY_LIMIT);
  });
});
