import type { CachedObject } from '#in-process-client';
import type { KubeObject } from '#meta';
import { parseEntry } from '#registry';
import type { EventMapper } from '../reconcile-loop.ts';

interface Referring extends KubeObject {
  spec?: { volumeAttributesClassName?: string };
  /** Of claims alone. */
  status?: {
    currentVolumeAttributesClassName?: string;
    modifyVolumeStatus?: { targetVolumeAttributesClassName?: string };
  };
}

/** The classes that a claim or a volume has, or is to get. */
export function attributesClassesOf({ spec, status }: Referring): readonly string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.filter((name) => name !== undefined && name !== '') as string[];
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
