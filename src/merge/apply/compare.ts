import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';
import { type FieldNode, FieldSet } from './field-set.ts';
import { itemsByName } from './list-items.ts';
import { allFields } from './ownership.ts';
import type { PathElement } from './path-element.ts';
import {
  type ListShape,
  type MapShape,
  type MergeType,
  memberPlace,
  type ScalarName,
  type ShapeName,
  shapeFor,
  type TypedPlace,
} from './schema.ts';
import { mismatch, TOO_DEEP, UNDECLARED } from './type-error.ts';
import { scalarMismatch } from './validate.ts';
import { isEmptyObject, MAX_NESTING, sameItems, sameValue } from './values.ts';

/** How one value became another. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const unchanged: Comparison = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };

export function compare(before: Json, after: Json, type: MergeType): Comparison {
  return differ({ before, after, type, depth: 0 })?.below ?? unchanged;
}

export function isSame({ added, modified, removed }: Comparison): boolean {
  return added.isEmpty && modified.isEmpty && removed.isEmpty;
}

/** How two values at one place differ: as such, and below. */
interface Difference {
  readonly modified: boolean;
  readonly below: Comparison;
}

const leafModified: Difference = { modified: true, below: unchanged };

interface Pair {
  readonly before: Json;
  readonly after: Json;
  readonly type: MergeType;
  readonly depth: number;
}

function differ(pair: Pair): Difference | undefined {
  const { before, after, type } = pair;
  if (before === after) return undefined;
  if (pair.depth > MAX_NESTING) throw mismatch(TOO_DEEP);
  const was = shapeFor(type, before);
  const is = shapeFor(type, after);
  if (was === is) return differAs(is, pair);
  // A value that changed its shape is modified, and lost or gained what is below.
  return both(differAs(was, pair), differAs(is, pair));
}

function both(a: Difference | undefined, b: Difference | undefined): Difference | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    modified: a.modified || b.modified,
    below: {
      added: a.below.added.union(b.below.added),
      modified: a.below.modified.union(b.below.modified),
      removed: a.below.removed.union(b.below.removed),
    },
  };
}

function differAs(shape: ShapeName | undefined, pair: Pair): Difference | undefined {
  switch (shape) {
    case 'map':
      return differMaps(pair, pair.type.map as MapShape);
    case 'list':
      return differLists(pair, pair.type.list as ListShape);
    case 'scalar':
      checkScalars(pair, pair.type.scalar as ScalarName);
      return differLeaves(pair);
    default:
      throw mismatch(UNDECLARED);
  }
}

function differLeaves({ before, after }: Pair): Difference | undefined {
  return sameValue(before, after) ? undefined : leafModified;
}

/** A value that became valid, or stopped being so, has changed; two invalid ones cannot be judged. */
function checkScalars({ before, after }: Pair, scalar: ScalarName): void {
  const message = scalarMismatch(scalar, before) && scalarMismatch(scalar, after);
  if (message !== undefined) throw mismatch(message);
}

function differMaps(pair: Pair, map: MapShape): Difference | undefined {
  const before = isJsonObject(pair.before) && !isEmptyObject(pair.before) ? pair.before : undefined;
  const after = isJsonObject(pair.after) && !isEmptyObject(pair.after) ? pair.after : undefined;
  // Two empty ones are leaves: null and {} are not the same.
  if (map.relationship === 'atomic' || (before === undefined && after === undefined)) return differLeaves(pair);
  return differMembers(map, { before: before ?? none, after: after ?? none, depth: pair.depth + 1 });
}

const none: JsonObject = {};

interface Objects {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly depth: number;
}

function differMembers(map: MapShape, { before, after, depth }: Objects): Difference | undefined {
  const tally = new Tally(depth);
  let known = 0;
  for (const key of Object.keys(before)) {
    const old = before[key];
    if (old === undefined) continue;
    const now = getOwn(after, key);
    if (now !== undefined) known++;
    if (old !== now) tally.change(memberPlace(map, key), old, now);
  }
  const keys = Object.keys(after);
  if (known === keys.length) return tally.result();
  for (const key of keys) {
    const now = after[key];
    if (now !== undefined && getOwn(before, key) === undefined) tally.change(memberPlace(map, key), undefined, now);
  }
  return tally.result();
}

