import type { KubeObject } from '../../../api/types.ts';
import { type Leaf, leafMap, leavesOf, sameValue } from '../../../object/leaves.ts';
import { pathKey } from '../../../yaml/yaml-lines.ts';
import { movesBetween } from './correspondence.ts';

export interface Loss {
  readonly leaf: Leaf;
  /** What is there instead; undefined where nothing is. */
  readonly becomes?: Leaf['value'];
}

/** What the server fills in by itself says nothing about a conversion. */
const ownedByServer = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'uid',
  'selfLink',
]);

/** The values of an object that are not the same any more after it has been another version and back. */
export function lossesOf(before: KubeObject, after: KubeObject): readonly Loss[] {
  const there = leafMap(after);
  const found: Loss[] = [];
  for (const [key, leaf] of leafMap(before)) {
    const [first, second] = leaf.path;
    if (first === 'apiVersion' || (first === 'metadata' && ownedByServer.has(String(second)))) continue;
    const now = there.get(key);
    if (now === undefined) found.push({ leaf });
    else if (!sameValue(now.value, leaf.value)) found.push({ leaf, becomes: now.value });
  }
  return found;
}

/** The values that another version does not have, neither at their place nor at another. */
export function missingIn(other: KubeObject, object: KubeObject): readonly Loss[] {
  const there = leafMap(other);
  const moves = movesBetween(object, other);
  return leavesOf(object)
    .filter(({ path }) => path[0] !== 'apiVersion' && path[0] !== 'metadata')
    .filter(({ path }) => !there.has(pathKey(path)) && !moves.has(pathKey(path)))
    .map((leaf) => ({ leaf }));
}
