import type { KubeObject } from '../api/types.ts';

/** The object as people write it: who manages its fields is shown elsewhere. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
