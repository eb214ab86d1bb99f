import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import type { EndpointSlice } from '../endpointslice/plan.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { Endpoints } from './endpoints.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: manualClock() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['endpoints', 'endpointslice', 'endpointslicemirroring', 'garbage-collector']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const service = (spec: object = {}, labels = { team: 'x' }) =>
  cluster.create(
    'services/a/web',
    { labels },
    { spec: { ports: [{ name: 'http', port: 80, targetPort: 'web' }], ...spec } },
  );
const selecting = { selector: { app: 'web' } };
async function pod(name: string, podIP: string, options: { ready?: boolean; port?: number } = {}): Promise<void> {
  const { ready = true, port = 8080 } = options;
  const ports = [{ name: 'web', containerPort: port }];
  const spec = { containers: [{ name: 'c', image: 'i', ports }] };
  await cluster.create(`pods/a/${name}`, { labels: { app: 'web' } }, { spec });
  if (podIP !== '') await status(name, podIP, ready);
}
const status = (name: string, podIP: string, ready: boolean) =>
  cluster.editStatus(`pods/a/${name}`, (live) => {
    const lastTransitionTime = '2026-01-01T00:00:05Z';
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }];
    live.status = { phase: 'Running', podIP, podIPs: [{ ip: podIP }], conditions };
  });
const endpoints = async () => (await cluster.get('endpoints/a/web')) as Endpoints;
const slices = () => cluster.all<EndpointSlice>('endpointslices');
const refTo = async (name: string) => ({
  kind: 'Pod',
  namespace: 'a',
  name,
  uid: (await cluster.get(`pods/a/${name}`))?.metadata.uid,
});

