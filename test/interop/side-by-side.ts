// Two servers on one etcd, tried by hand: each kind is made at one, read, changed and watched at the other, and removed.
//   node --conditions=pinnace-source --import tsx test/interop/side-by-side.ts URL TOKEN URL TOKEN [FIRST NUMBER] [prerelease]
// With `prerelease` kinds without a stable version instead: both servers with --runtime-config api/all=true then.
import { isDeepStrictEqual } from 'node:util';
import { type TriedKind, triedKinds } from '../conformance/kinds.ts';
import { TestClient } from '../support/client.ts';
import type { Wire } from '../support/wire.ts';
import { customKind, moreKinds } from './more-kinds.ts';
import { prereleaseKinds } from './prerelease-kinds.ts';

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

interface Server {
  readonly name: string;
  readonly client: TestClient;
}

const [firstUrl = '', firstToken = '', secondUrl = '', secondToken = ''] = process.argv.slice(2);
const server = (name: string, url: string, token: string): Server => ({
  name,
  client: new TestClient({ url, token, ca: '' }),
});
const first = server('first', firstUrl, firstToken);
const second = server('second', secondUrl, secondToken);

/** Objects are numbered, so that a second run can begin where none of the first one are left. */
const firstNumber = Number(process.argv[6] ?? 0);
const NAMESPACE = 'default';
const PATIENCE_MS = 10_000;

function pathOf({ apiVersion, namespaced, resource }: TriedKind): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return namespaced ? `${root}/namespaces/${NAMESPACE}/${resource}` : `${root}/${resource}`;
}

class Mismatch extends Error {}

function expectStatus(what: string, answer: { status: number; body: Wire; text: string }, status: number): Wire {
  if (answer.status !== status) throw new Mismatch(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.body;
}

/** Controllers of a server may have written a status in between; then all else is compared. */
function expectSame(what: string, one: Wire | undefined, other: Wire): void {
  if (isDeepStrictEqual(one, other)) return;
  const isLater = one?.metadata.resourceVersion !== other.metadata.resourceVersion;
  if (isLater && isDeepStrictEqual(withoutStatus(one), withoutStatus(other))) return;
  throw new Mismatch(`${what}:\n  ${JSON.stringify(one)}\n  ${JSON.stringify(other)}`);
}

function withoutStatus(object: Wire | undefined): object {
  const { status: _, metadata, ...rest } = (object ?? {}) as { status?: unknown; metadata?: object };
  const { resourceVersion: __, managedFields: ___, ...kept } = (metadata ?? {}) as Record<string, unknown>;
  return { ...rest, metadata: kept };
}

/** Another server sees it a moment later, unless it is asked for the newest. */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Mismatch(`${what}: not within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function tryKind(kind: TriedKind, nth: number, [a, b]: readonly [Server, Server]): Promise<void> {
  const path = pathOf(kind);
  const name = kind.nameOf?.(nth) ?? `tried-${nth}`;
  const { resourceVersion } = expectStatus('list', await b.client.get(path, { limit: 1 }), 200).metadata;
  const watch = await b.client.watch(path, { resourceVersion, fieldSelector: `metadata.name=${name}` });
  const sent = { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name }, ...kind.content(nth) };
  const made = expectStatus('create', await a.client.post(path, sent), 201);
  expectSame('read at the other', expectStatus('get', await b.client.get(`${path}/${name}`), 200), made);
  const added = await within(
    'watch',
    watch.until(({ type }) => type === 'ADDED'),
  );
  expectSame('watched at the other', added.at(-1)?.object, made);
  await expectNoWrite(b, `${path}/${name}`);
  const patch = {
    body: '{"metadata":{"labels":{"by":"b"}}}',
    headers: { 'content-type': 'application/merge-patch+json' },
  };
  const patched = expectStatus('patch', await b.client.ask('PATCH', `${path}/${name}`, patch), 200);
  expectSame('read after the change', expectStatus('get', await a.client.get(`${path}/${name}`), 200), patched);
  const conflict = await a.client.put(`${path}/${name}`, made);
  if (conflict.status !== 409) throw new Mismatch(`a stale update: ${conflict.status} ${conflict.text.slice(0, 200)}`);
  const again = await annotated(a, `${path}/${name}`);
  expectSame('read after the update', expectStatus('get', await b.client.get(`${path}/${name}`), 200), again);
  const list = expectStatus('list', await b.client.get(path), 200) as { items?: Wire[] } & Wire;
  if (!list.items?.some(({ metadata }) => metadata.name === name)) throw new Mismatch('the list of the other lacks it');
  const removed = await b.client.delete(`${path}/${name}`, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds: 0,
  });
  if (removed.status >= 300) throw new Mismatch(`delete: ${removed.status} ${removed.text.slice(0, 300)}`);
  watch.close();
}

/**
 * An update that changes nothing is none, whoever wrote the object: a server compares with the bytes that are stored. Where a
 * controller was quicker it is tried again.
 */
async function expectNoWrite({ client }: Server, path: string): Promise<void> {
  for (;;) {
    const live = expectStatus('get', await client.get(path), 200);
    const answer = await client.put(path, live);
    if (answer.status === 409) continue;
    const { resourceVersion } = expectStatus('update without a change', answer, 200).metadata;
    if (resourceVersion === live.metadata.resourceVersion) return;
    throw new Mismatch(`an update without a change was written: ${JSON.stringify(live)}\n  ${answer.text}`);
  }
}

/** Replaces the object with an annotation; again, where a controller was quicker. */
async function annotated({ client }: Server, path: string): Promise<Wire> {
  for (;;) {
    const live = expectStatus('get', await client.get(path), 200);
    const answer = await client.put(path, { ...live, metadata: { ...live.metadata, annotations: { by: 'a' } } });
    if (answer.status !== 409) return expectStatus('update', answer, 200);
  }
}

async function main(): Promise<void> {
  await first.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', customKind.definition);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  let failures = 0;
  let tried = 0;
  const stable = [...triedKinds, ...moreKinds, customKind.kind];
  for (const kind of process.argv[7] === 'prerelease' ? prereleaseKinds : stable) {
    for (const [at, pair] of (
      [
        [first, second],
        [second, first],
      ] as const
    ).entries()) {
      tried++;
      try {
        await tryKind(kind, firstNumber + tried, pair);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        failures++;
        process.stdout.write(
          `${kind.apiVersion} ${kind.kind}, made at the ${at === 0 ? 'first' : 'second'}: ${error.message}\n`,
        );
      }
    }
  }
  process.stdout.write(`${tried / 2} kinds in both directions, ${failures} failures\n`);
}

await main();
for (const { client } of [first, second]) client[Symbol.dispose]();
