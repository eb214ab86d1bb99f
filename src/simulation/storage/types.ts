import type { CoreV1, StorageV1 } from '#apis';

export type Claim = CoreV1['PersistentVolumeClaim'];
export type Volume = CoreV1['PersistentVolume'];
export type StorageClass = StorageV1['StorageClass'];

export const CLAIM = 'PersistentVolumeClaim';
export const VOLUME = 'PersistentVolume';
export const STORAGE_CLASS = 'storage.k8s.io/StorageClass';
/** Volumes of classes that name it are made of nothing. */
export const PROVISIONER = 'simulated.pinnace.dev';
/** The node of the pod that a claim waits for. The scheduler writes it. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

export const isBound = ({ spec, status }: Claim): boolean => Boolean(spec?.volumeName) && status?.phase === 'Bound';
