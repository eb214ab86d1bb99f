import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client, HttpClient, Informer, type ObjectList, resourceRef, type WatchEvent } from '#client';
import { ApiError, type KubeObject } from '#meta';
import { SmallServer } from '../http/testing/small-server.ts';
import { smallCatalog } from '../machinery/testing/small-catalog.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { ResourceMapper } from './resource-mapper.ts';

interface Gadget extends KubeObject {
  spec?: { size?: number; color?: string };
  status?: { ready?: boolean };
}
const group = 'small.example.com';
const gadgets = resourceRef<Gadget>({ group, version: 'v1', resource: 'gadgets', kind: 'Gadget', namespaced: true });
const parcels = resourceRef({ group, version: 'v1', resource: 'parcels', kind: 'Parcel', namespaced: true });
const crates = resourceRef({ group, version: 'v1', resource: 'crates', kind: 'Crate', namespaced: false });
const nobody = resourceRef({ group, version: 'v1', resource: 'nobodies', kind: 'Nobody', namespaced: true });

const gadget = (name: string, size: number, labels: { [key: string]: string } = {}): Gadget => ({
  apiVersion: `${group}/v1`,
  kind: 'Gadget',
  metadata: { name, namespace: 'default', labels },
  spec: { size },
});

let server: SmallServer;
let http: HttpClient;
beforeEach(async () => {
  server = await SmallServer.open();
  http = new HttpClient({ server: server.url, token: 'tester' });
});
afterEach(async () => {
  http.close();
  await server[Symbol.asyncDispose]();
});

/** The same user and manager as over HTTP, so that answers are equal to the letter. */
function inProcess(): Client {
  const { registry } = server.house;
  const user = { name: 'Bearer tester', uid: '', groups: [], extra: {} };
  const mapper = new ResourceMapper(() => smallCatalog);
  return new Client(new InProcessTransport({ registry, mapper, user, manager: 'unknown' }));
}

const refusal = async (promise: Promise<unknown>): Promise<Partial<ApiError['status']>> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error('it was not refused', { cause: error });
  return { code: error.code, reason: error.reason };
};
const namesIn = ({ items }: ObjectList<KubeObject>) => items.map(({ metadata }) => metadata.name);

