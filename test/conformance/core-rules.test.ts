import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: 'namespace' });
});
afterAll(() => server[Symbol.asyncDispose]());

const here = '/api/v1/namespaces/default';
const containers = [{ name: 'c', image: 'i' }];
const post = (path: string, body: object) => server.client.post(path, body);
const patch = (path: string, body: object) =>
  server.client.ask('PATCH', path, { body, headers: { 'content-type': 'application/merge-patch+json' } });

describe.each(['configmaps', 'secrets'])('one of the %s', (resource) => {
  it('needs a key for each value', async () => {
    const { status, body } = await post(`${here}/${resource}`, { metadata: { name: 'keyless' }, data: { '': 'YQ==' } });
    expect(status).toBe(422);
    expect(body.message).toContain('data[]: Invalid value: "": a valid config key must consist of');
  });

  it('stays as it is once it is immutable, and cannot become mutable again', async () => {
    const path = `${here}/${resource}/fixed`;
    await post(`${here}/${resource}`, { metadata: { name: 'fixed' }, data: { a: 'YQ==' } });
    expect((await patch(path, { data: { b: 'Yg==' } })).status).toBe(200);
    expect((await patch(path, { immutable: true })).status).toBe(200);
    expect((await patch(path, { data: { a: 'Yw==' } })).status).toBe(422);
    expect((await patch(path, { immutable: false })).status).toBe(422);
    expect((await patch(path, { metadata: { labels: { still: 'free' } } })).status).toBe(200);
    expect((await server.client.delete(path)).status).toBe(200);
  });
});

describe('a pod', () => {
  const pod = (name: string, spec: object = {}) =>
    post(`${here}/pods`, { metadata: { name }, spec: { containers, ...spec } });

  it('is guaranteed what it asks for when that is also all it may have', async () => {
    const amounts = { cpu: '100m', memory: '100Mi' };
    const resources = { requests: amounts, limits: amounts };
    const { body } = await pod('guaranteed', { containers: [{ name: 'c', image: 'i', resources }] });
    expect(body.status).toMatchObject({ qosClass: 'Guaranteed' });
  });

  it('cannot have sysctls that have no name', async () => {
    const sysctls = ['foo-', 'kernel.shmmax', 'safe-and-unsafe', '-'].map((name) => ({ name, value: '1' }));
    const { status, body } = await pod('sysctls', { securityContext: { sysctls } });
    expect(status).toBe(422);
    for (const at of [0, 3]) expect(body.message).toContain(`spec.securityContext.sysctls[${at}].name: Invalid value`);
    for (const at of [1, 2]) expect(body.message).not.toContain(`sysctls[${at}]`);
  });

  it('is refused with a class of runtimes that is not there, or not there any more', async () => {
    const all = '/apis/node.k8s.io/v1/runtimeclasses';
    const runtimeClassName = 'gone';
    expect((await pod('without', { runtimeClassName })).status).toBe(403);
    await post(all, { metadata: { name: runtimeClassName }, handler: 'h' });
    expect((await pod('with', { runtimeClassName })).status).toBe(201);
    await server.client.delete(`${all}/${runtimeClassName}`);
    expect((await pod('too-late', { runtimeClassName })).status).toBe(403);
  });

  it('keeps the volume of a CSI driver as it was asked for', async () => {
    const csi = { driver: 'd.example.com', readOnly: true, volumeAttributes: { size: '1' } };
    const { body } = await pod('inline', { volumes: [{ name: 'v', csi }] });
    expect(body.spec).toMatchObject({ volumes: [{ name: 'v', csi }] });
    const { status } = await server.client.delete(`${here}/pods/inline`, undefined, { gracePeriodSeconds: 0 });
    expect(status).toBe(200);
  });

  it('gets what a LimitRange gives by default, and is refused what it does not allow', async () => {
    await post('/api/v1/namespaces', { metadata: { name: 'limited' } });
    const limits = [
      {
        type: 'Container',
        min: { cpu: '50m' },
        max: { cpu: '500m' },
        default: { cpu: '400m' },
        defaultRequest: { cpu: '100m' },
      },
    ];
    await post('/api/v1/namespaces/limited/limitranges', { metadata: { name: 'l' }, spec: { limits } });
    const inLimits = (name: string, resources: object) =>
      post('/api/v1/namespaces/limited/pods', {
        metadata: { name },
        spec: { containers: [{ name: 'c', image: 'i', resources }] },
      });
    const { body } = await inLimits('plain', {});
    expect(body.spec).toMatchObject({
      containers: [{ resources: { requests: { cpu: '100m' }, limits: { cpu: '400m' } } }],
    });
    expect((await inLimits('partial', { requests: { cpu: '60m' } })).body.spec).toMatchObject({
      containers: [{ resources: { requests: { cpu: '60m' }, limits: { cpu: '400m' } } }],
    });
    expect((await inLimits('small', { requests: { cpu: '10m' } })).status).toBe(403);
    expect((await inLimits('large', { limits: { cpu: '600m' } })).status).toBe(403);
  });
});

