import { afterEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import type { Node, Taint } from '../daemonset/types.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import { taintsAfter } from './taints.ts';

const noSchedule = (name: string): Taint => ({ key: `node.kubernetes.io/${name}`, effect: 'NoSchedule' });
const condition = (type: string, status: string) => ({ type, status });
const now = '2026-01-01T00:00:00Z';
const added = (name: string): Taint => ({ ...noSchedule(name), timeAdded: now });

describe('the taints of a node', () => {
  const foreign: Taint = { key: 'team', value: 'a', effect: 'NoSchedule' };
  const evicting: Taint = { ...noSchedule('not-ready'), effect: 'NoExecute' };
  it.each([
    ['go when it becomes ready', [noSchedule('not-ready')], [condition('Ready', 'True')], []],
    ['come when it is not ready', [], [condition('Ready', 'False')], [added('not-ready')]],
    [
      'change when nothing is heard of it',
      [noSchedule('not-ready')],
      [condition('Ready', 'Unknown')],
      [added('unreachable')],
    ],
    [
      'tell of pressure',
      [],
      [condition('DiskPressure', 'True'), condition('PIDPressure', 'False')],
      [added('disk-pressure')],
    ],
    [
      "are left alone when they are somebody else's",
      [foreign, evicting, noSchedule('not-ready')],
      [],
      [foreign, evicting],
    ],
    [
      'stay when they are right',
      [foreign, noSchedule('memory-pressure')],
      [condition('MemoryPressure', 'True')],
      undefined,
    ],
    [
      'know nothing of other conditions',
      [],
      [condition('constructor', 'True'), condition('Ready', 'toString')],
      undefined,
    ],
  ])('%s', (_, taints, conditions, expected) => {
    const node: Node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n' },
      spec: { taints },
      status: { conditions },
    };
    expect(taintsAfter(node, now)).toEqual(expected);
  });
});

describe('the controller of nodes', () => {
  let cluster: TestCluster;
  afterEach(() => cluster[Symbol.asyncDispose]());

  it('follows what is reported of a node, and whether it is cordoned', async () => {
    cluster = await TestCluster.open({ clock: manualClock() });
    const { settle } = cluster.start(['nodelifecycle']);
    await cluster.create('nodes/n', {}, { spec: { taints: [noSchedule('not-ready')], unschedulable: true } });
    const keys = async () => {
      await settle();
      return ((await cluster.get('nodes/n')) as Node).spec?.taints?.map(({ key }) => key) ?? [];
    };
    await cluster.editStatus('nodes/n', (live) => {
      live.status = { conditions: [{ type: 'Ready', status: 'False' }] };
    });
    expect(await keys()).toEqual(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unschedulable']);
    await cluster.editStatus('nodes/n', (live) => {
      live.status = { conditions: [{ type: 'Ready', status: 'True' }] };
    });
    expect(await keys()).toEqual(['node.kubernetes.io/unschedulable']);
    await cluster.edit('nodes/n', (live) => {
      live.spec = { ...(live as Node).spec, unschedulable: false };
    });
    expect(await keys()).toEqual([]);
  });
});
