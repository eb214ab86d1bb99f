import { isObject, type Json, type JsonObject, type KubeObject } from '../../../api/types.ts';
import { type Leaf, leafMap, leavesOf, sameValue } from '../../../object/leaves.ts';
import { type Path, pathKey } from '../../../yaml/yaml-lines.ts';

/** Which value of one version is which of another, where it has another place, or several: by path, from the one to the other. */
export type Moves = ReadonlyMap<string, readonly Path[]>;

/**
 * Finds out where values went that are not at the same place in both versions: a value that exists once among those that
 * are only in one version, and once among those that are only in the other, is the same one. Where several have the same
 * value, the more similar names win; where that does not decide it, nothing is claimed.
 */
export function movesBetween(one: KubeObject, other: KubeObject): Moves {
  const here = onlyIn(one, other);
  const there = onlyIn(other, one);
  const moves = new Map<string, readonly Path[]>();
  const taken = new Set<string>();
  for (const leaf of here) {
    const best = bestMatch(
      leaf,
      there.filter(({ path }) => !taken.has(pathKey(path))),
      here,
    );
    if (best === undefined) continue;
    moves.set(pathKey(leaf.path), [best.path]);
    taken.add(pathKey(best.path));
  }
  return moves;
}

/** Values at places that the other version does not have. Empty ones and metadata have nothing to tell them apart by. */
function onlyIn(one: KubeObject, other: KubeObject): readonly Leaf[] {
  const there = leafMap(other);
  return leavesOf(one).filter(({ path, value }) => {
    const tells = value !== null && value !== '' && typeof value !== 'object';
    return path[0] !== 'metadata' && path[0] !== 'apiVersion' && tells && !there.has(pathKey(path));
  });
}

function bestMatch(leaf: Leaf, there: readonly Leaf[], here: readonly Leaf[]): Leaf | undefined {
  const same = there.filter(({ value }) => sameText(value, leaf.value));
  if (same.length === 0) return undefined;
  const rivals = here.filter(({ value }) => sameText(value, leaf.value));
  if (same.length === 1 && rivals.length === 1) return same[0];
  const scored = same.map((one) => ({ one, score: similarity(one.path, leaf.path) })).sort((a, b) => b.score - a.score);
  const [first, second] = scored;
  const isClear = first !== undefined && first.score > 0 && (second === undefined || first.score > second.score);
  return isClear ? first.one : undefined;
}

/** A version may say as a number what another says as a text. */
const sameText = (a: Json, b: Json): boolean => sameValue(a, b) || String(a) === String(b);

/** How much two paths have in common: the words in their names. */
function similarity(a: Path, b: Path): number {
  const words = new Set(wordsOf(a));
  return wordsOf(b).filter((word) => words.has(word)).length;
}

function wordsOf(path: Path): readonly string[] {
  const names = path.slice(1).filter((part) => typeof part === 'string');
  return names.flatMap((name) => name.split(/(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase().replace(/s$/, '')));
}

/** The object with its fields in the order in which the other one has what corresponds to them. */
export function inOrderOf(object: KubeObject, rank: (path: Path) => number | undefined): KubeObject {
  return ordered(object, [], rank).value as KubeObject;
}

interface Ranked {
  readonly value: Json;
  readonly rank: number;
}

const LAST = Number.MAX_SAFE_INTEGER;
const first = ['apiVersion', 'kind', 'metadata', 'spec'];

function ordered(value: Json, path: Path, rank: (path: Path) => number | undefined): Ranked {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item, at) => ordered(item, [...path, at], rank));
    return { value: items.map((item) => item.value), rank: least(items, rank(path)) };
  }
  if (!isObject(value)) return { value, rank: rank(path) ?? LAST };
  const members = Object.entries(value).flatMap(([key, child]) =>
    child === undefined ? [] : [{ key, ...ordered(child, [...path, key], rank) }],
  );
  members.sort((a, b) => place(path, a.key) - place(path, b.key) || a.rank - b.rank || (a.key < b.key ? -1 : 1));
  const inOrder: JsonObject = Object.fromEntries(members.map((member) => [member.key, member.value]));
  return { value: inOrder, rank: least(members, rank(path)) };
}

/** At the top there is an order that everybody knows. */
function place(path: Path, key: string): number {
  const at = path.length === 0 ? first.indexOf(key) : 0;
  return at < 0 ? first.length : at;
}

const least = (members: readonly Ranked[], own: number | undefined): number =>
  members.reduce((found, { rank }) => Math.min(found, rank), own ?? LAST);
