import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { namesOf } from '../support/wire.ts';
import { type TriedKind, triedKinds } from './kinds.ts';

const merge = { 'content-type': 'application/merge-patch+json' };
const labels = { tried: 'true' };
const labelSelector = 'tried=true';

let server: TestServer;
beforeAll(async () => {
  const controllers = 'pv-protection,pvc-protection,volumeattributesclass-protection';
  server = await startTestServer({ controllers });
});
afterAll(() => server[Symbol.asyncDispose]());

const rootOf = ({ apiVersion }: TriedKind): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
const everywhere = (kind: TriedKind): string => `${rootOf(kind)}/${kind.resource}`;
const collectionOf = (kind: TriedKind): string =>
  kind.namespaced ? `${rootOf(kind)}/namespaces/default/${kind.resource}` : everywhere(kind);
const nameOf = ({ nameOf: own, apiVersion }: TriedKind, nth: number): string =>
  own?.(nth) ?? `${apiVersion.split('.')[0]?.replace('/', '-')}-${nth}`;
async function make(kind: TriedKind, nth: number): Promise<string> {
  const { apiVersion, kind: name, content } = kind;
  const metadata = { name: nameOf(kind, nth), labels };
  const made = await server.client.post(collectionOf(kind), { apiVersion, kind: name, metadata, ...content(nth) });
  expect(made.body).toMatchObject({ apiVersion, kind: name, metadata });
  expect(made.status).toBe(201);
  return `${collectionOf(kind)}/${metadata.name}`;
}
const patch = (path: string, body: object) => server.client.ask('PATCH', path, { body, headers: merge });

describe.each(triedKinds)('an object of the kind $apiVersion $kind', (kind) => {
  it('can be made, found, watched, patched, replaced and deleted', async () => {
    const { client } = server;
    const path = await make(kind, 1);
    const { body: made } = await client.get(path);
    expect(namesOf((await client.get(everywhere(kind), { labelSelector })).body)).toEqual([made.metadata.name]);
    const { resourceVersion } = made.metadata;
    const watch = await client.watch(collectionOf(kind), { resourceVersion, labelSelector });
    const patched = await patch(path, { metadata: { annotations: { patched: 'true' } } });
    expect(patched.body.metadata.annotations).toMatchObject({ patched: 'true' });
    const { metadata, ...rest } = patched.body;
    const annotations = { ...metadata.annotations, updated: 'true' };
    const updated = await client.put(path, { ...rest, metadata: { ...metadata, annotations } });
    expect(updated.status).toBe(200);
    expect(updated.body.metadata.annotations).toMatchObject({ patched: 'true', updated: 'true' });
    expect((await client.delete(path)).status).toBeLessThan(203);
    await server.running.settle();
    expect((await client.get(path)).status).toBe(404);
    const seen = (await watch.until(({ type }) => type === 'DELETED')).map(({ type }) => type);
    expect(seen.slice(0, 2)).toEqual(['MODIFIED', 'MODIFIED']);
    client.endWatches();
  });

  it('goes with all others that a label selects', async () => {
    for (const nth of [1, 2, 3]) await make(kind, nth);
    const { status } = await server.client.delete(collectionOf(kind), undefined, { labelSelector });
    expect(status).toBe(200);
    await server.running.settle();
    expect((await server.client.get(collectionOf(kind), { labelSelector })).body.items).toEqual([]);
  });
});

describe.each(triedKinds.filter(({ status }) => status !== undefined))('the status of a $kind', (kind) => {
  it('is read, patched and replaced on its own', async () => {
    const { client } = server;
    const path = await make(kind, 1);
    expect((await client.get(`${path}/status`)).body.kind).toBe(kind.kind);
    const metadata = { annotations: { reported: 'true' } };
    const patched = await patch(`${path}/status`, { metadata, status: kind.status });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({ status: kind.status });
    // The server itself may have something to add to it.
    await server.running.settle();
    const { body: newest } = await client.get(`${path}/status`);
    const replaced = await client.put(`${path}/status`, newest);
    expect(replaced.body.status).toEqual(newest.status);
    expect((await client.get(path)).body.status).toEqual(newest.status);
    await client.delete(path);
    await server.running.settle();
  });
});