describe.each([
  ['over HTTP', () => http as Client],
  ['in process', inProcess],
])('a client %s', (_, make) => {
  it('makes, reads, changes and deletes objects', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    const made = await client.create(gadget('a', 1));
    expect(made).toMatchObject({ ...gadget('a', 1), metadata: { name: 'a', generation: 1 } });
    const changed = await client.update({ ...made, spec: { size: 2 } });
    expect(await client.get('a')).toEqual(changed);
    expect((await client.patch('a', { spec: { color: 'red' } }, { type: 'merge' })).spec).toEqual({
      size: 2,
      color: 'red',
    });
    const test = [{ op: 'replace', path: '/spec/size', value: 3 }];
    expect((await client.patch('a', test, { type: 'json' })).spec?.size).toBe(3);
    expect(await client.delete('a')).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'a' } });
    expect(await refusal(client.get('a'))).toEqual({ code: 404, reason: 'NotFound' });
  });

  it('refuses what must be refused', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    const made = await client.create(gadget('a', 1));
    await client.update({ ...made, spec: { size: 2 } });
    expect(await refusal(client.create(gadget('a', 1)))).toEqual({ code: 409, reason: 'AlreadyExists' });
    expect(await refusal(client.update(made))).toEqual({ code: 409, reason: 'Conflict' });
    expect(await refusal(client.create(gadget('Not A Name', 1)))).toEqual({ code: 422, reason: 'Invalid' });
    const other = { ...gadget('b', 1), kind: 'Crate' };
    expect((await refusal(client.create(other))).code).toBe(400);
    const odd = { ...gadget('b', 1), nonsense: 1 };
    expect((await refusal(client.create(odd, { fieldValidation: 'Strict' }))).code).toBe(400);
    expect(await refusal(client.delete('a', { preconditions: { uid: 'x' } }))).toEqual({
      code: 409,
      reason: 'Conflict',
    });
    expect((await refusal(make().resource(nobody).list())).code).toBe(404);
    expect((await refusal(client.list({ labelSelector: '!!' }))).code).toBe(400);
  });

  it('tries without writing', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    expect((await client.create(gadget('a', 1), { dryRun: true })).spec).toEqual({ size: 1 });
    expect(namesIn(await client.list())).toEqual([]);
  });

  it('lists in pages, by labels, by fields and in one namespace, with items that say what they are', async () => {
    const client = make().resource(gadgets);
    for (const name of ['a', 'b', 'c']) await client.create(gadget(name, 1, { page: 'yes' }));
    await client.create({ ...gadget('d', 1), metadata: { name: 'd', namespace: 'other' } });
    const first = await client.list({ labelSelector: 'page=yes', limit: 2 });
    expect(first.items.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Gadget', 'a'],
      ['Gadget', 'b'],
    ]);
    const rest = await client.list({ labelSelector: 'page=yes', continue: first.metadata.continue as string });
    expect(namesIn(rest)).toEqual(['c']);
    expect(namesIn(await client.inNamespace('other').list())).toEqual(['d']);
    expect(namesIn(await client.list({ fieldSelector: 'metadata.name=b' }))).toEqual(['b']);
    await client.inNamespace('default').deleteCollection({ labelSelector: 'page=yes' });
    expect(namesIn(await client.list())).toEqual(['d']);
  });

  it('applies what is said of an object, and tells who else has a say', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    await client.apply({ metadata: { name: 'a' }, spec: { size: 1 } }, { fieldManager: 'me' });
    const conflict = client.apply({ metadata: { name: 'a' }, spec: { size: 2 } }, { fieldManager: 'you' });
    expect(await refusal(conflict)).toEqual({ code: 409, reason: 'Conflict' });
    const forced = { fieldManager: 'you', force: true };
    const applied = await client.apply({ metadata: { name: 'a' }, spec: { size: 2 } }, forced);
    expect(applied.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['you']);
  });

  it('writes the status and other parts without touching the rest', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    const made = await client.create(gadget('a', 1));
    const told = await client.updateStatus({ ...made, spec: { size: 9 }, status: { ready: true } });
    expect([told.spec, told.status]).toEqual([{ size: 1 }, { ready: true }]);
    const scale = await client.getSubresource<KubeObject & { spec: { replicas: number } }>('a', 'scale');
    expect([scale.kind, scale.spec]).toEqual(['Scale', { replicas: 1 }]);
    await client.updateSubresource('a', 'scale', { ...scale, spec: { replicas: 5 } });
    expect((await client.get('a')).spec).toEqual({ size: 5 });
    expect((await refusal(client.getSubresource('a', 'nothing'))).code).toBe(404);
  });

  it('edits the newest state, again after a lost race', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    await client.create(gadget('a', 0));
    const add = (object: Gadget): void => {
      object.spec = { size: (object.spec?.size ?? 0) + 1 };
    };
    await Promise.all(Array.from({ length: 5 }, () => client.edit('a', add)));
    expect((await client.get('a')).spec?.size).toBe(5);
  });

  it('shows objects in their version, not as the hub has them', async () => {
    const client = make().resource(parcels).inNamespace('default');
    const metadata = { name: 'a', namespace: 'default' };
    const made = await client.create({ apiVersion: `${group}/v1`, kind: 'Parcel', metadata, content: 'book' });
    expect([made.content, made.inside]).toEqual(['book', undefined]);
    expect((await client.list()).items).toEqual([made]);
  });

  it('reaches what is in no namespace', async () => {
    const client = make().resource(crates);
    await client.create({ apiVersion: `${group}/v1`, kind: 'Crate', metadata: { name: 'a' } });
    expect((await client.get('a')).metadata.name).toBe('a');
  });

  it('watches from a version on, until it is told to end', async () => {
    const client = make().resource(gadgets).inNamespace('default');
    await client.create(gadget('before', 1));
    const { metadata } = await client.list();
    const stop = new AbortController();
    const told: WatchEvent<Gadget>[] = [];
    const options = { resourceVersion: metadata.resourceVersion as string, signal: stop.signal };
    const watching = (async () => {
      for await (const event of client.watch(options)) {
        told.push(event);
        if (event.type === 'DELETED') stop.abort();
      }
    })();
    await client.create(gadget('a', 1));
    await client.delete('a');
    await watching;
    expect(told.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['ADDED', 'a'],
      ['DELETED', 'a'],
    ]);
  });

  it('feeds an informer, which finds objects by index', async () => {
    const client = make().resource(gadgets);
    await client.create(gadget('a', 1));
    const told: string[] = [];
    let resolve = (): void => undefined;
    const gone = new Promise<void>((done) => (resolve = done));
    await using informer = new Informer(client, { indexers: { size: ({ spec }) => [`${spec?.size}`] } });
    informer.addEventHandler({
      onAdd: ({ metadata }) => told.push(`add ${metadata.name}`),
      onUpdate: ({ spec }, before) => told.push(`update ${before.spec?.size} to ${spec?.size}`),
      onDelete({ metadata }) {
        told.push(`delete ${metadata.name}`);
        resolve();
      },
    });
    await informer.start().waitForSync();
    expect(informer.lister.inNamespace('default').get('a')?.spec).toEqual({ size: 1 });
    await client.create(gadget('b', 1));
    await client.inNamespace('default').patch('b', { spec: { size: 2 } }, { type: 'merge' });
    await client.inNamespace('default').delete('a');
    await gone;
    expect(told).toEqual(['add a', 'add b', 'update 1 to 2', 'delete a']);
    expect(informer.byIndex('size', '2').map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(informer.lister.list()).toHaveLength(1);
  });
});

describe('the two ways of a client', () => {
  it('give the same answers', async () => {
    const [over, inside] = [http, inProcess()].map((client) => client.resource(gadgets).inNamespace('default'));
    await over?.create(gadget('a', 1, { x: 'y' }), { fieldManager: 'm' });
    expect(await inside?.get('a')).toEqual(await over?.get('a'));
    expect(await inside?.list()).toEqual(await over?.list());
    const missing = (client: typeof over) => client?.get('b').catch((error: ApiError) => error.status);
    expect(await missing(inside)).toEqual(await missing(over));
  });
});
