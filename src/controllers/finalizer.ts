import type { KubeObject } from '#meta';

type FinalizerChange = 'add' | 'remove' | 'keep';

/** What is to become of a finalizer that keeps an object from going while it is used. */
export function finalizerChange({ metadata }: KubeObject, finalizer: string, isUsed: () => boolean): FinalizerChange {
  const has = metadata.finalizers?.includes(finalizer) ?? false;
  if (metadata.deletionTimestamp === undefined) return has ? 'keep' : 'add';
  return has && !isUsed() ? 'remove' : 'keep';
}
