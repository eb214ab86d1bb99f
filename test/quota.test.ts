import { describe, expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';

const base = '/api/v1/namespaces/default';
const spec = (memory: string) => ({ containers: [{ name: 'c', image: 'i', resources: { requests: { memory } } }] });

describe('a server with quotas', () => {
  it('lets exactly as many creates through as fit, however many come at once', async () => {
    await using server = await startTestServer({ controllers: 'resourcequota' });
    const { client, running } = server;
    await client.post(`${base}/resourcequotas`, {
      metadata: { name: 'q' },
      spec: { hard: { pods: '10', 'requests.memory': '1Gi' } },
    });
    await running.settle();
    const all = Array.from({ length: 60 }, (_, at) =>
      client.post(`${base}/pods`, { metadata: { name: `p${at}` }, spec: spec('128Mi') }),
    );
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(answers.find(({ status }) => status !== 201)?.body.message).toMatch(
      /^pods "p\d+" is forbidden: exceeded quota: q, requested: requests.memory=128Mi, used: requests.memory=1Gi, limited: requests.memory=1Gi$/,
    );
    await running.settle();
    const { status } = (await client.get(`${base}/resourcequotas/q`)).body;
    expect(status).toEqual({
      hard: { pods: '10', 'requests.memory': '1Gi' },
      used: { pods: '8', 'requests.memory': '1Gi' },
    });
  });

  it('limits custom resources by their number, and takes nothing for what is only tried out', async () => {
    await using server = await startTestServer({ controllers: 'resourcequota' });
    const { client, running } = server;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'gadgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', kind: 'Gadget' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    await client.post(`${base}/resourcequotas`, {
      metadata: { name: 'q' },
      spec: { hard: { 'count/gadgets.example.com': '1' } },
    });
    await running.settle();
    const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';
    const gadget = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name } });
    expect((await client.post(gadgets, gadget('a'), { dryRun: 'All' })).status).toBe(201);
    expect((await client.post(gadgets, gadget('a'))).status).toBe(201);
    const refused = await client.post(gadgets, gadget('b'));
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'gadgets.example.com "b" is forbidden: exceeded quota: q, requested: count/gadgets.example.com=1, used: count/gadgets.example.com=1, limited: count/gadgets.example.com=1',
    ]);
    await client.delete(`${gadgets}/a`);
    await running.settle();
    expect((await client.post(gadgets, gadget('b'))).status).toBe(201);
  });

  it('enforces a quota that was made a moment ago', async () => {
    await using server = await startTestServer({ controllers: 'resourcequota' });
    const { client, running } = server;
    const quota = { metadata: { name: 'q' }, spec: { hard: { configmaps: '0' } } };
    await client.post(`${base}/resourcequotas`, quota);
    await running.settle();
    expect((await client.post(`${base}/configmaps`, { metadata: { name: 'c' } })).status).toBe(403);
  });
});
