import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Asked } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
const core = '/api/v1/namespaces/default';
const apiGroup = 'rbac.authorization.k8s.io';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await grant('patcher', { verbs: ['patch'] });
  await grant('updater', { verbs: ['update'] });
  await grant('maker', { verbs: ['patch', 'update', 'create'] });
  await grant('reader', { verbs: ['get'] });
  await grant('one', { verbs: ['patch', 'create'], resourceNames: ['mine'] });
  await server.client.post(`${core}/pods`, {
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function grant(user: string, what: { verbs: string[]; resourceNames?: string[] }): Promise<void> {
  const rule = { apiGroups: [''], resources: ['*'], ...what };
  await server.client.post(`${rbac}/roles`, { metadata: { name: user }, rules: [rule] });
  await server.client.post(`${rbac}/rolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup, kind: 'Role', name: user },
    subjects: [{ apiGroup, kind: 'User', name: user }],
  });
}

async function grantEverywhere(user: string, rules: object[]): Promise<void> {
  const roles = '/apis/rbac.authorization.k8s.io/v1';
  const withVerbs = rules.map((rule) => ({ ...rule, verbs: ['*'] }));
  await server.client.post(`${roles}/clusterroles`, { metadata: { name: user }, rules: withVerbs });
  await server.client.post(`${roles}/clusterrolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup, kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup, kind: 'User', name: user }],
  });
}

const as = (user: string, type?: string): Asked => ({
  headers: { 'impersonate-user': user, ...(type && { 'content-type': type }) },
});
const ask = (method: string, path: string, asked: Asked): Promise<Answer> => server.client.ask(method, path, asked);
const apply = (user: string, resource: string, object: { metadata: { name: string } }) =>
  ask('PATCH', `${core}/${resource}/${object.metadata.name}?fieldManager=m`, {
    ...as(user, 'application/apply-patch+yaml'),
    body: JSON.stringify(object),
  });
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const service = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80 }] },
});

describe('a request that comes to more than its own verb', () => {
  it('needs the permission to create where applying creates', async () => {
    const { status, body } = await apply('patcher', 'configmaps', configMap('a'));
    expect(status).toBe(403);
    expect(body.message).toBe(
      'configmaps "a" is forbidden: User "patcher" cannot create resource "configmaps" in API group "" in the namespace "default"',
    );
    expect((await apply('maker', 'configmaps', configMap('a'))).status).toBe(201);
    expect((await apply('patcher', 'configmaps', configMap('a'))).status).toBe(200);
  });
  it('asks about the name that would be created', async () => {
    expect((await apply('one', 'configmaps', configMap('mine'))).status).toBe(201);
    expect((await apply('one', 'configmaps', configMap('other'))).status).toBe(403);
  });
  it('needs it where PUT creates, also in a dry run, and after the object was found to be valid', async () => {
    const put = (user: string, object: object, query = '') =>
      ask('PUT', `${core}/services/s${query}`, { ...as(user, 'application/json'), body: object });
    expect((await put('updater', service('s'), '?dryRun=All')).status).toBe(403);
    expect((await put('updater', { ...service('s'), spec: {} })).status).toBe(422);
    expect((await put('updater', service('s'))).status).toBe(403);
    expect((await server.client.get(`${core}/services/s`)).status).toBe(404);
    expect((await put('maker', service('s'))).status).toBe(201);
    expect((await put('updater', service('s'))).status).toBe(200);
  });
  it('asks for the part through which it creates', async () => {
    const { body } = await ask('PATCH', `${core}/services/t/status?fieldManager=m`, {
      ...as('patcher', 'application/apply-patch+yaml'),
      body: JSON.stringify(service('t')),
    });
    expect(body.message).toContain('cannot create resource "services/status"');
  });
  it.each(['exec', 'attach', 'portforward'])('needs it to reach into a pod by GET (%s)', async (part) => {
    const { status, body } = await ask('GET', `${core}/pods/p/${part}?container=c`, as('reader'));
    expect([status, body.message]).toEqual([403, 'pods "p" is forbidden: ']);
    expect((await ask('POST', `${core}/pods/p/${part}?container=c`, as('maker'))).status).toBe(400);
    expect((await ask('POST', `${core}/pods/none/${part}?dryRun=All`, as('maker'))).body.message).toBe(
      'dryRun is not supported',
    );
  });
});

