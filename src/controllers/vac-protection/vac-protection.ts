import type { CachedClient } from '#in-process-client';
import type { KubeObject } from '#meta';
import { finalizerChange } from '../finalizer.ts';
import { dropFinalizer } from '../garbage-collector/owners.ts';
import { attributesClassesOf, mayNameClass } from './references.ts';

const FINALIZER = 'kubernetes.io/vac-protection';

/** Lets a class of volume attributes go that is being deleted, once nothing names it. k8s: controller/volume/vacprotection */
export async function reconcileAttributesClass(client: CachedClient, key: string): Promise<undefined> {
  const found = client.get<KubeObject>('storage.k8s.io/VolumeAttributesClass', key);
  if (found === undefined) return;
  const change = finalizerChange(found, FINALIZER, () => isNamed(client, key));
  if (change === 'remove') await client.editMetadata(found, (metadata) => dropFinalizer(metadata, FINALIZER));
  if (change !== 'add') return;
  await client.editMetadata(found, (metadata) => {
    if (metadata.deletionTimestamp === undefined) metadata.finalizers = [...(metadata.finalizers ?? []), FINALIZER];
  });
}

function isNamed(client: CachedClient, name: string): boolean {
  const naming = [
    ...client.all('PersistentVolume', mayNameClass),
    ...client.all('PersistentVolumeClaim', mayNameClass),
  ];
  return naming.some((object) => attributesClassesOf(object).includes(name));
}
