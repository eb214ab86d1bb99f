/** One manager of fields, as an object's metadata has it. */
export interface ManagedFieldsEntry {
  readonly apiVersion?: string;
  readonly manager?: string;
  readonly operation?: string;
}

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
