import type { ObjectRef } from '../../../api/resource-path.ts';
import type { Json, KubeObject } from '../../../api/types.ts';
import { isObject } from '../../../api/types.ts';
import { type Leaf, leafMap, leavesOf, sameValue } from '../../../object/leaves.ts';
import { type Path, pathKey } from '../../../yaml/yaml-lines.ts';
import { type Moves, movesBetween } from './correspondence.ts';
import { convert } from './read-versions.ts';

/** So many values are traced at most: each costs a conversion or two. */
const MOST = 16;

/**
 * Where values went that their text does not tell (`90` and `1m30s`, `example.com:2345` and two fields): the server
 * converts the object with another value at the place, and what is different then has come from it.
 */
export async function traceMoves(
  refs: ObjectRef,
  { from, to, toVersion }: { readonly from: KubeObject; readonly to: KubeObject; readonly toVersion: string },
  signal: AbortSignal,
): Promise<Moves> {
  const known = movesBetween(from, to);
  const there = leafMap(to);
  const open = leavesOf(from).filter(
    ({ path }) => canMove(path) && !there.has(pathKey(path)) && !known.has(pathKey(path)),
  );
  const found = new Map(known);
  for (const leaf of open.slice(0, MOST)) {
    const targets = new Map<string, Path>();
    for (const value of otherValues(leaf.value)) {
      const made = await convert(refs, withValue(from, leaf.path, value) as KubeObject, signal);
      const object = made?.get(toVersion)?.object;
      for (const { path } of object === undefined ? [] : changedLeaves(to, object)) targets.set(pathKey(path), path);
    }
    if (targets.size > 0) found.set(pathKey(leaf.path), [...targets.values()].sort(byPlace));
  }
  return found;
}

const byPlace = (a: Path, b: Path): number => (pathKey(a) < pathKey(b) ? -1 : 1);

const canMove = ([first, second]: Path): boolean =>
  first === 'spec' || (first === 'metadata' && (second === 'annotations' || second === 'labels'));

/** Values that are likely to be as good as this one: longer at either end, or one more. */
export function otherValues(value: Json): readonly Json[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'string' && value !== '' ? [`${value}1`, `x${value}`] : [];
}

/** The object with another value at one place; the object itself is not changed. */
export function withValue(object: Json | undefined, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(object)) {
    return (object as readonly Json[]).map((item, at) => (at === key ? withValue(item, rest, value) : item));
  }
  const before = isObject(object) ? object : {};
  return { ...before, [key]: withValue(before[key], rest, value) } as Json;
}

/** What is another value than it was. What only appears may be what a conversion keeps for itself. */
function changedLeaves(before: KubeObject, after: KubeObject): readonly Leaf[] {
  const was = leafMap(before);
  return leavesOf(after).filter(({ path, value }) => {
    const old = was.get(pathKey(path));
    return canMove(path) && old !== undefined && !sameValue(old.value, value);
  });
}
