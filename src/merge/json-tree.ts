import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { MAX_DEPTH, membersOf } from './json.ts';
import { PatchDoesNotApplyError } from './patch-errors.ts';

/**
 * Walks over whole values. A body may be nested as deep as the parser allows, which is deeper than the stack carries:
 * none of these is recursive.
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
