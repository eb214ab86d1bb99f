import type { CachedClient } from '#in-process-client';
import { markDisrupted, type Node, type Pod } from './evict.ts';

/** A node may be late. Kubernetes waits for 40 seconds; nodes that pretend are never so late. */
const QUARANTINE_MS = 5000;

/** Removes pods whose node is gone: nobody else would. k8s: controller/podgc */
export function collectPods() {
  const missingSince = new Map<string, number>();
  return async (client: CachedClient, key: string): Promise<number | undefined> => {
    const pod = client.get<Pod>('Pod', key);
    const name = pod?.spec?.nodeName ?? '';
    if (pod === undefined || name === '') return undefined;
    if (client.get<Node>('Node', name) !== undefined) {
      missingSince.delete(name);
      return undefined;
    }
    const since = missingSince.get(name) ?? client.nowMs;
    missingSince.set(name, since);
    const left = since + QUARANTINE_MS - client.nowMs;
    if (left > 0) return left;
    const isEnded = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    const message = 'PodGC: node no longer exists';
    if (!isEnded) await markDisrupted(client, pod, { reason: 'DeletionByPodGC', message, hasFailed: true });
    await client.removeNow(pod);
    return undefined;
  };
}