describe('a namespace', () => {
  const path = '/api/v1/namespaces/lived-in';
  it('is patched, updated and reported about', async () => {
    await post('/api/v1/namespaces', { metadata: { name: 'lived-in' } });
    expect((await patch(path, { metadata: { labels: { patched: 'yes' } } })).body.metadata.labels).toMatchObject({
      patched: 'yes',
      'kubernetes.io/metadata.name': 'lived-in',
    });
    const conditions = [{ type: 'Tried', status: 'True', reason: 'Test', message: 'm' }];
    const reported = await patch(`${path}/status`, { status: { conditions } });
    expect(reported.body.status).toMatchObject({ phase: 'Active', conditions });
    const { body: live } = await server.client.get(path);
    const labels = { ...live.metadata.labels, updated: 'yes' };
    const updated = await server.client.put(path, { ...live, metadata: { ...live.metadata, labels } });
    expect(updated.body.metadata.labels).toMatchObject({ patched: 'yes', updated: 'yes' });
  });

  it('takes finalizers through its own subresource, and waits for them', async () => {
    const { body: live } = await server.client.get(path);
    const withMine = { ...live, spec: { finalizers: ['kubernetes', 'example.com/mine'] } };
    expect((await server.client.put(`${path}/finalize`, withMine)).body.spec).toEqual(withMine.spec);
    await server.client.delete(path);
    await server.running.settle();
    const { body: waiting } = await server.client.get(path);
    expect(waiting.status).toMatchObject({ phase: 'Terminating' });
    await server.client.put(`${path}/finalize`, { ...waiting, spec: { finalizers: [] } });
    await server.running.settle();
    expect((await server.client.get(path)).status).toBe(404);
  });
});

describe('the server itself', () => {
  it('is the service kubernetes, with endpoints that lead to it', async () => {
    const { body: service } = await server.client.get(`${here}/services/kubernetes`);
    expect(service.spec).toMatchObject({ ports: [{ name: 'https', port: 443 }] });
    const { body: slice } = await server.client.get('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
      labelSelector: 'kubernetes.io/service-name=kubernetes',
    });
    const { status, body: endpoints } = await server.client.get(`${here}/endpoints/kubernetes`);
    if (status === 404) return expect(slice.items).toEqual([]);
    const { port } = new URL(server.url);
    expect(endpoints).toMatchObject({ subsets: [{ ports: [{ port: Number(port) }] }] });
    expect(slice.items).toMatchObject([{ ports: [{ port: Number(port) }] }]);
  });

  it('tells the range of cluster IPs by a ServiceCIDR that is ready', async () => {
    const { body } = await server.client.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes');
    expect(body).toMatchObject({
      spec: { cidrs: ['10.96.0.0/12'] },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    });
  });

  it('tells its version', async () => {
    const { body } = await server.client.get('/version');
    expect(body).toMatchObject({ major: '1', minor: '36' });
  });
});
