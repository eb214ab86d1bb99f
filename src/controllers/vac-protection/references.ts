import type { CoreV1 } from '#apis';
import type { CachedObject } from '#in-process-client';
import { parseEntry } from '#registry';
import type { EventMapper } from '../reconcile-loop.ts';

/** Only a claim's status names its classes. */
type Referring = CoreV1['PersistentVolumeClaim'];

/** The classes that a claim or a volume has, or is to get. */
export function attributesClassesOf({ spec, status }: Referring): readonly string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.flatMap((name) => name || []);
}

const mark = Buffer.from('olumeAttributesClassName"');

/** A look at the bytes first: hardly any volume names such a class. */
export function mayNameClass({ entry: { value } }: CachedObject): boolean {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(mark);
}

/** Classes that may no longer be used, because a claim or a volume has ceased to name them. */
export const mapToClassesLeft: EventMapper = ({ before, after }) => {
  if (before === undefined || !mayNameClass(before)) return [];
  const kept = after === undefined ? [] : attributesClassesOf(parseEntry(after.entry));
  return attributesClassesOf(parseEntry(before.entry)).filter((name) => !kept.includes(name));
};
