import type { KubeObject } from '../../../api/types.ts';

const sameInAllVersions = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
]);

/** The object without what the server keeps for itself, which is the same in every version. */
export function worthReading(object: KubeObject): KubeObject {
  const kept = Object.entries(object.metadata).filter(([key]) => !sameInAllVersions.has(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}
