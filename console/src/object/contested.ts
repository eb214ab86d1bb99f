import type { Revision } from '../api/object-history.ts';
import { managedFieldsOf } from '../api/types.ts';
import { type Path, pathKey } from '../yaml/yaml-lines.ts';
import { ownershipOf } from './field-owners.ts';
import { leafMap, sameValue } from './leaves.ts';

/** A value that several managers have changed in turn, and in which order. */
export interface Contest {
  readonly path: Path;
  readonly managers: readonly string[];
}

/** Values that were changed by one manager, and then by another, in the history that is remembered. */
export function contestedIn(history: readonly Revision[]): ReadonlyMap<string, Contest> {
  const changes = new Map<string, Contest>();
  for (const [at, { object }] of history.entries()) {
    const before = history[at - 1]?.object;
    if (before === undefined) continue;
    const was = leafMap(before);
    const { ownersOf } = ownershipOf(object, managedFieldsOf(object));
    const earlier = ownershipOf(before, managedFieldsOf(before));
    for (const [key, { path, value }] of leafMap(object)) {
      const old = was.get(key);
      if (old === undefined || sameValue(old.value, value)) continue;
      const by = ownersOf(path).map(({ manager }) => manager);
      const from = earlier.ownersOf(path).map(({ manager }) => manager);
      const known = changes.get(key)?.managers ?? from;
      changes.set(key, { path, managers: inTurn([...known, ...by]) });
    }
  }
  return new Map([...changes].filter(([, { managers }]) => new Set(managers).size > 1));
}

const inTurn = (managers: readonly string[]): readonly string[] =>
  managers.filter((manager, at) => manager !== managers[at - 1]);

export const contestAt = (contests: ReadonlyMap<string, Contest>, path: Path): Contest | undefined =>
  contests.get(pathKey(path));
