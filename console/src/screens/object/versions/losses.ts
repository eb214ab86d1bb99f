import type { KubeObject } from '../../../api/types.ts';
import { type Leaf, leafMap, sameValue } from '../../../object/leaves.ts';

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
