import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerApi } from './support/aggregated-server.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const things = '/apis/example.com/v1/namespaces/default/things';
const definition = {
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

let front: TestServer;
let behind: TestServer;
beforeAll(async () => {
  front = await startTestServer();
  behind = await startTestServer({
    'requestheader-client-ca-file': join(front.running.dataDirectory, 'pki', 'front-proxy-ca.crt'),
    'requestheader-allowed-names': 'front-proxy-client',
    'tls-san': 'api.default.svc',
  });
  await behind.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await behind.running.settle();
  await leadTo(behind.running.port);
  await registerApi(front.client, 'v1.example.com', { caBundle: Buffer.from(behind.ca).toString('base64') });
  await front.running.settle();
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await behind[Symbol.asyncDispose]();
});

/** A service with a pod for which a process stands in. */
async function leadTo(port: number): Promise<void> {
  const core = '/api/v1/namespaces/default';
  await front.client.post(`${core}/pods`, {
    metadata: { name: 'behind', annotations: { 'pinnace.dev/backend': `127.0.0.1:${port}` } },
    spec: { containers: [{ name: 'server', image: 'pinnace' }] },
  });
  await front.client.post(`${core}/services`, { metadata: { name: 'api' }, spec: { ports: [{ port: 443 }] } });
  await front.client.post('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
    metadata: { name: 'api', labels: { 'kubernetes.io/service-name': 'api' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.1.1'], targetRef: { kind: 'Pod', name: 'behind' } }],
    ports: [{ name: '', port: 443 }],
  });
}

describe('a server behind another one', () => {
  it('serves its kinds through it', async () => {
    const made = await front.client.post(things, {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'one' },
    });
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('"name":"one"')]);
    const { body } = await behind.client.get(`${things}/one`);
    expect(body.metadata).toMatchObject({ name: 'one' });
    expect((await front.client.delete(`${things}/one`)).status).toBe(200);
  });

  it('knows who asks, and lets only those do what they may', async () => {
    const rule = { apiGroups: ['example.com'], resources: ['things'], verbs: ['list'] };
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const subjects = [{ kind: 'User', name: 'jane', apiGroup: 'rbac.authorization.k8s.io' }];
    const allow = async ({ client }: TestServer): Promise<void> => {
      await client.post(`${rbac}/clusterroles`, { metadata: { name: 'things' }, rules: [rule] });
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'things' };
      await client.post(`${rbac}/clusterrolebindings`, { metadata: { name: 'things' }, roleRef, subjects });
    };
    const asJane = () => front.client.get(things, {}, { 'impersonate-user': 'jane' });
    await allow(front);
    const refused = await asJane();
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'things.example.com is forbidden: User "jane" cannot list resource "things" in API group "example.com" in the namespace "default"',
    ]);
    await allow(behind);
    expect((await asJane()).status).toBe(200);
  });

  it('tells its documents through it', async () => {
    const { body } = await front.client.get('/openapi/v3');
    const paths = body.paths as unknown as Record<string, { serverRelativeURL: string }>;
    const { serverRelativeURL = '' } = paths['apis/example.com/v1'] ?? {};
    const document = await front.client.get(serverRelativeURL);
    expect(Object.keys(document.body.paths as object)).toContain('/apis/example.com/v1/namespaces/{namespace}/things');
    const all = (await front.client.get('/openapi/v2')).body;
    expect(Object.keys(all.paths as object)).toContain('/apis/example.com/v1/namespaces/{namespace}/things');
    expect(Object.keys(all.definitions as object)).toContain('com.example.v1.Thing');
    expect(Object.keys(all.definitions as object).filter((name) => name.endsWith('_v2'))).toEqual([]);
  });

  it('believes nobody without the certificate', async () => {
    const headers = { authorization: '', 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
    expect((await behind.client.get(things, {}, headers)).status).toBe(403);
  });
});
