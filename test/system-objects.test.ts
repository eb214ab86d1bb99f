import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('what every cluster needs', () => {
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
  it.each([{}, { dryRun: 'All' }])('is not deleted, in whatever way (%j)', async (query) => {
    const refusal = 'is forbidden: this is a system priority class and cannot be deleted';
    const one = await server.client.delete(`${classes}/system-node-critical`, undefined, query);
    expect([one.status, one.body.message]).toEqual([403, expect.stringContaining(refusal)]);
    const all = await server.client.delete(classes, undefined, query);
    expect([all.status, all.body.message]).toEqual([403, expect.stringContaining(refusal)]);
    const namespace = await server.client.delete('/api/v1/namespaces/kube-system', undefined, query);
    expect(namespace.status).toBe(403);
    expect((await server.client.get(`${classes}/system-node-critical`)).status).toBe(200);
  });
});

describe('a binding that means another pod', () => {
  const pods = '/api/v1/namespaces/default/pods';
  const binding = (metadata: object) => ({ metadata: { name: 'p', ...metadata }, target: { name: 'n' } });
  beforeAll(async () => {
    await server.client.post(pods, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
  });

  it.each([
    [{ uid: 'x' }, 'Precondition failed: UID in precondition: x, UID in object meta: '],
    [{ resourceVersion: '1' }, 'Precondition failed: ResourceVersion in precondition: 1, '],
  ])('is refused by the store (%j)', async (metadata, why) => {
    const { status, body } = await server.client.post(`${pods}/p/binding`, binding(metadata));
    expect(status).toBe(409);
    expect(body.message).toContain(
      `Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    );
  });
  it('cannot say so by a uid where bindings are posted as such', async () => {
    const bindings = '/api/v1/namespaces/default/bindings?dryRun=All';
    expect((await server.client.post(bindings, binding({ uid: 'x' }))).status).toBe(201);
    const refused = await server.client.post(bindings, binding({ resourceVersion: '1' }));
    expect(refused.body.message).toContain('Key: /pods/default/p,');
  });
});

it('knows clients and users by their names in any alphabet', async () => {
  const name = Buffer.from('żółw').toString('latin1');
  // As bytes: Node sends the headers in the encoding of a body that is a text.
  const bytes = (body: object): Buffer => Buffer.from(JSON.stringify(body));
  const made = await server.client.ask('POST', '/api/v1/namespaces/default/configmaps', {
    body: bytes({ metadata: { name: 'by-agent' }, data: { a: 'b' } }),
    headers: { 'user-agent': `${name}/1`, 'content-type': 'application/json' },
  });
  const { managedFields } = made.body.metadata as unknown as { managedFields: { manager: string }[] };
  expect(managedFields.map(({ manager }) => manager)).toEqual(['żółw']);
  const who = await server.client.ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
    body: bytes({}),
    headers: { 'impersonate-user': name, 'content-type': 'application/json' },
  });
  expect(who.body.status).toMatchObject({ userInfo: { username: 'żółw' } });
});

it('tells of deleted definitions in the words of the store', async () => {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const schema = { openAPIV3Schema: { type: 'object' } };
  await server.client.post(path, {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const { body } = await server.client.delete(`${path}/things.example.com`, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    preconditions: { uid: 'x' },
  });
  expect(body.message).toContain('Precondition failed: UID in precondition: x, UID in object meta: ');
});

describe('an API that others are registered for', () => {
  const registrations = '/apis/apiregistration.k8s.io/v1/apiservices';
  const name = 'v1.metrics.example.com';
  it('is unavailable, and says so below its path', async () => {
    const service = { namespace: 'default', name: 'metrics' };
    const priorities = { groupPriorityMinimum: 100, versionPriority: 100 };
    const spec = { group: 'metrics.example.com', version: 'v1', insecureSkipTLSVerify: true, service, ...priorities };
    await server.client.post(registrations, { metadata: { name }, spec });
    await server.running.settle();
    const { status } = (await server.client.get(`${registrations}/${name}`)).body as unknown as {
      status: { conditions: { reason: string }[] };
    };
    expect(status.conditions.map(({ reason }) => reason)).toEqual(['ServiceNotFound']);
    for (const path of ['', '/nodes', '/namespaces/default/pods/x']) {
      const answer = await server.client.get(`/apis/metrics.example.com/v1${path}`);
      expect([answer.status, answer.text]).toEqual([503, 'service unavailable\n']);
    }
    await server.client.delete(`${registrations}/${name}`);
    expect((await server.client.get('/apis/metrics.example.com/v1/nodes')).status).toBe(404);
  });
});
