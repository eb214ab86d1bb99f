import type { ManagedFieldsEntry } from '#meta';

/**
 * The entries without those in versions that are gone; undefined where all stay. An empty list would leave everything as
 * it is: one empty entry is how a client says that there are none.
 */
export function prunedManagedFields(
  entries: readonly ManagedFieldsEntry[],
  isGone: (apiVersion: string) => boolean,
): readonly ManagedFieldsEntry[] | undefined {
  const kept = entries.filter(({ apiVersion }) => apiVersion === undefined || !isGone(apiVersion));
  if (kept.length === entries.length) return undefined;
  return kept.length === 0 ? [{}] : kept;
}
