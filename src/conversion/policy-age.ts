import type { ObjectMeta } from '#meta';

/** Of several policies for one definition the oldest holds: it comes first. */
export function byAge(a: ObjectMeta, b: ObjectMeta): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

const keyOf = ({ creationTimestamp = '', name = '' }: ObjectMeta): string => `${creationTimestamp} ${name}`;
