import type { CoreV1 } from '#apis';
import type { CachedClient } from '#in-process-client';

export type Pod = CoreV1['Pod'];
export type Node = CoreV1['Node'];
export type Taint = CoreV1['Taint'];

interface Disruption {
  readonly reason: string;
  readonly message: string;
  /** The pod will never be heard of again. */
  readonly hasFailed: boolean;
}

/** Says in the pod why it has to go: jobs and people look at it. */
export async function markDisrupted(client: CachedClient, pod: Pod, disruption: Disruption): Promise<void> {
  const { now } = client;
  const { reason, message, hasFailed } = disruption;
  await client.writeStatus<Pod>(pod, (live) => {
    const others = (live.status?.conditions ?? []).filter(({ type }) => type !== 'DisruptionTarget');
    const { generation: observedGeneration } = live.metadata;
    const condition = {
      type: 'DisruptionTarget',
      ...(observedGeneration !== undefined && { observedGeneration }),
      status: 'True',
      lastTransitionTime: now,
      reason,
      message,
    };
    live.status = { ...live.status, conditions: [...others, condition], ...(hasFailed && { phase: 'Failed' }) };
  });
}