function differLists(pair: Pair, list: ListShape): Difference | undefined {
  const before = Array.isArray(pair.before) ? pair.before : [];
  const after = Array.isArray(pair.after) ? pair.after : [];
  if (list.relationship === 'atomic' || (before.length === 0 && after.length === 0)) return differLeaves(pair);
  return differItems(list, { before, after, depth: pair.depth + 1 });
}

interface Lists {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly depth: number;
}

/** The order of items is nobody's: only what they are counts. */
function differItems(list: ListShape, { before, after, depth }: Lists): Difference | undefined {
  // Most lists have not changed: comparing their items in order is cheaper than naming each item.
  if (sameItems(before, after, depth)) return undefined;
  const tally = new Tally(depth);
  const olds = itemsByName(list, before);
  const news = itemsByName(list, after);
  for (const [name, old] of olds)
    tally.items({ element: old.element, type: list.items }, old.items, news.get(name)?.items);
  for (const [name, now] of news) {
    if (!olds.has(name)) tally.items({ element: now.element, type: list.items }, undefined, now.items);
  }
  return tally.result();
}

/** Collects the differences of one object's members, or of one list's items. Mostly there are none. */
class Tally {
  readonly #depth: number;
  #added: FieldNode[] | undefined;
  #modified: FieldNode[] | undefined;
  #removed: FieldNode[] | undefined;

  constructor(depth: number) {
    this.#depth = depth;
  }

  change({ element, type }: TypedPlace, before: Json | undefined, after: Json | undefined): void {
    if (before === undefined) {
      if (after !== undefined) this.#add(leaf(element, allFields(after, type, this.#depth)));
    } else if (after === undefined) {
      this.#remove(leaf(element, allFields(before, type, this.#depth)));
    } else {
      const difference = differ({ before, after, type, depth: this.#depth });
      if (difference !== undefined) this.#nest(element, difference);
    }
  }

  /** Several items of one name are like one leaf, whose value is all of them. */
  items(place: TypedPlace, before: readonly Json[] = [], after: readonly Json[] = []): void {
    const { element } = place;
    if (before.length < 2 && after.length < 2) {
      this.change(place, before[0], after[0]);
    } else if (before.length > 1 && after.length > 1) {
      if (!sameItems(before, after)) this.#modify(leaf(element));
    } else if (before.length > 1) {
      this.#remove(leaf(element));
      this.change(place, undefined, after[0]);
    } else {
      this.#add(leaf(element));
      this.change(place, before[0], undefined);
    }
  }

  #nest(element: PathElement, { modified: member, below: { added, modified, removed } }: Difference): void {
    if (!added.isEmpty) this.#add({ element, member: false, below: added });
    if (member || !modified.isEmpty) this.#modify({ element, member, below: modified });
    if (!removed.isEmpty) this.#remove({ element, member: false, below: removed });
  }

  #add(node: FieldNode): void {
    this.#added ??= [];
    this.#added.push(node);
  }

  #modify(node: FieldNode): void {
    this.#modified ??= [];
    this.#modified.push(node);
  }

  #remove(node: FieldNode): void {
    this.#removed ??= [];
    this.#removed.push(node);
  }

  result(): Difference | undefined {
    if (this.#added === undefined && this.#modified === undefined && this.#removed === undefined) return undefined;
    const added = FieldSet.fromNodes(this.#added ?? []);
    const modified = FieldSet.fromNodes(this.#modified ?? []);
    const removed = FieldSet.fromNodes(this.#removed ?? []);
    return { modified: false, below: { added, modified, removed } };
  }
}

function leaf(element: PathElement, below = FieldSet.empty): FieldNode {
  return { element, member: true, below };
}