describe('a service with a selector', () => {
  it('has endpoints and a slice from the beginning, with nobody in them', async () => {
    await service(selecting);
    await pod('pending', '');
    await settle();
    const { metadata, subsets } = await endpoints();
    expect(subsets).toBeUndefined();
    expect(metadata.labels).toEqual({ team: 'x', 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' });
    const all = await slices();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ addressType: 'IPv4', endpoints: null, ports: null });
    expect(all[0]?.metadata.generateName).toBe('web-');
    expect(all[0]?.metadata.labels).toEqual({
      team: 'x',
      'kubernetes.io/service-name': 'web',
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    });
    expect(all[0]?.metadata.ownerReferences).toMatchObject([{ kind: 'Service', name: 'web', controller: true }]);
  });

  it('shows pods that have an address, ready or not', async () => {
    await service(selecting);
    await pod('one', '10.0.0.2');
    await pod('two', '10.0.0.1', { ready: false });
    await settle();
    const [one, two] = [await refTo('one'), await refTo('two')];
    expect((await endpoints()).subsets).toEqual([
      {
        addresses: [{ ip: '10.0.0.2', targetRef: one }],
        notReadyAddresses: [{ ip: '10.0.0.1', targetRef: two }],
        ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      },
    ]);
    const [slice] = await slices();
    expect(await slices()).toHaveLength(1);
    expect(slice?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
    expect(slice?.endpoints).toEqual([
      { addresses: ['10.0.0.2'], conditions: { ready: true, serving: true, terminating: false }, targetRef: one },
      { addresses: ['10.0.0.1'], conditions: { ready: false, serving: false, terminating: false }, targetRef: two },
    ]);
    expect(slice?.metadata.annotations).toEqual({
      'endpoints.kubernetes.io/last-change-trigger-time': '2026-01-01T00:00:05Z',
    });
  });

  it('follows pods and its own changes', async () => {
    await service(selecting);
    await pod('one', '10.0.0.1');
    await pod('two', '10.0.0.2', { port: 9090 });
    await settle();
    expect((await endpoints()).subsets).toHaveLength(2);
    expect(await slices()).toHaveLength(2);
    await cluster.edit('pods/a/two', ({ metadata }) => {
      metadata.labels = { app: 'other' };
    });
    await status('one', '10.0.0.9', true);
    await cluster.edit('services/a/web', ({ metadata }) => {
      metadata.labels = { team: 'y' };
    });
    await settle();
    expect((await endpoints()).subsets).toMatchObject([{ addresses: [{ ip: '10.0.0.9' }] }]);
    expect(await slices()).toMatchObject([{ endpoints: [{ addresses: ['10.0.0.9'] }] }]);
    for (const { metadata } of [await endpoints(), ...(await slices())]) expect(metadata.labels?.team).toBe('y');
    await cluster.remove('pods/a/one');
    await settle();
    expect((await endpoints()).subsets).toBeUndefined();
    expect(await slices()).toMatchObject([{ endpoints: null }]);
  });

  it('takes its endpoints along', async () => {
    await service(selecting);
    await pod('one', '10.0.0.1');
    await settle();
    await cluster.remove('services/a/web');
    await settle();
    expect(await cluster.get('endpoints/a/web')).toBeNull();
    expect(await slices()).toEqual([]);
  });

  it('gets back what somebody deletes', async () => {
    await service(selecting);
    await pod('one', '10.0.0.1');
    await settle();
    await cluster.remove('endpoints/a/web');
    await cluster.remove(`endpointslices/a/${(await slices())[0]?.metadata.name}`);
    await settle();
    expect((await endpoints()).subsets).toHaveLength(1);
    expect(await slices()).toMatchObject([{ endpoints: [{ addresses: ['10.0.0.1'] }] }]);
  });
});

describe('a service without a selector', () => {
  const subsets = [{ addresses: [{ ip: '1.2.3.4' }], notReadyAddresses: [{ ip: '1.2.3.5' }], ports: [{ port: 80 }] }];
  const annotations = { note: 'n', 'kubectl.kubernetes.io/last-applied-configuration': '{}' };

  it('has the endpoints that somebody wrote, mirrored in a slice', async () => {
    await service();
    await cluster.create('endpoints/a/web', { labels: { own: 'l' }, annotations }, { subsets });
    await settle();
    const [slice] = await slices();
    expect(await slices()).toHaveLength(1);
    expect(slice?.metadata.labels).toEqual({
      own: 'l',
      'kubernetes.io/service-name': 'web',
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    });
    expect(slice?.metadata.annotations).toEqual({ note: 'n' });
    expect(slice?.endpoints).toEqual([
      { addresses: ['1.2.3.4'], conditions: { ready: true } },
      { addresses: ['1.2.3.5'], conditions: { ready: false } },
    ]);
    expect(slice?.ports).toEqual([{ name: '', port: 80, protocol: 'TCP' }]);
    expect((await endpoints()).metadata.labels).toEqual({ own: 'l' });
  });

  it.each([
    [
      'has a selector by now',
      () => cluster.edit('services/a/web', (live) => Object.assign(live.spec as object, selecting)),
      1,
    ],
    ['is gone', () => cluster.remove('services/a/web'), 0],
    ['has no endpoints any more', () => cluster.remove('endpoints/a/web'), 0],
    [
      'does not want them mirrored',
      () =>
        cluster.edit('endpoints/a/web', ({ metadata }) => {
          metadata.labels = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
        }),
      0,
    ],
  ] as const)('loses the mirrored slice when it %s', async (_, change, left) => {
    await service();
    await cluster.create('endpoints/a/web', {}, { subsets });
    await settle();
    expect(await slices()).toHaveLength(1);
    await change();
    await settle();
    expect(await slices()).toHaveLength(left);
  });
});

it('leaves endpoints alone that belong to no service', async () => {
  await cluster.create('endpoints/a/alone', {}, { subsets: [{ addresses: [{ ip: '1.2.3.4' }] }] });
  await settle();
  expect(await cluster.get('endpoints/a/alone')).not.toBeNull();
  expect(await slices()).toEqual([]);
});
