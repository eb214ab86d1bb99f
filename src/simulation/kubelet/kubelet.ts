import type { CachedClient } from '#in-process-client';
import { storedEqual } from '#meta';
import { addressOf, isSimulated, isStopped, type Node, podRangeOf } from '../node/simulated-node.ts';
import type { SimulationOptions } from '../registrations.ts';
import { refusedStep } from './admit-pod.ts';
import { NodePods } from './node-pods.ts';
import { kubeletConditions, type PodCondition } from './pod-conditions.ts';
import { type Pod, PodRun, type PodStep } from './pod-run.ts';

interface KnownPod {
  readonly uid: string;
  readonly nodeName: string;
  readonly run: PodRun;
}

/** The kubelets of all simulated nodes: takes each pod that is bound to one of them a step further. */
export function kubelet({ delayMs }: Pick<SimulationOptions, 'delayMs'>) {
  const nodes = new Map<string, NodePods>();
  const pods = new Map<string, KnownPod>();

  const nodeOf = (client: CachedClient, name: string): NodePods | undefined => {
    const node = client.get<Node>('Node', name);
    // The node of a pod may be gone, and its kubelet goes on.
    if (node === undefined || !isSimulated(node)) return nodes.get(name);
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const range = podRangeOf(node);
    const there = client.all<Pod>('Pod', () => true).filter(({ spec }) => spec?.nodeName === name);
    const made = new NodePods({ range, address: addressOf(node) }, there);
    nodes.set(name, made);
    return made;
  };

  const forget = (key: string): void => {
    const known = pods.get(key);
    if (known !== undefined) nodes.get(known.nodeName)?.release(known.uid);
    pods.delete(key);
  };

  const runOf = (key: string, { metadata: { uid = '' } }: Pod, place: { nodeName: string; node: NodePods }): PodRun => {
    const known = pods.get(key);
    if (known?.uid === uid) return known.run;
    forget(key);
    const { node, nodeName } = place;
    const run = new PodRun({
      address: node.address,
      delayMs,
      podAddress: () => node.assign(uid),
      isNewImage: (image) => node.isNewImage(image),
    });
    pods.set(key, { uid, nodeName, run });
    return run;
  };

  return async (client: CachedClient, key: string): Promise<number | undefined> => {
    const pod = client.get<Pod>('Pod', key);
    const nodeName = pod?.spec?.nodeName ?? '';
    const node = nodeName === '' ? undefined : nodeOf(client, nodeName);
    if (pod === undefined || node === undefined) return void forget(key);
    const host = client.get<Node>('Node', nodeName);
    if (host !== undefined && isStopped(host)) return undefined;
    const { now, nowMs } = client;
    const refused = host && refusedStep(client, pod, host);
    const step = refused ?? runOf(key, pod, { nodeName, node }).step(pod, { now, nowMs });
    await write(client, pod, step);
    return step.againMs;
  };
}

async function write(client: CachedClient, pod: Pod, { status, events, isGone }: PodStep): Promise<void> {
  if (!storedEqual(status, pod.status ?? {})) {
    await client.writeStatus<Pod>(pod, (live) => {
      live.status = { ...status, conditions: conditionsOver(live, status.conditions ?? []) };
    });
  }
  for (const event of events) await client.tell(pod, { ...event, host: pod.spec?.nodeName ?? '' });
  if (isGone) await client.removeNow(pod);
}

/** Those of others are as they are by then. */
function conditionsOver({ status }: Pod, told: readonly PodCondition[]): PodCondition[] {
  const others = (status?.conditions ?? []).filter(({ type = '' }) => !kubeletConditions.has(type));
  return [...told.filter(({ type = '' }) => kubeletConditions.has(type)), ...others];
}
