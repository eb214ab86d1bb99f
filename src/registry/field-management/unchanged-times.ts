import type { JsonObject, KubeObject, ManagedFieldsEntry } from '#meta';
import { type Equality, strictlyEqual } from '#meta';

/**
 * A write that changes nothing but the times of managed fields keeps the old times, so that its bytes are unchanged and
 * nothing is written. k8s: handlers/fieldmanager/equality.go
 */
export function keepTimesIfUnchanged(object: KubeObject, live: KubeObject, same: Equality): void {
  const next = object.metadata.managedFields ?? [];
  const old = live.metadata.managedFields ?? [];
  if (next.length === 0 || next.length !== old.length) return;
  if (next.every(({ time }, at) => time === old[at]?.time)) return;
  if (!next.every((entry, at) => sameButTime(entry, old[at] as ManagedFieldsEntry))) return;
  const { metadata, ...content } = object;
  const { metadata: liveMetadata, ...liveContent } = live;
  if (!same(content, liveContent) || !same(bare(metadata), bare(liveMetadata))) return;
  object.metadata.managedFields = old;
}

function bare({ managedFields: _, ...metadata }: KubeObject['metadata']): JsonObject {
  return metadata;
}

function sameButTime({ time: _, ...a }: ManagedFieldsEntry, { time: __, ...b }: ManagedFieldsEntry): boolean {
  return strictlyEqual(a, b);
}
