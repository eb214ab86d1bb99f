import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { systemClockLike } from '../../client/testing/clock.ts';
import { holdingBack } from '../../server/testing/builtin-registry.ts';
import { gadgets } from '../testing/gadgets.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['resourcequota']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const pod = (cpu: string) => ({ spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] } });
const quota = (hard: object, spec: object = {}) => ({ spec: { hard, ...spec } });
const statusOf = async (name: string) => (await cluster.get(`resourcequotas/a/${name}`))?.status;

describe('the status of a quota', () => {
  it('tells what is used when it is made, changed, and when something goes', async () => {
    await cluster.create('pods/a/one', {}, pod('1'));
    await cluster.create('pods/a/two', {}, pod('500m'));
    await cluster.create('secrets/a/s');
    await cluster.create('resourcequotas/a/q', {}, quota({ pods: '5', 'requests.cpu': '4', 'count/secrets': '3' }));
    await settle();
    const hard = { pods: '5', 'requests.cpu': '4', 'count/secrets': '3' };
    expect(await statusOf('q')).toEqual({ hard, used: { pods: '2', 'requests.cpu': '1500m', 'count/secrets': '1' } });
    await cluster.remove('pods/a/two');
    await settle();
    expect(await statusOf('q')).toMatchObject({ used: { pods: '1', 'requests.cpu': '1' } });
    await cluster.edit('resourcequotas/a/q', (object: KubeObject) => {
      object.spec = { hard: { pods: '3', services: '1' } };
    });
    await settle();
    expect(await statusOf('q')).toEqual({ hard: { pods: '3', services: '1' }, used: { pods: '1', services: '0' } });
  });

  it('counts what it is about: scopes, ended pods, classes', async () => {
    await cluster.create('pods/a/best', {}, { spec: { containers: [{ name: 'c', image: 'i' }] } });
    await cluster.create('pods/a/burst', {}, pod('1'));
    await cluster.create('resourcequotas/a/best', {}, quota({ pods: '5' }, { scopes: ['BestEffort'] }));
    await cluster.create('resourcequotas/a/all', {}, quota({ pods: '5', 'count/pods': '5' }));
    await settle();
    expect(await statusOf('best')).toMatchObject({ used: { pods: '1' } });
    expect(await statusOf('all')).toMatchObject({ used: { pods: '2', 'count/pods': '2' } });
    await cluster.editStatus('pods/a/burst', (object) => {
      object.status = { ...(object.status as object), phase: 'Succeeded' };
    });
    await settle();
    expect(await statusOf('all')).toMatchObject({ used: { pods: '1', 'count/pods': '2' } });
  });

  it('counts kinds that come later', async () => {
    await cluster.create('resourcequotas/a/q', {}, quota({ 'count/gadgets.example.com': '1' }));
    await settle();
    expect(await statusOf('q')).toEqual({ hard: { 'count/gadgets.example.com': '1' } });
    cluster.addKind(gadgets({ namespaced: true }));
    await settle();
    await cluster.create('gadgets/a/one');
    await expect(cluster.create('gadgets/a/two')).rejects.toThrow(
      'gadgets.example.com "two" is forbidden: exceeded quota: q, requested: count/gadgets.example.com=1, used: count/gadgets.example.com=1, limited: count/gadgets.example.com=1',
    );
    await cluster.remove('gadgets/a/one');
    await settle();
    await cluster.create('gadgets/a/two');
  });

  it('counts an object that cannot be read as one that is there', async () => {
    await cluster.spoil('pods/a/broken', Buffer.from('\u0001\0\0\0{'));
    await cluster.create('pods/a/one', {}, pod('1'));
    await cluster.create('resourcequotas/a/q', {}, quota({ pods: '5' }));
    await settle();
    expect(await statusOf('q')).toMatchObject({ used: { pods: '2' } });
    expect(cluster.warnings).toContain('an object cannot be read; only that it is there is counted');
  });

  it('is not written when nothing has changed', async () => {
    await cluster.create('resourcequotas/a/q', {}, quota({ pods: '5' }));
    await cluster.create('pods/a/one', {}, pod('1'));
    await settle();
    const before = (await cluster.get('resourcequotas/a/q'))?.metadata.resourceVersion;
    await cluster.edit('pods/a/one', ({ metadata }) => {
      metadata.labels = { a: 'b' };
    });
    await settle();
    expect((await cluster.get('resourcequotas/a/q'))?.metadata.resourceVersion).toBe(before);
  });
});

describe('quotas under pressure', () => {
  it('keep what was charged for and is not written yet', async () => {
    const { engine, held, release } = holdingBack('late');
    await using slow = await TestCluster.open({ engine, clock: systemClockLike() });
    const { settle: settled } = slow.start(['resourcequota']);
    await slow.create('namespaces/a');
    await slow.create('secrets/a/first');
    await slow.create('resourcequotas/a/q', {}, quota({ secrets: '2' }));
    await settled();
    const used = async () => (await slow.get('resourcequotas/a/q'))?.status;
    const late = slow.create('secrets/a/late');
    await held;
    expect(await used()).toMatchObject({ used: { secrets: '2' } });
    await slow.remove('secrets/a/first');
    await settled();
    expect(await used()).toMatchObject({ used: { secrets: '1' } });
    release();
    await late;
    await settled();
    expect(await used()).toMatchObject({ used: { secrets: '1' } });
    await slow.remove('secrets/a/late');
    await settled();
    expect(await used()).toMatchObject({ used: { secrets: '0' } });
  });

  it('never let more through than fits while things come and go and are counted', async () => {
    const limit = 5;
    await cluster.create('resourcequotas/a/q', {}, quota({ 'count/configmaps': String(limit) }));
    await settle();
    let most = 0;
    const worker = async (id: number): Promise<void> => {
      for (let round = 0; round < 30; round++) {
        const path = `configmaps/a/c${id}-${round}`;
        const made = await cluster.create(path).then(
          () => true,
          () => false,
        );
        most = Math.max(most, (await cluster.paths('configmaps')).length);
        if (made) await cluster.remove(path);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, id) => worker(id)));
    await settle();
    expect(most).toBeLessThanOrEqual(limit);
    expect(most).toBeGreaterThan(1);
    expect(await statusOf('q')).toMatchObject({ used: { 'count/configmaps': '0' } });
  });

  it('let exactly as many through as fit when all come at once', async () => {
    await cluster.create('resourcequotas/a/q', {}, quota({ pods: '50', 'requests.cpu': '10' }));
    await settle();
    const made = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => cluster.create(`pods/a/p${at}`, {}, pod('500m'))),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await settle();
    expect(await statusOf('q')).toMatchObject({ used: { pods: '20', 'requests.cpu': '10' } });
  });
});
