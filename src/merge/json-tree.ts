import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { MAX_DEPTH, membersOf } from './json.ts';
import { PatchDoesNotApplyError } from './patch-errors.ts';

/**
 * Walks over whole values. A body may be nested as deep as the parser allows, which is deeper than the stack carries:
 * none of these is recursive, unlike those of `meta`, which this room does not know.
 */

export interface Pruning {
  /** Whether a member of an object is left out. */
  readonly member: (value: Json) => boolean;
  /** Whether an item of a list is left out. */
  readonly item: (value: Json) => boolean;
}

interface Copying {
  readonly source: Json[] | JsonObject;
  readonly target: Json[] | JsonObject;
  readonly depth: number;
}

/** A copy of the value without what the pruning names, at any depth. The value itself always stays. */
export function prune(value: Json, pruning: Pruning): Json {
  const waiting: Copying[] = [];
  const begin = (source: Json, depth: number): Json => {
    if (typeof source !== 'object' || source === null) return source;
    if (depth > MAX_DEPTH) throw tooDeep();
    const target = Array.isArray(source) ? [] : {};
    waiting.push({ source, target, depth });
    return target;
  };
  const copy = begin(value, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source, target, depth } = next;
    if (Array.isArray(source)) {
      for (const item of source) if (!pruning.item(item)) (target as Json[]).push(begin(item, depth + 1));
    } else {
      for (const [key, member] of membersOf(source)) {
        if (!pruning.member(member)) setOwn(target as JsonObject, key, begin(member, depth + 1));
      }
    }
  }
  return copy;
}

const nothing: Pruning = { member: () => false, item: () => false };

export function deepCopy(value: Json): Json {
  return prune(value, nothing);
}

export function checkDepth(value: Json): void {
  const waiting: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) throw tooDeep();
    const depth = next.depth + 1;
    for (const member of Object.values(next.value)) {
      if (typeof member === 'object' && member !== null) waiting.push({ value: member, depth });
    }
  }
}

function tooDeep(): PatchDoesNotApplyError {
  return new PatchDoesNotApplyError('exceeded max depth');
}

/** Whether two values say the same. */
export function sameJson(left: Json, right: Json): boolean {
  const waiting: [Json | undefined, Json][] = [[left, right]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [a, b] = next;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [at, item] of b.entries()) waiting.push([a[at], item]);
    } else if (isJsonObject(a) && isJsonObject(b)) {
      const [keys, members] = [Object.keys(a), membersOf(b)];
      if (keys.length !== members.length) return false;
      for (const [key, member] of members) waiting.push([getOwn(a, key), member]);
    } else if (!sameScalar(a, b)) return false;
  }
  return true;
}

/** An integer is the same, whichever way it is kept. */
function sameScalar(a: Json | undefined, b: Json): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: `==` between a number and a bigint compares their exact values.
  if (typeof a === 'bigint' || typeof b === 'bigint') return isNumeric(a) && isNumeric(b) && a == b;
  return a === b;
}

function isNumeric(value: Json | undefined): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The length in bytes of the value as compact JSON. */
export function jsonSize(value: Json): number {
  let size = 0;
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      size += 1 + Math.max(1, next.length);
      for (const item of next) waiting.push(item);
    } else if (isJsonObject(next)) {
      const members = membersOf(next);
      size += 1 + Math.max(1, members.length);
      for (const [key, member] of members) {
        size += textSize(key) + 1;
        waiting.push(member);
      }
    } else {
      size += typeof next === 'string' ? textSize(next) : String(next).length;
    }
  }
  return size;
}

/** Go escapes the characters that HTML knows, to six bytes each. */
function textSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 5 * (text.match(/[<>&]/g)?.length ?? 0);
}
