import type { CachedClient } from '#in-process-client';
import { ApiError, type KubeObject, type Labels } from '#meta';
import { markDisrupted } from '../eviction/evict.ts';
import { findNode } from './find-node.ts';
import { isPlaced, isWaiting, type Pod, type PodView, podViewOf } from './pod-view.ts';
import { askForVolumes, podVolumesOf } from './pod-volumes.ts';
import { findPreemption, type Preemption } from './preemption.ts';
import { type Node, Snapshot } from './snapshot.ts';

/**
 * Finds nodes for the pods that wait for one, the most important first. One pass sees all of them: what changes makes
 * another pass. k8s: scheduler
 */
export async function schedulePods(client: CachedClient): Promise<undefined> {
  const pods = client.views<Pod, PodView>('Pod', 'scheduler', podViewOf);
  const waiting = pods.filter(isWaiting).sort((a, b) => b.priority - a.priority || a.createdMs - b.createdMs);
  if (waiting.length === 0) return;
  const nodes = client.views<Node, Node>('Node', 'object', (node) => node);
  const namespaces = client.views<KubeObject, [string, Labels]>('Namespace', 'labels', ({ metadata }) => [
    metadata.name ?? '',
    metadata.labels ?? {},
  ]);
  const snapshot = Snapshot.of(nodes, pods.filter(isPlaced), new Map(namespaces));
  for (const pod of waiting) await schedule(client, pod, snapshot);
}

async function schedule(client: CachedClient, view: PodView, snapshot: Snapshot): Promise<void> {
  const volumes = podVolumesOf(client, view.pod);
  const found = findNode(view, snapshot, volumes);
  if ('message' in found) {
    await tellUnschedulable(client, view.pod, found.message);
    return makeRoom(client, view, snapshot);
  }
  if (volumes.waiting.length > 0) return askForVolumes(client, volumes, found.node.name);
  if (await bind(client, view.pod, found.node.name)) found.node.add(view);
}

/** The room that others make for the pod is not for less important ones that come later. k8s: addGENominatedPods */
async function makeRoom(client: CachedClient, view: PodView, snapshot: Snapshot): Promise<void> {
  const preemption = findPreemption(view, snapshot);
  if (preemption === undefined) return;
  if (preemption.victims.length > 0) await preempt(client, view.pod, preemption);
  preemption.node.add(view);
}

/** False when the pod has changed meanwhile, which makes another pass. */
async function bind(client: CachedClient, pod: Pod, node: string): Promise<boolean> {
  const { name = '', namespace = '', uid = '' } = pod.metadata;
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { kind: 'Node', name: node },
  };
  try {
    await client.act(pod, 'binding', binding);
  } catch (error) {
    if (error instanceof ApiError && (error.reason === 'Conflict' || error.reason === 'NotFound')) return false;
    throw error;
  }
  const message = `Successfully assigned ${namespace}/${name} to ${node}`;
  await client.tell(pod, { type: 'Normal', reason: 'Scheduled', message, action: 'Binding' });
  return true;
}

/** Has less important pods go. The pod gets its node when they are gone. */
async function preempt(client: CachedClient, pod: Pod, { node, victims }: Preemption): Promise<void> {
  await client.writeStatus<Pod>(pod, (live) => {
    live.status = { ...live.status, nominatedNodeName: node.name };
  });
  const message = 'default-scheduler: preempting to accommodate a higher priority pod';
  for (const { pod: victim } of victims) {
    if (victim.metadata.deletionTimestamp !== undefined) continue;
    await markDisrupted(client, victim, { reason: 'PreemptionByScheduler', message, hasFailed: false });
    await client.remove(victim);
    const said = `Preempted by pod ${pod.metadata.uid} on node ${node.name}`;
    await client.tell(victim, { type: 'Normal', reason: 'Preempted', message: said, action: 'Preempting' });
  }
}

/** Told when there is something new to tell. */
async function tellUnschedulable(client: CachedClient, pod: Pod, message: string): Promise<void> {
  const before = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (before?.message === message) return;
  const { now } = client;
  const { generation: observedGeneration } = pod.metadata;
  await client.writeStatus<Pod>(pod, (live) => {
    const conditions = (live.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
    const condition = {
      type: 'PodScheduled',
      ...(observedGeneration !== undefined && { observedGeneration }),
      status: 'False',
      lastProbeTime: null as unknown as string,
      lastTransitionTime: (before?.status === 'False' && before.lastTransitionTime) || now,
      reason: 'Unschedulable',
      message,
    };
    live.status = { ...live.status, conditions: [...conditions, condition] };
  });
  await client.tell(pod, { type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' });
}
