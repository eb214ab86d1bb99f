import type { CachedClient } from '#in-process-client';
import type { KubeObject } from '#meta';
import { finalizerChange } from '../finalizer.ts';
import { dropFinalizer } from '../garbage-collector/owners.ts';
import { controllerOf } from '../pods/claim.ts';
import { isDeleting, isEnded, type Pod, type Volume } from '../pods/pod.ts';

const FINALIZER = 'kubernetes.io/pvc-protection';

/** Lets a claim go that is being deleted, once no pod on a node uses it. k8s: controller/volume/pvcprotection */
export async function reconcileClaim(client: CachedClient, key: string): Promise<undefined> {
  const claim = client.get<KubeObject>('PersistentVolumeClaim', key);
  if (claim === undefined) return;
  const pods = (): Pod[] => client.inNamespace<Pod>('Pod', claim.metadata.namespace ?? '');
  const change = finalizerChange(claim, FINALIZER, () => pods().some((pod) => usesClaim(pod, claim)));
  if (change === 'remove') await client.editMetadata(claim, (metadata) => dropFinalizer(metadata, FINALIZER));
  if (change !== 'add') return;
  await client.editMetadata(claim, (metadata) => {
    if (metadata.deletionTimestamp === undefined) metadata.finalizers = [...(metadata.finalizers ?? []), FINALIZER];
  });
}

/** A pod that is on no node will not start with a claim that is being deleted. */
function usesClaim(pod: Pod, claim: KubeObject): boolean {
  if (!pod.spec?.nodeName) return false;
  return (pod.spec.volumes ?? []).some((volume) => isOf(volume, pod, claim));
}

function isOf({ name, persistentVolumeClaim, ephemeral }: Volume, pod: Pod, claim: KubeObject): boolean {
  if (persistentVolumeClaim?.claimName === claim.metadata.name) return true;
  const isShutDown = isDeleting(pod) && isEnded(pod);
  if (ephemeral === undefined || isShutDown || `${pod.metadata.name}-${name}` !== claim.metadata.name) return false;
  return controllerOf(claim)?.uid === pod.metadata.uid;
}
