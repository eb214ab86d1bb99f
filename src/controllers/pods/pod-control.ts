import type { CachedClient } from '#in-process-client';
import type { KubeObject } from '#meta';
import { isTerminatingNamespace, type Pod } from './pod.ts';

/** Creates a pod for its controller, with an Event. k8s: controller/controller_utils.go RealPodControl */
export async function createPodFor(client: CachedClient, owner: KubeObject, pod: Pod): Promise<void> {
  try {
    const name = await client.createNamed(pod);
    if (name !== undefined) await tell(client, owner, ['Normal', 'SuccessfulCreate', `Created pod: ${name}`]);
  } catch (error) {
    if (!isTerminatingNamespace(error)) {
      await tell(client, owner, ['Warning', 'FailedCreate', `Error creating: ${(error as Error).message}`]);
    }
    throw error;
  }
}

/** Deletes a pod for its controller, with an Event. */
export async function removePodFor(client: CachedClient, owner: KubeObject, pod: Pod): Promise<void> {
  try {
    if (!(await client.remove(pod))) return;
  } catch (error) {
    await tell(client, owner, ['Warning', 'FailedDelete', `Error deleting: ${(error as Error).message}`]);
    throw error;
  }
  await tell(client, owner, ['Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`]);
}

type Told = readonly [type: 'Normal' | 'Warning', reason: string, message: string];

/** Writes an Event about an owner. */
export function tell(client: CachedClient, owner: KubeObject, [type, reason, message]: Told): Promise<void> {
  return client.tell(owner, { type, reason, message });
}
