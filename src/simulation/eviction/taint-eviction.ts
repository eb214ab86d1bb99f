import { tolerates } from '#controllers';
import type { CachedClient } from '#in-process-client';
import { markDisrupted, type Node, type Pod, type Taint } from './evict.ts';

/** Removes pods from nodes with taints that they do not bear, or not for so long. k8s: controller/tainteviction */
export function evictTainted() {
  const since = new Map<string, number>();
  return async (client: CachedClient, key: string): Promise<number | undefined> => {
    const pod = client.get<Pod>('Pod', key);
    const node = client.get<Node>('Node', pod?.spec?.nodeName ?? '');
    const isGoing = pod?.metadata.deletionTimestamp !== undefined || isEnded(pod);
    if (pod === undefined || node === undefined || isGoing) return void since.delete(key);
    const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
    const stayMs = untilEviction(pod, taints);
    if (stayMs === Number.POSITIVE_INFINITY) {
      if (since.delete(key)) await tell(client, pod, 'Cancelling deletion of Pod');
      return undefined;
    }
    const begun = since.get(key) ?? client.nowMs;
    since.set(key, begun);
    const left = begun + stayMs - client.nowMs;
    if (left > 0) return left;
    since.delete(key);
    await tell(client, pod, 'Marking for deletion Pod');
    const message = 'Taint manager: deleting due to NoExecute taint';
    await markDisrupted(client, pod, { reason: 'DeletionByTaintManager', message, hasFailed: false });
    await client.remove(pod);
    return undefined;
  };
}

const isEnded = (pod: Pod | undefined): boolean =>
  pod?.status?.phase === 'Succeeded' || pod?.status?.phase === 'Failed';

/** Milliseconds that a pod bears these taints: 0 when it does not, without end when it always does. */
export function untilEviction({ spec }: Pod, taints: readonly Taint[]): number {
  const tolerations = spec?.tolerations ?? [];
  const used = taints.map((taint) => tolerations.filter((toleration) => tolerates(toleration, taint)));
  if (used.some((some) => some.length === 0)) return 0;
  const seconds = used.flat().flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return Math.max(0, Math.min(Number.POSITIVE_INFINITY, ...seconds.map((one) => Number(one) * 1000)));
}

function tell(client: CachedClient, pod: Pod, what: string): Promise<void> {
  const { namespace, name } = pod.metadata;
  const message = `${what} ${namespace}/${name}`;
  return client.tell(pod, { type: 'Normal', reason: 'TaintManagerEviction', message });
}
