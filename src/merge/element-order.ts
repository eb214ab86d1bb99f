import type { Json } from '#meta';
import { asMap, identityOf, isDeletion, keyOf } from './strategic-directives.ts';

/** An item of a list, with what tells it apart from the others. */
export interface Element {
  readonly id: string | undefined;
  readonly item: Json;
}

/** Without a merge key, an item is its own identity. */
export function elementsOf(items: readonly Json[], mergeKey: string): Element[] {
  if (mergeKey === '') return items.map((item) => ({ id: identityOf(item), item }));
  return items.map((item) => ({ id: keyOf(asMap(item), mergeKey), item }));
}

interface Ordering {
  /** The elements that the patch speaks of, and the order it wants them in. */
  readonly patched: readonly Element[];
  readonly patchOrder: readonly Element[];
  /** The elements that only the live list has, and the live order, of all that it has. */
  readonly serverOnly: readonly Element[];
  readonly serverOrder: readonly Element[];
}

/**
 * One list of both. Each side keeps its own order; the live order decides how they interleave, as far as it knows the
 * elements: one that the server alone has goes before the first patched one that comes later in the live order.
 *
 *     live a b c d, patch wants d b:  serverOnly a c, patched d b  gives  a c d b
 */
export function orderElements({ patched, patchOrder, serverOnly, serverOrder }: Ordering): Json[] {
  const ranks = rank(serverOrder);
  const left = sortBy(serverOnly, ranks);
  const right = sortBy(patched, rank(patchOrder));
  const merged: Json[] = [];
  let next = 0;
  for (const element of right) {
    const bound = rankOf(ranks, element);
    for (; bound !== undefined && next < left.length; next++) {
      const at = rankOf(ranks, left[next] as Element);
      if (at === undefined || at >= bound) break;
      merged.push((left[next] as Element).item);
    }
    merged.push(element.item);
  }
  for (const { item } of left.slice(next)) merged.push(item);
  return merged;
}

type Ranks = ReadonlyMap<string, number>;

function rank(order: readonly Element[]): Ranks {
  const ranks = new Map<string, number>();
  for (const [at, { id }] of order.entries()) if (id !== undefined && !ranks.has(id)) ranks.set(id, at);
  return ranks;
}

function rankOf(ranks: Ranks, { id }: Element): number | undefined {
  return id === undefined ? undefined : ranks.get(id);
}

/** Elements marked for deletion go last. */
function sortBy(elements: readonly Element[], ranks: Ranks): Element[] {
  const kept: Ranked[] = [];
  const deleted: Element[] = [];
  for (const element of elements) {
    if (isDeletion(element.item)) deleted.push(element);
    else kept.push({ element, rank: rankOf(ranks, element) ?? unknown });
  }
  const sorted = sortRanked(kept).map(({ element }) => element);
  return deleted.length === 0 ? sorted : [...sorted, ...deleted];
}

interface Ranked {
  readonly element: Element;
  readonly rank: number;
}

const unknown = Number.MAX_SAFE_INTEGER;

/** Up to this length Go sorts by insertion. */
const INSERTION_LENGTH = 20;

/**
 * To Go, elements that the order does not know are less than all others, and all others are less than they: where they
 * end up depends on the way of sorting. Short lists are sorted the way Go does; in long ones the unknown come last.
 */
function sortRanked(ranked: Ranked[]): Ranked[] {
  if (ranked.length > INSERTION_LENGTH || ranked.every(({ rank }) => rank !== unknown)) {
    return ranked.sort((a, b) => a.rank - b.rank);
  }
  const sorted: Ranked[] = [];
  for (const next of ranked) {
    let at = sorted.length;
    while (at > 0 && isLess(next, sorted[at - 1] as Ranked)) at--;
    sorted.splice(at, 0, next);
  }
  return sorted;
}

function isLess(a: Ranked, b: Ranked): boolean {
  return a.rank === unknown || b.rank === unknown || a.rank < b.rank;
}
