import type { KubeObject } from '#meta';

type FinalizerChange = 'add' | 'remove' | 'keep';

/** Whether to add, remove or keep a finalizer that protects an object while it is in use. */
export function finalizerChange({ metadata }: KubeObject, finalizer: string, isUsed: () => boolean): FinalizerChange {
  const has = metadata.finalizers?.includes(finalizer) ?? false;
  if (metadata.deletionTimestamp === undefined) return has ? 'keep' : 'add';
  return has && !isUsed() ? 'remove' : 'keep';
}
