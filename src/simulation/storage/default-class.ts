import type { CachedClient } from '#in-process-client';
import { PROVISIONER, STORAGE_CLASS, type StorageClass } from './types.ts';

const NAME = 'simulated';

const defaultClass: StorageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: NAME, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: PROVISIONER,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowVolumeExpansion: true,
};

/** Makes the class once. It is everybody's from then on: it may be changed and deleted. */
export function keepDefaultClass() {
  let isMade = false;
  return async (client: CachedClient): Promise<undefined> => {
    if (isMade) return;
    if (client.get<StorageClass>(STORAGE_CLASS, NAME) === undefined) await client.create(defaultClass);
    isMade = true;
  };
}
