import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ 'runtime-config': 'api/all=true,networking.k8s.io/v1beta1=false' });
});
afterAll(() => server[Symbol.asyncDispose]());

const claims = (version: string, name = ''): string =>
  `/apis/resource.k8s.io/${version}/namespaces/default/resourceclaims${name && `/${name}`}`;
const claim = (version: string, name: string, request: object) => ({
  apiVersion: `resource.k8s.io/${version}`,
  kind: 'ResourceClaim',
  metadata: { name },
  spec: { devices: { requests: [{ name: 'gpu', ...request }] } },
});
const filled = { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 };

describe('an object of a kind with several versions', () => {
  it.each(['v1', 'v1beta2', 'v1beta1'])('that is made in %s is read in all of them', async (version) => {
    const name = `made-in-${version}`;
    const request = version === 'v1beta1' ? { deviceClassName: 'c' } : { exactly: { deviceClassName: 'c' } };
    await server.client.post(claims(version), claim(version, name, request));
    for (const other of ['v1', 'v1beta2']) {
      const { body } = await server.client.get(claims(other, name));
      expect(body).toMatchObject(claim(other, name, { exactly: filled }));
    }
    const { body } = await server.client.get(claims('v1beta1', name));
    expect(body).toMatchObject(claim('v1beta1', name, filled));
  });

  it('is changed in one version as others see it', async () => {
    await server.client.post(claims('v1'), claim('v1', 'changed', { exactly: { deviceClassName: 'c' } }));
    const patch = { metadata: { labels: { a: 'b' } } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    await server.client.ask('PATCH', claims('v1beta1', 'changed'), { body: patch, headers: merge });
    const { body } = await server.client.get(claims('v1', 'changed'));
    expect(body).toMatchObject({
      metadata: { labels: { a: 'b' } },
      spec: { devices: { requests: [{ exactly: filled }] } },
    });
  });

  it('is kept though it is stored in a version that is not served', async () => {
    const path = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings';
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const binding = {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'b' },
      spec: { policyName: 'p' },
    };
    await server.client.post(path, binding);
    expect((await server.client.get(`${path}/b`)).body).toMatchObject(binding);
  });
});

describe('an object in another version than that of the path', () => {
  it.each<[string, string, string, string]>([
    [
      '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
      'autoscaling/v1',
      'HorizontalPodAutoscaler',
      'autoscaling/v2',
    ],
    [
      '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims',
      'resource.k8s.io/v1beta1',
      'ResourceClaim',
      'resource.k8s.io/v1',
    ],
    ['/apis/networking.k8s.io/v1/servicecidrs', 'networking.k8s.io/v1beta1', 'ServiceCIDR', 'networking.k8s.io/v1'],
    ['/apis/apps/v1/namespaces/default/deployments', 'extensions/v1beta1', 'Deployment', 'apps/v1'],
    ['/apis/batch/v1/namespaces/default/cronjobs', 'batch/v1beta1', 'CronJob', 'batch/v1'],
    ['/apis/events.k8s.io/v1/namespaces/default/events', 'v1', 'Event', 'events.k8s.io/v1'],
  ])('%s does not take %s', async (path, apiVersion, kind, expected) => {
    const { body } = await server.client.post(path, { apiVersion, kind, metadata: { name: 'x' } });
    const why = `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
    expect(body).toMatchObject({ code: 400, message: why });
  });

  it('is told from a kind that nobody knows, and from another kind', async () => {
    const post = async (apiVersion: string, kind: string): Promise<string> => {
      const path = '/apis/apps/v1/namespaces/default/deployments';
      return (await server.client.post(path, { apiVersion, kind, metadata: { name: 'x' } })).body.message;
    };
    expect(await post('apps/v9', 'Deployment')).toMatch(
      /^Deployment in version "v9" cannot be handled as a Deployment: no kind/,
    );
    expect(await post('apps/v1', 'ReplicaSet')).toMatch(
      /^ReplicaSet in version "v1" cannot be handled as a Deployment: conv/,
    );
  });
});

describe('what is no object of the kind of the path', () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  const noKind = (kind: string, version: string): string => `no kind "${kind}" is registered for version "${version}"`;

  it.each([
    ['a list', 'v1', 'ConfigMapList', 'converting (v1.ConfigMapList) to (core.ConfigMap): unknown conversion'],
    ['options', 'v1', 'ListOptions', 'converting (v1.ListOptions) to (core.ConfigMap): unknown conversion'],
    ['a status', 'x/v1', 'Status', 'converting (v1.Status) to (core.ConfigMap): unknown conversion'],
    ['a part', 'autoscaling/v1', 'Scale', 'converting (v1.Scale) to (core.ConfigMap): unknown conversion'],
    [
      'of a version of old',
      'extensions/v1beta1',
      'Deployment',
      'converting (v1beta1.Deployment) to (core.ConfigMap): unknown conversion',
    ],
    [
      'of another server',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      noKind('CustomResourceDefinition', 'apiextensions.k8s.io/v1'),
    ],
    ['of no kind', 'v1', 'Nothing', noKind('Nothing', 'v1')],
  ])('is refused: %s', async (_what, apiVersion, kind, why) => {
    const sent = await server.client.post(maps, { apiVersion, kind, metadata: { name: 'x' } });
    expect(sent.body).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(sent.body.message).toContain(why);
    await server.client.post(maps, { metadata: { name: 'patched' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await server.client.ask('PATCH', `${maps}/patched`, { body: { apiVersion, kind }, headers });
    expect(patched.body.message).toContain(why);
  });

  it('is first read as what it would be', async () => {
    await server.client.post(maps, { metadata: { name: 'pod' } });
    const body = { apiVersion: 'v1', kind: 'Pod', spec: { containers: 7 } };
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { body: status } = await server.client.ask('PATCH', `${maps}/pod`, { body, headers });
    expect(status.message).toMatch(/: json: cannot unmarshal number into Go struct field PodSpec\.spec\.containers/);
  });

  it('is its own kind where a patch takes the kind away', async () => {
    await server.client.post(maps, { metadata: { name: 'of-none' } });
    const body = [
      { op: 'replace', path: '/kind', value: null },
      { op: 'replace', path: '/apiVersion', value: '' },
    ];
    const headers = { 'content-type': 'application/json-patch+json' };
    const { body: map } = await server.client.ask('PATCH', `${maps}/of-none`, { body, headers });
    expect(map).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'of-none' } });
  });
});

it.each([
  ['GET', { accept: 'text/plain' }, 406, false],
  ['PATCH', { 'content-type': 'application/json' }, 415, false],
  ['PUT', { 'content-type': 'text/plain' }, 415, true],
  ['GET', { accept: 'application/json;as=Nothing' }, 406, true],
])('an old version is warned of where its route takes a request: %s %j', async (method, headers, status, warned) => {
  const path = '/apis/resource.k8s.io/v1beta1/deviceclasses/none';
  const answer = await server.client.ask(method, path, { headers, ...(method !== 'GET' && { body: {} }) });
  expect([answer.status, answer.headers.warning !== undefined]).toEqual([status, warned]);
});
