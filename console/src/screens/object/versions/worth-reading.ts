import type { KubeObject } from '../../../api/types.ts';

const sameInAllVersions = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
]);

/** What kubectl remembers of its last apply: the whole object again, as a text. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The object without what the server keeps for itself, which is the same in every version. */
export function worthReading(object: KubeObject): KubeObject {
  const kept = Object.fromEntries(Object.entries(object.metadata).filter(([key]) => !sameInAllVersions.has(key)));
  if (object.metadata.annotations === undefined) return { ...object, metadata: kept };
  const { [LAST_APPLIED]: _, ...annotations } = object.metadata.annotations;
  const { annotations: __, ...others } = kept;
  const metadata = Object.keys(annotations).length === 0 ? others : { ...others, annotations };
  return { ...object, metadata };
}
