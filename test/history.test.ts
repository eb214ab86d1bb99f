import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { brief } from './support/watch-stream.ts';
import { namesOf, type Wire } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';

/** A server that keeps the past for a second, and what clients remember of the time before that. */
describe('when the past is forgotten', () => {
  let server: TestServer;
  let then: Wire;
  let firstPage: Wire;
  beforeAll(async () => {
    server = await startTestServer({ history: '1s' });
    const { client, clock } = server;
    for (const name of ['a', 'b', 'c', 'd']) await client.post(path, { metadata: { name } });
    firstPage = (await client.get(path, { limit: 2 })).body;
    then = (await client.get(path)).body;
    await client.delete(`${path}/c`);
    await client.post(path, { metadata: { name: 'e' } });
    const exact = { resourceVersion: then.metadata.resourceVersion, resourceVersionMatch: 'Exact' };
    expect(namesOf((await client.get(path, exact)).body)).toEqual(namesOf(then));
    await vi.waitFor(
      async () => {
        // What is in memory is tidied by the server's clock, what is in the store by the real one.
        clock.advance(10_000);
        expect((await client.get(path, exact)).status).toBe(410);
      },
      { timeout: 600_000, interval: 50 },
    );
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each([[{ resourceVersionMatch: 'Exact' }], [{ resourceVersionMatch: 'Exact', limit: 2 }], [{ limit: 2 }]])(
    'a list at a version of it, with %o, gets 410',
    async (query) => {
      const { resourceVersion } = then.metadata;
      const { status, body } = await server.client.get(path, { ...query, resourceVersion });
      expect(status).toBe(410);
      expect(body).toMatchObject({
        kind: 'Status',
        reason: 'Expired',
        message: 'The resourceVersion for the provided list is too old.',
      });
    },
  );
  it('a list not older than a version of it shows the present', async () => {
    const { resourceVersion } = then.metadata;
    for (const query of [{}, { resourceVersionMatch: 'NotOlderThan' }]) {
      const { body } = await server.client.get(path, { ...query, resourceVersion });
      expect(namesOf(body)).toEqual(['a', 'b', 'd', 'e']);
    }
  });
  it('a get at a version of it shows the present', async () => {
    const { resourceVersion } = then.metadata;
    expect((await server.client.get(`${path}/a`, { resourceVersion })).status).toBe(200);
  });
  it('the next page gets 410 with a token that goes on with the present', async () => {
    const token = firstPage.metadata.continue as string;
    const { status, body } = await server.client.get(path, { limit: 2, continue: token });
    expect(status).toBe(410);
    expect(body.reason).toBe('Expired');
    expect(body.message).toBe(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    );
    const next = await server.client.get(path, { limit: 1, continue: body.metadata.continue as string });
    expect(next.status).toBe(200);
    expect(namesOf(next.body)).toEqual(['d']);
    const last = await server.client.get(path, { limit: 1, continue: next.body.metadata.continue as string });
    expect(namesOf(last.body)).toEqual(['e']);
    expect(last.body.metadata.continue).toBeUndefined();
  });
  it('a watch from it is told so and ended', async () => {
    const { resourceVersion } = then.metadata;
    const watch = await server.client.watch(path, { resourceVersion });
    expect(watch.status).toBe(200);
    const events = await watch.rest();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 },
    });
    expect(events[0]?.object.message).toMatch(new RegExp(`^too old resource version: ${resourceVersion} \\(\\d+\\)$`));
  });
  it('a watch from the present goes on', async () => {
    const { resourceVersion } = (await server.client.get(path)).body.metadata;
    const watch = await server.client.watch(path, { resourceVersion });
    await server.client.post(path, { metadata: { name: 'f' } });
    expect((await watch.take(1)).map(brief)).toEqual(['ADDED f']);
    await server.client.delete(`${path}/f`);
  });
  it('versions count on', async () => {
    const { body } = await server.client.post(path, { metadata: { name: 'g' } });
    expect(BigInt(body.metadata.resourceVersion)).toBeGreaterThan(BigInt(then.metadata.resourceVersion));
    await server.client.delete(`${path}/g`);
  });
});
