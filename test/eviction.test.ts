import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestClient } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const labels = { app: 'x' };
const spec = { containers: [{ name: 'c', image: 'i' }] };

describe('the eviction of a pod', () => {
  let server: TestServer;
  let client: TestClient;
  let base: string;
  let budgets: string;
  let count = 0;
  // The budgets' status is said by hand: what the controller makes of pods is its own matter.
  beforeAll(async () => {
    server = await startTestServer({ controllers: 'namespace' });
    client = server.client;
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    const name = `n${++count}`;
    base = `/api/v1/namespaces/${name}`;
    budgets = `/apis/policy/v1/namespaces/${name}/poddisruptionbudgets`;
    await client.post('/api/v1/namespaces', { metadata: { name } });
  });

  const patch = (path: string, body: object) =>
    client.ask('PATCH', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
  async function running(name: string, { ready = 'True', node = '' } = {}): Promise<void> {
    const nodeName = node === '' ? {} : { nodeName: node };
    await client.post(`${base}/pods`, { metadata: { name, labels }, spec: { ...spec, ...nodeName } });
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] };
    await patch(`${base}/pods/${name}/status`, { status });
  }
  async function budget(name: string, status: object, rest: object = {}): Promise<void> {
    const wanted = { metadata: { name }, spec: { maxUnavailable: 1, selector: { matchLabels: labels }, ...rest } };
    await client.post(budgets, wanted);
    await patch(`${budgets}/${name}/status`, { status: { observedGeneration: 1, ...status } });
  }
  const evict = (name: string, deleteOptions?: object, query = {}): Promise<Answer> =>
    client.post(
      `${base}/pods/${name}/eviction`,
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...(deleteOptions && { deleteOptions }) },
      query,
    );
  const isThere = async (name: string) => (await client.get(`${base}/pods/${name}`)).status === 200;
  const statusOf = async (name: string) =>
    (await client.get(`${budgets}/${name}`)).body.status as { disruptionsAllowed?: number };

  it('without a budget is its deletion, and the pod says why it goes', async () => {
    await running('p', { node: 'somewhere' });
    const { status, body } = await evict('p', { gracePeriodSeconds: 7 });
    expect([status, body]).toEqual([
      201,
      { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    ]);
    const { metadata, status: of } = (await client.get(`${base}/pods/p`)).body;
    expect(metadata.deletionGracePeriodSeconds).toBe(7);
    expect((of as { conditions: object[] }).conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }),
    );
  });

  it('may be asked for in the words of an older version', async () => {
    await running('p');
    const eviction = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'p' } };
    expect((await client.post(`${base}/pods/p/eviction`, eviction)).status).toBe(201);
    const unknown = await client.post(`${base}/pods/p/eviction`, { ...eviction, apiVersion: 'policy/v2' });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('no kind "Eviction"')]);
  });

  it('is taken out of its budget as long as there is something in it', async () => {
    await budget('b', { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 });
    for (const name of ['p', 'q']) await running(name);
    expect((await evict('p', { dryRun: ['All'] })).status).toBe(201);
    expect((await evict('p', undefined, { dryRun: 'All' })).status).toBe(201);
    expect([await isThere('p'), (await statusOf('b')).disruptionsAllowed]).toEqual([true, 1]);
    expect((await evict('p')).status).toBe(201);
    expect(await isThere('p')).toBe(false);
    expect(await statusOf('b')).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: expect.any(String) },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', observedGeneration: 1 }],
    });
    const refused = await evict('q');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, undefined]);
    expect(refused.body).toMatchObject({
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          { reason: 'DisruptionBudget', message: 'The disruption budget b does not allow evicting pods currently' },
        ],
      },
    });
    expect(await isThere('q')).toBe(true);
  });

  it.each([
    [{ observedGeneration: 0 }, 429, 'The disruption budget b is still being processed by the server.'],
    [{ currentHealthy: 1, desiredHealthy: 2 }, 429, 'The disruption budget b needs 2 healthy pods and has 1 currently'],
    [
      {
        conditions: [
          {
            type: 'DisruptionAllowed',
            status: 'False',
            reason: 'SyncFailed',
            message: 'oh',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
      429,
      'The disruption budget b does not allow evicting pods currently because it failed sync: oh',
    ],
  ])('with a budget whose status is %j is refused with %d', async (status, code, cause) => {
    await running('p');
    await budget('b', { disruptionsAllowed: 0, currentHealthy: 5, ...status });
    const { status: answered, body } = await evict('p');
    expect([answered, (body.details as { causes: object[] }).causes]).toEqual([
      code,
      [{ reason: 'DisruptionBudget', message: cause }],
    ]);
  });

  it('of a pod that is not healthy goes by the policy for those', async () => {
    await running('p', { ready: 'False' });
    await budget('b', { currentHealthy: 1, desiredHealthy: 2 });
    expect((await evict('p')).status).toBe(429);
    await patch(`${budgets}/b/status`, { status: { currentHealthy: 2 } });
    expect((await evict('p')).status).toBe(201);
    await running('q', { ready: 'False' });
    await patch(`${budgets}/b`, { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } });
    await patch(`${budgets}/b/status`, { status: { currentHealthy: 0 } });
    expect((await evict('q')).status).toBe(201);
    expect(await statusOf('b')).not.toHaveProperty('disruptedPods');
  });

  it('of a pod that does not run asks no budget', async () => {
    await budget('b', { disruptionsAllowed: 0 });
    await client.post(`${base}/pods`, { metadata: { name: 'p', labels }, spec });
    expect((await evict('p')).status).toBe(201);
    expect(await isThere('p')).toBe(false);
  });

  it('of a pod with two budgets is more than it can do', async () => {
    await running('p');
    for (const name of ['a', 'b']) await budget(name, { disruptionsAllowed: 1 });
    const { status, body } = await evict('p');
    expect([status, body.message, body.reason]).toEqual([
      500,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      undefined,
    ]);
  });

  it('happens only to the pod that is meant', async () => {
    await running('p');
    const other = await evict('p', { preconditions: { uid: 'other' } });
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringMatching(/^Operation cannot be fulfilled on Pod "p": the UID in the precondition \(other\)/),
    ]);
    expect((await evict('p', { preconditions: { resourceVersion: '1' } })).status).toBe(409);
    const { uid, resourceVersion } = (await client.get(`${base}/pods/p`)).body.metadata;
    expect((await evict('p', { preconditions: { uid, resourceVersion } })).status).toBe(201);
  });

  it.each([
    ['nobody', 'nobody', 404, 'pods "nobody" not found'],
    ['p', 'other', 400, 'name in URL does not match name in Eviction object'],
  ])('at %s for %s is refused', async (at, name, status, message) => {
    const answer = await client.post(`${base}/pods/${at}/eviction`, { metadata: { name } });
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  it('is granted to no more than the budget allows when many ask at once', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
    for (const name of names) await running(name);
    await budget('b', { disruptionsAllowed: 3, currentHealthy: 10, desiredHealthy: 7, expectedPods: 10 });
    const answers = await Promise.all(names.map((name) => evict(name)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
    expect((await statusOf('b')).disruptionsAllowed).toBe(0);
  });
});

describe('a budget that its controller keeps', () => {
  it('lets pods go one after the other, as long as enough are healthy', async () => {
    await using server = await startTestServer({ controllers: 'disruption' });
    const { client, running } = server;
    const pods = '/api/v1/namespaces/default/pods';
    const headers = { 'content-type': 'application/merge-patch+json' };
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    for (const name of ['a', 'b', 'c']) {
      await client.post(pods, { metadata: { name, labels }, spec });
      await client.ask('PATCH', `${pods}/${name}/status`, { body: JSON.stringify({ status }), headers });
    }
    await client.post('/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    });
    await running.settle();
    const answers: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      answers.push((await client.post(`${pods}/${name}/eviction`, { metadata: { name } })).status);
      await running.settle();
    }
    expect(answers).toEqual([201, 201, 429]);
  });
});
