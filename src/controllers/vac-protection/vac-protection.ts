import type { KubeObject } from '#meta';
import type { Desk } from '../desk.ts';
import { finalizerChange } from '../finalizer.ts';
import { dropFinalizer } from '../garbage-collector/owners.ts';
import { attributesClassesOf, mayNameClass } from './references.ts';

const FINALIZER = 'kubernetes.io/vac-protection';

/** Lets a class of volume attributes go that is being deleted, once nothing names it. k8s: controller/volume/vacprotection */
export async function attendAttributesClass(desk: Desk, key: string): Promise<undefined> {
  const found = desk.get<KubeObject>('storage.k8s.io/VolumeAttributesClass', key);
  if (found === undefined) return;
  const change = finalizerChange(found, FINALIZER, () => isNamed(desk, key));
  if (change === 'remove') await desk.editMetadata(found, (metadata) => dropFinalizer(metadata, FINALIZER));
  if (change !== 'add') return;
  await desk.editMetadata(found, (metadata) => {
    if (metadata.deletionTimestamp === undefined) metadata.finalizers = [...(metadata.finalizers ?? []), FINALIZER];
  });
}

function isNamed(desk: Desk, name: string): boolean {
  const naming = [...desk.all('PersistentVolume', mayNameClass), ...desk.all('PersistentVolumeClaim', mayNameClass)];
  return naming.some((object) => attributesClassesOf(object).includes(name));
}
