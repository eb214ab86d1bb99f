import { describe, expect, it } from 'vitest';
import { findNode } from './find-node.ts';
import { type Pod, podViewOf } from './pod-view.ts';
import { findPreemption } from './preemption.ts';
import { type Node, Snapshot } from './snapshot.ts';

type Spec = NonNullable<Pod['spec']>;
type NodeSpec = NonNullable<Node['spec']>;

const node = (name: string, labels: Record<string, string> = {}, spec: NodeSpec = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
  spec,
  status: { allocatable: { cpu: '2', memory: '4Gi', pods: '3' } },
});

let count = 0;

const pod = (spec: Spec = {}, labels: Record<string, string> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `p-${++count}`, namespace: 'default', labels },
  spec: { containers: [{ name: 'web', image: 'nginx' }], ...spec },
});
const asking = (cpu: string): Spec => ({
  containers: [{ name: 'web', image: 'nginx', resources: { requests: { cpu } } }],
});
const on = (name: string, placed: Pod): Pod => ({ ...placed, spec: { ...placed.spec, nodeName: name } });

const nodes = [node('a', { zone: 'x' }), node('b', { zone: 'x' }), node('c', { zone: 'y' })];

function place(wanted: Pod, placed: readonly Pod[] = [], on: readonly Node[] = nodes): string {
  const namespaces = new Map([['default', { team: 'sea' }]]);
  const found = findNode(podViewOf(wanted), Snapshot.of(on, placed.map(podViewOf), namespaces));
  return 'node' in found ? found.node.name : found.message;
}

const NOT_HELPFUL = 'preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.';
const NO_VICTIMS = 'preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.';

describe('room for a pod that is more important', () => {
  const worth = (priority: number, cpu: string): Pod => pod({ ...asking(cpu), priority });
  const made = (wanted: Pod, placed: readonly Pod[]): string[] | undefined => {
    const found = findPreemption(podViewOf(wanted), Snapshot.of(nodes, placed.map(podViewOf)));
    return found?.victims.map((victim) => victim.pod.metadata.name ?? '').concat(found.node.name);
  };

  it('is made where the least important have to go, and no more than need to', () => {
    const [low, lower, mid] = [on('a', worth(5, '1')), on('b', worth(1, '1')), on('c', worth(7, '2'))];
    const spare = on('b', worth(3, '500m'));
    expect(made(worth(10, '1500m'), [low, lower, mid, spare])).toEqual([lower.metadata.name, 'b']);
  });

  it('is not made by those who are as important, nor where it would not help', () => {
    const full = ['a', 'b', 'c'].map((name) => on(name, worth(10, '2')));
    expect(made(worth(10, '1'), full)).toBeUndefined();
    expect(made(worth(20, '3'), full)).toBeUndefined();
    expect(made(pod({ ...asking('1'), priority: 20, preemptionPolicy: 'Never' }), full)).toBeUndefined();
    expect(made(worth(20, '1'), full)).toHaveLength(2);
  });
});

describe('a node for a pod', () => {
  it('is one with enough left, the one with the most', () => {
    expect(place(pod(asking('1')), [on('a', pod(asking('1500m'))), on('b', pod(asking('500m')))])).toBe('c');
    const full = nodes.map(({ metadata }) => on(metadata.name ?? '', pod(asking('1500m'))));
    expect(place(pod(asking('1')), full)).toBe(`0/3 nodes are available: 3 Insufficient cpu. ${NO_VICTIMS}`);
    expect(place(pod(asking('3')))).toBe(`0/3 nodes are available: 3 Insufficient cpu. ${NOT_HELPFUL}`);
    expect(place(pod(), [on('a', pod()), on('a', pod()), on('b', pod())])).toBe('c');
  });

  it('has room for one more pod', () => {
    const crowded = ['a', 'b', 'c'].flatMap((name) => [pod(), pod(), pod()].map((one) => on(name, one)));
    expect(place(pod(), crowded)).toBe(`0/3 nodes are available: 3 Too many pods. ${NO_VICTIMS}`);
  });

  it('is what its selector and its affinity name', () => {
    expect(place(pod({ nodeSelector: { zone: 'y' } }))).toBe('c');
    const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['b'] }];
    const required = { nodeSelectorTerms: [{ matchFields }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    expect(place(pod({ affinity }))).toBe('b');
    const nowhere = place(pod({ nodeSelector: { zone: 'z' } }));
    expect(nowhere).toBe(
      `0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. ${NOT_HELPFUL}`,
    );
  });

  it('is neither cordoned nor tainted, unless the pod bears it', () => {
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
    const there = [node('a', {}, { unschedulable: true }), node('b', {}, { taints }), node('c', {}, { taints })];
    expect(place(pod(), [], there)).toBe(
      `0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) had untolerated taint(s). ${NOT_HELPFUL}`,
    );
    expect(place(pod({ tolerations: [{ key: 'gpu', operator: 'Exists' }] }), [on('b', pod())], there)).toBe('c');
  });

  it('has the host ports free', () => {
    const ports = [{ containerPort: 80, hostPort: 80 }];
    const web: Spec = { containers: [{ name: 'web', image: 'nginx', ports }] };
    expect(place(pod(web), [on('a', pod(web)), on('c', pod(web))])).toBe('b');
    expect(place(pod(web), [on('a', pod(web)), on('b', pod(web)), on('c', pod(web))])).toContain('free ports');
  });

  it('is near those it wants to be near to, and not near those it does not', () => {
    const term = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'zone' };
    const near = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const apart = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const db = on('c', pod({}, { app: 'db' }));
    expect(place(pod({ affinity: near }), [db])).toBe('c');
    expect(place(pod({ affinity: near }))).toContain("didn't match pod affinity rules");
    expect(['a', 'b', 'c']).toContain(place(pod({ affinity: near }, { app: 'db' })));
    expect(['a', 'b']).toContain(place(pod({ affinity: apart }), [db]));
    const shy = on('a', pod({ affinity: apart }));
    expect(place(pod({}, { app: 'db' }), [shy])).toBe('c');
  });

  it('finds those it wants to be near to in the namespaces that are meant', () => {
    const term = {
      labelSelector: { matchLabels: { app: 'db' } },
      topologyKey: 'zone',
      namespaceSelector: { matchLabels: { team: 'sea' } },
    };
    const near = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const db = on('c', pod({}, { app: 'db' }));
    const elsewhere = pod({ affinity: near });
    elsewhere.metadata.namespace = 'other';
    expect(place(elsewhere, [db])).toBe('c');
  });

  it('keeps pods spread', () => {
    const constraint = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    };
    const web = (): Pod => pod({ topologySpreadConstraints: [constraint] }, { app: 'web' });
    expect(place(web(), [on('a', web())])).toBe('c');
    expect(place(web(), [on('c', web())])).not.toBe('c');
    const lost = [node('a'), node('b'), node('c')];
    expect(place(web(), [], lost)).toContain('topology spread constraints (missing required label)');
  });

  it('is none where there is none', () => {
    expect(place(pod(), [], [])).toBe('no nodes available to schedule pods');
  });
});
