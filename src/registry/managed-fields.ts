import { type KubeObject, path, validateManagedFields } from '#meta';

/** Entries that make no sense never block a write: the live ones stay in their place, or none. */
export function keepSaneManagedFields({ metadata }: KubeObject, live: KubeObject | null): void {
  const { managedFields } = metadata;
  if (managedFields === undefined) {
    if (live?.metadata.managedFields !== undefined) metadata.managedFields = live.metadata.managedFields;
  } else if (validateManagedFields(managedFields, path('metadata', 'managedFields')).length > 0) {
    if (live?.metadata.managedFields === undefined) delete metadata.managedFields;
    else metadata.managedFields = live.metadata.managedFields;
  }
}
