import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const containers = [{ name: 'c', image: 'i' }];
const pod = (metadata: object, spec: object = {}) => ({ metadata, spec: { containers, ...spec } });

describe('a server that admits', () => {
  let server: TestServer;
  const pods = '/api/v1/namespaces/default/pods';
  beforeAll(async () => {
    server = await startTestServer({ controllers: '*' });
    await server.running.settle();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('completes a pod, and nobody owns what it added', async () => {
    const { status, body } = await server.client.post(pods, pod({ name: 'a' }));
    expect(status).toBe(201);
    expect(body.spec).toMatchObject({
      priority: 0,
      serviceAccountName: 'default',
      tolerations: [{ tolerationSeconds: 300 }, { tolerationSeconds: 300 }],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-\w{5}$/) }],
    });
    const owned = JSON.stringify(body.metadata);
    expect(owned).toContain('f:restartPolicy');
    expect(owned).not.toMatch(/f:(priority|tolerations|volumes|serviceAccountName|volumeMounts)/);
  });

  it('changes nothing when the same pod comes again', async () => {
    const { body: before } = await server.client.post(pods, pod({ name: 'b' }));
    const { body: after } = await server.client.put(`${pods}/b`, before);
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });

  it('calls a pod by what its name will begin with', async () => {
    const { body } = await server.client.post(pods, pod({ generateName: 'gen-' }, { priorityClassName: 'x' }));
    expect(body.message).toBe('pods "gen-" is forbidden: no PriorityClass with name x was found');
  });

  it('tells a pod the zone of the node that it is bound to', async () => {
    const labels = { 'topology.kubernetes.io/zone': 'z' };
    await server.client.post('/api/v1/nodes', { metadata: { name: 'n', labels } });
    await server.client.post(pods, pod({ name: 'bound' }));
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'bound' },
      target: { kind: 'Node', name: 'n' },
    };
    expect((await server.client.post(`${pods}/bound/binding`, binding)).status).toBe(201);
    expect((await server.client.get(`${pods}/bound`)).body.metadata.labels).toEqual(labels);
  });

  it('does not ask about the spec when the status is written', async () => {
    const namespace = '/api/v1/namespaces/strict';
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'strict' } });
    await server.running.settle();
    await server.client.post(`${namespace}/pods`, pod({ name: 'a' }, { hostNetwork: true }));
    const { body, rawHeaders } = await server.client.ask('PATCH', namespace, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } }),
    });
    expect(body.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'baseline' });
    expect(rawHeaders).toContain('299 - "a: host namespaces"');
    const status = await server.client.ask('PATCH', `${namespace}/pods/a/status`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status: { message: 'm' } }),
    });
    expect(status.status).toBe(200);
    const { body: refused } = await server.client.post(`${namespace}/pods`, pod({ name: 'b' }, { hostNetwork: true }));
    expect(refused.message).toBe(
      'pods "b" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    );
  });
});

describe('a server with a choice of plugins', () => {
  it('leaves out what is turned off, and does what is turned on', async () => {
    const options = {
      'disable-admission-plugins': 'ServiceAccount,Priority',
      'enable-admission-plugins': 'DenyServiceExternalIPs',
    };
    await using server = await startTestServer(options);
    const { body } = await server.client.post('/api/v1/namespaces/default/pods', pod({ name: 'a' }));
    expect(body.spec).not.toHaveProperty('priority');
    expect(body.spec).not.toHaveProperty('serviceAccountName');
    const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }], externalIPs: ['1.2.3.4'] } };
    expect((await server.client.post('/api/v1/namespaces/default/services', service)).status).toBe(403);
  });

  it.each(['enable', 'disable'])('does not start when it shall %s what nobody knows', async (list) => {
    const starting = startTestServer({ [`${list}-admission-plugins`]: 'Prioritty' });
    const message = new RegExp(`--${list}-admission-plugins: there is no admission plugin "Prioritty".*, Priority,`);
    await expect(starting).rejects.toThrow(message);
  });
});
