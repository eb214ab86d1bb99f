import type { CachedClient } from '#in-process-client';
import { OUT_OF_SERVICE_TAINT } from '../node/well-known.ts';
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
    const node = client.get<Node>('Node', name);
    if (node !== undefined) {
      missingSince.delete(name);
      if (isGivenUp(pod, node)) await removeGivenUp(client, pod);
      return undefined;
    }
    const since = missingSince.get(name) ?? client.nowMs;
    missingSince.set(name, since);
    const left = since + QUARANTINE_MS - client.nowMs;
    if (left > 0) return left;
    const message = 'PodGC: node no longer exists';
    if (!isEnded(pod)) await markDisrupted(client, pod, { reason: 'DeletionByPodGC', message, hasFailed: true });
    await client.removeNow(pod);
    return undefined;
  };
}

/** The pod is being deleted, and somebody has said that its node will not do it. */
function isGivenUp({ metadata }: Pod, { spec, status }: Node): boolean {
  const isOut = spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE_TAINT) ?? false;
  const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return metadata.deletionTimestamp !== undefined && isOut && !isReady;
}

async function removeGivenUp(client: CachedClient, pod: Pod): Promise<void> {
  if (!isEnded(pod)) {
    await client.writeStatus<Pod>(pod, (live) => {
      live.status = { ...live.status, phase: 'Failed' };
    });
  }
  await client.removeNow(pod);
}

const isEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
