import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';

describe('an object that is larger than the store takes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ 'max-object-bytes': '20000' });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('is refused with 413, whether it is new or grows, and stays as it was', async () => {
    const large = { metadata: { name: 'large' }, data: { text: 'x'.repeat(20_000) } };
    const created = await server.client.post(path, large);
    expect([created.status, created.body.reason]).toEqual([413, 'RequestEntityTooLarge']);
    expect(created.body.message).toMatch(/^Request entity too large: the object has \d+ bytes, limit is 20000$/);
    await server.client.post(path, { metadata: { name: 'large' }, data: { text: 'small' } });
    expect((await server.client.put(`${path}/large`, large)).status).toBe(413);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await server.client.ask('PATCH', `${path}/large`, { headers, body: JSON.stringify(large) });
    expect(patched.status).toBe(413);
    expect((await server.client.get(`${path}/large`)).body.data).toEqual({ text: 'small' });
    expect((await server.client.delete(`${path}/large`)).status).toBe(200);
  });

  it('loses its managed fields when it fits without them', async () => {
    const data = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`key-${i}`, 'v']));
    const { status, body } = await server.client.post(path, { metadata: { name: 'many' }, data });
    expect([status, body.metadata]).toEqual([201, expect.not.objectContaining({ managedFields: expect.anything() })]);
    expect((await server.client.get(`${path}/many`)).body.data).toEqual(data);
  });
});
