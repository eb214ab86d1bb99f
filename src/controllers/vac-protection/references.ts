import type { CoreV1 } from '#apis';
import type { CachedObject } from '#in-process-client';
import { parseEntry } from '#registry';
import type { EventMapper } from '../reconcile-loop.ts';

/** Only the status of a claim tells of classes. */
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

/** Classes that nobody may need any more, because a claim or a volume has let go of them. */
export const mapToClassesLeft: EventMapper = ({ before, after }) => {
  if (before === undefined || !mayNameClass(before)) return [];
  const kept = after === undefined ? [] : attributesClassesOf(parseEntry(after.entry));
  return attributesClassesOf(parseEntry(before.entry)).filter((name) => !kept.includes(name));
};
