import type { CoreV1 } from '#apis';
import type { CachedClient } from '#in-process-client';
import { finalizerChange } from '../finalizer.ts';
import { dropFinalizer } from '../garbage-collector/owners.ts';

const FINALIZER = 'kubernetes.io/pv-protection';

type Volume = CoreV1['PersistentVolume'];

/** Lets a volume go that is being deleted, unless it is bound to a claim. k8s: controller/volume/pvprotection */
export async function reconcileVolume(client: CachedClient, key: string): Promise<undefined> {
  const volume = client.get<Volume>('PersistentVolume', key);
  if (volume === undefined) return;
  const change = finalizerChange(volume, FINALIZER, () => volume.status?.phase === 'Bound');
  if (change === 'remove') await client.editMetadata(volume, (metadata) => dropFinalizer(metadata, FINALIZER));
  if (change !== 'add') return;
  await client.editMetadata(volume, (metadata) => {
    if (metadata.deletionTimestamp === undefined) metadata.finalizers = [...(metadata.finalizers ?? []), FINALIZER];
  });
}