describe('an object that reaches further than its own kind', () => {
  const registration = '/apis/admissionregistration.k8s.io/v1';
  const policy = (name: string) => ({
    metadata: { name },
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'Secret' },
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      validations: [{ expression: 'true' }],
    },
  });
  const binding = (name: string) => ({
    metadata: { name },
    spec: {
      policyName: 'read-secrets',
      paramRef: { name: 'x', namespace: 'default', parameterNotFoundAction: 'Deny' },
      validationActions: ['Deny'],
    },
  });
  const post = (user: string, path: string, body: object) =>
    ask('POST', path, { ...as(user, 'application/json'), body });

  it('is refused as a policy whose parameters the user may not read', async () => {
    await grantEverywhere('policymaker', [{ apiGroups: ['admissionregistration.k8s.io'], resources: ['*'] }]);
    const policies = `${registration}/validatingadmissionpolicies`;
    const { status, body } = await post('policymaker', policies, policy('read-secrets'));
    expect(status).toBe(422);
    expect(body.message).toContain(
      'spec.paramKind: Forbidden: user &{policymaker  [system:authenticated] map[]} must have "get" permission on all objects',
    );
    expect((await server.client.post(policies, policy('read-secrets'))).status).toBe(201);
    const bindings = `${registration}/validatingadmissionpolicybindings`;
    expect((await post('policymaker', bindings, binding('b'))).body.message).toContain(
      'does not have "get" permission on the object referenced by paramRef',
    );
    await grantEverywhere('policyreader', [{ apiGroups: ['*'], resources: ['*'] }]);
    expect((await post('policyreader', bindings, binding('b'))).status).toBe(201);
  });

  const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims';
  const claim = (name: string, adminAccess: boolean) => ({
    metadata: { name },
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', adminAccess } }] } },
  });
  const device = { driver: 'd.example.com', pool: 'p', device: 'd' };
  const allocation = { devices: { results: [{ request: 'r', ...device }] } };
  const patchStatus = (user: string, status: object) =>
    ask('PATCH', `${claims}/plain/status`, {
      ...as(user, 'application/merge-patch+json'),
      body: JSON.stringify({ status }),
    });

  it('is refused as a claim to devices in use, outside of namespaces that are marked', async () => {
    const { status, body } = await server.client.post(claims, claim('admin', true));
    expect([status, body.message]).toEqual([
      422,
      'ResourceClaim.resource.k8s.io "admin" is invalid: spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
    ]);
    expect((await server.client.post(claims, claim('plain', false))).status).toBe(201);
  });
  it('is refused as the status of a claim by who is neither scheduler nor driver', async () => {
    const own = { apiGroups: ['resource.k8s.io'], resources: ['resourceclaims/status'] };
    await grantEverywhere('statuswriter', [own]);
    expect((await patchStatus('statuswriter', { allocation })).body.message).toContain(
      'requires resource="resourceclaims/binding", verb="patch" permission',
    );
    await grantEverywhere('scheduler', [own, { ...own, resources: ['resourceclaims/binding'] }]);
    expect((await patchStatus('scheduler', { allocation })).status).toBe(200);
    expect((await patchStatus('scheduler', { devices: [device] })).body.message).toContain(
      'requires resource="resourceclaims/driver", verb="[arbitrary-node:patch]" permission',
    );
  });
});

describe('a method that stands for no verb', () => {
  it('is asked about as such', async () => {
    const { body } = await ask('OPTIONS', `${core}/configmaps`, as('reader'));
    expect(body.message).toContain('User "reader" cannot  resource "configmaps"');
  });
  it('is a reading one for HEAD, which only custom resources answer', async () => {
    expect((await ask('HEAD', `${core}/configmaps`, as('reader'))).status).toBe(403);
    expect((await ask('HEAD', `${core}/configmaps/x`, as('reader'))).status).toBe(405);
  });
  it('is not warned about', async () => {
    const { status, headers } = await server.client.ask('PATCH', `${core}/endpoints`, { body: {} });
    expect([status, headers.warning]).toEqual([405, undefined]);
  });
});
