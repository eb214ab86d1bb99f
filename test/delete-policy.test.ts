import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const own = 'example.com/own';

/** What DELETE answers, in short: the code, then `gone` or the finalizers that are waited for. */
async function deleted(finalizers: readonly string[], options: object): Promise<string> {
  const name = `a${++count}`;
  await server.client.post(path, { metadata: { name, finalizers } });
  const { status, body } = await server.client.delete(`${path}/${name}`, options);
  const shown = body.kind === 'Status' ? 'gone' : (body.metadata.finalizers ?? []).join(' ');
  const there = await server.client.get(`${path}/${name}`);
  expect(there.status).toBe(shown === 'gone' ? 404 : 200);
  return `${status} ${shown}`;
}

describe('what a deletion leaves behind', () => {
  it.each([
    // Nothing asked: what the object's finalizers say, else in the background.
    [[], {}, '200 gone'],
    [[own], {}, `200 ${own}`],
    [['orphan'], {}, '200 orphan'],
    [['foregroundDeletion'], {}, '200 foregroundDeletion'],
    // What is asked replaces what the finalizers say.
    [[], { propagationPolicy: 'Background' }, '200 gone'],
    [['orphan'], { propagationPolicy: 'Background' }, '200 gone'],
    [['orphan', own], { propagationPolicy: 'Background' }, `200 ${own}`],
    [[], { propagationPolicy: 'Orphan' }, '200 orphan'],
    [[own], { propagationPolicy: 'Orphan' }, `200 ${own} orphan`],
    [['foregroundDeletion'], { propagationPolicy: 'Orphan' }, '200 orphan'],
    [[], { propagationPolicy: 'Foreground' }, '200 foregroundDeletion'],
    [['orphan', own], { propagationPolicy: 'Foreground' }, `200 ${own} foregroundDeletion`],
    // The old way to ask; only "no" in so many words makes it 202 while the object waits.
    [[], { orphanDependents: true }, '200 orphan'],
    [[], { orphanDependents: false }, '200 gone'],
    [[own], { orphanDependents: false }, `202 ${own}`],
    [['orphan'], { orphanDependents: false }, '200 gone'],
  ])('of an object with finalizers %j, asked with %j', async (finalizers, options, expected) => {
    expect(await deleted(finalizers, options)).toBe(expected);
  });
  it.each([
    [{ propagationPolicy: 'Foreground' }, ['foregroundDeletion']],
    [{ propagationPolicy: 'Orphan' }, ['orphan']],
    [{ orphanDependents: false }, ['foregroundDeletion']],
    [{ propagationPolicy: 'Background' }, []],
  ])('is waited for by a namespace as well: %j', async (options, finalizers) => {
    const name = `n${++count}`;
    await server.client.post('/api/v1/namespaces', { metadata: { name } });
    const { body } = await server.client.delete(`/api/v1/namespaces/${name}`, options);
    expect(body.metadata.finalizers ?? []).toEqual(finalizers);
    expect(body.metadata.deletionTimestamp).toBeDefined();
  });
  it('is nothing where there are no dependents', async () => {
    const events = '/api/v1/namespaces/default/events';
    const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' };
    await server.client.post(events, { metadata: { name: 'e' }, involvedObject });
    const { body } = await server.client.delete(`${events}/e`, { propagationPolicy: 'Foreground' });
    expect(body.kind).toBe('Status');
  });
  it('a body replaces the query altogether', async () => {
    await server.client.post(path, { metadata: { name: 'both' } });
    await server.client.delete(`${path}/both`, {}, { dryRun: 'All', propagationPolicy: 'Orphan' });
    expect((await server.client.get(`${path}/both`)).status).toBe(404);
  });
  it('the query counts when there is no body', async () => {
    await server.client.post(path, { metadata: { name: 'query' } });
    const { body } = await server.client.delete(`${path}/query`, undefined, { propagationPolicy: 'Orphan' });
    expect(body.metadata.finalizers).toEqual(['orphan']);
  });
});
