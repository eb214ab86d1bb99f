import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import type { Pod } from '../pods/pod.ts';
import { sortedJson } from '../pods/template-hash.ts';
import type { ControllerRevision } from '../revisions/revision.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import { nodeFit } from './node-match.ts';
import { targetNode } from './plan.ts';
import type { DaemonSet, Node } from './types.ts';

describe('a daemon set', () => {
  let cluster: TestCluster;
  let settle: () => Promise<void>;
  beforeEach(async () => {
    cluster = await TestCluster.open({ clock: manualClock() });
    await cluster.create('namespaces/a');
    ({ settle } = cluster.start(['daemonset', 'garbage-collector']));
  });
  afterEach(() => cluster[Symbol.asyncDispose]());

  const make = async (spec: object = {}, podSpec: object = {}) => {
    const containers = [{ name: 'c', image: 'one' }];
    const template = { metadata: { labels: { app: 'agent' } }, spec: { containers, ...podSpec } };
    const selector = { matchLabels: { app: 'agent' } };
    await cluster.create('daemonsets/a/agent', {}, { spec: { selector, template, ...spec } });
    await settle();
  };
  const node = (name: string, labels = {}) => cluster.create(`nodes/${name}`, { labels });
  const pods = () => cluster.all<Pod>('pods');
  const on = async () => (await pods()).map(targetNode).sort();
  const status = async () => ((await cluster.get('daemonsets/a/agent')) as DaemonSet).status;
  async function makeReady(): Promise<void> {
    for (const { metadata } of await pods()) {
      await cluster.editStatus(`pods/a/${metadata.name}`, (pod) => {
        pod.status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      });
    }
    await settle();
  }
  async function setImage(image: string): Promise<void> {
    await cluster.edit('daemonsets/a/agent', (live) => {
      for (const container of (live as DaemonSet).spec?.template?.spec?.containers ?? [])
        Object.assign(container, { image });
    });
    await settle();
  }
  const images = async () =>
    (await pods()).map(({ spec }) => (spec?.containers?.[0] as { image?: string } | undefined)?.image).sort();

  it('has nothing to do without nodes, and says so', async () => {
    await make();
    expect(await pods()).toEqual([]);
    expect(await status()).toEqual({
      observedGeneration: 1,
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    });
    expect(await cluster.paths('controllerrevisions')).toHaveLength(1);
  });

  it('has a pod for each node that fits, and follows the nodes', async () => {
    await node('n1', { disk: 'ssd' });
    await node('n2');
    await make({}, { nodeSelector: { disk: 'ssd' } });
    expect(await on()).toEqual(['n1']);
    await cluster.edit('nodes/n2', ({ metadata }) => {
      metadata.labels = { disk: 'ssd' };
    });
    await node('n3', { disk: 'ssd' });
    await settle();
    expect(await on()).toEqual(['n1', 'n2', 'n3']);
    await cluster.edit('nodes/n1', ({ metadata }) => {
      metadata.labels = {};
    });
    await cluster.remove('nodes/n3');
    await settle();
    expect(await on()).toEqual(['n2']);
    const [pod] = (await pods()) as [Pod];
    expect(pod.metadata.labels).toMatchObject({ app: 'agent', 'pod-template-generation': '1' });
    expect(pod.spec?.tolerations).toHaveLength(6);
    await makeReady();
    expect(await status()).toMatchObject({ desiredNumberScheduled: 1, numberReady: 1, numberAvailable: 1 });
  });

  it('takes a change node by node', async () => {
    for (const name of ['n1', 'n2', 'n3']) await node(name);
    await make();
    await makeReady();
    await setImage('two');
    expect(await images()).toEqual(['one', 'one', 'two']);
    expect(await status()).toMatchObject({ updatedNumberScheduled: 1, numberAvailable: 2, numberUnavailable: 1 });
    await makeReady();
    await makeReady();
    expect(await images()).toEqual(['two', 'two', 'two']);
    expect(await cluster.paths('controllerrevisions')).toHaveLength(2);
  });

  it('keeps its template as a patch with sorted keys, by which others know it again', async () => {
    await make();
    const [revision] = await cluster.all<ControllerRevision>('controllerrevisions');
    expect(JSON.stringify(revision?.data)).toBe(sortedJson(revision?.data));
    expect(revision?.data).toMatchObject({
      spec: { template: { $patch: 'replace', spec: { restartPolicy: 'Always' } } },
    });
  });

  it('starts the new pod before the old one ends, if it is told so', async () => {
    await node('n1');
    await make({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
    await makeReady();
    await setImage('two');
    expect(await images()).toEqual(['one', 'two']);
    await makeReady();
    expect(await images()).toEqual(['two']);
  });
});

describe('a node', () => {
  const node = (labels: { [key: string]: string }, taints: NonNullable<Node['spec']>['taints'] = []): Node => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', labels },
    spec: { taints },
  });
  const requires = (...matchExpressions: { key: string; operator: string; values?: string[] }[]) => ({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
  });
  const no = { shouldRun: false, mayStay: false };
  const yes = { shouldRun: true, mayStay: true };
  const stay = { shouldRun: false, mayStay: true };
  const noSchedule = { key: 'k', value: 'v', effect: 'NoSchedule' };
  it.each([
    ['any', node({}), {}, yes],
    ['another name', node({}), { nodeName: 'x' }, no],
    ['its label', node({ a: '1' }), { nodeSelector: { a: '1' } }, yes],
    ['another label', node({ a: '2' }), { nodeSelector: { a: '1' } }, no],
    ['In', node({ a: '2' }), requires({ key: 'a', operator: 'In', values: ['1', '2'] }), yes],
    ['NotIn', node({ a: '2' }), requires({ key: 'a', operator: 'NotIn', values: ['2'] }), no],
    ['Gt', node({ a: '10' }), requires({ key: 'a', operator: 'Gt', values: ['9'] }), yes],
    ['Exists', node({}), requires({ key: 'a', operator: 'Exists' }), no],
    ['a term that says nothing', node({}), requires(), no],
    ['a taint', node({}, [noSchedule]), {}, stay],
    ['a taint that is tolerated', node({}, [noSchedule]), { tolerations: [{ key: 'k', value: 'v' }] }, yes],
    ['a taint of another value', node({}, [noSchedule]), { tolerations: [{ key: 'k', value: 'w' }] }, stay],
    ['a taint that drives away', node({}, [{ key: 'k', effect: 'NoExecute' }]), {}, no],
    [
      'everything tolerated',
      node({}, [{ key: 'k', effect: 'NoExecute' }]),
      { tolerations: [{ operator: 'Exists' }] },
      yes,
    ],
    ['a cordon', node({}, [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }]), {}, yes],
  ])('fits or not: %s', (_, given, spec, expected) => {
    expect(nodeFit(given, { spec })).toEqual(expected);
  });
});
