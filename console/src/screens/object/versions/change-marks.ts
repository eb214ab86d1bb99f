import { isObject, type Json, type KubeObject } from '../../../api/types.ts';
import { leafMap, sameValue } from '../../../object/leaves.ts';
import type { Marks } from './joined-table.tsx';

export interface Change {
  readonly version: string;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

/** Marks what would be another value than it is now, and what would be gone. */
export function changeMarks(changes: readonly Change[]): Marks {
  const marks = new Map<string, { readonly text: string; readonly tone: 'changed' | 'added' | 'lost' }>();
  for (const { version, before, after } of changes) {
    const was = leafMap(before ?? null);
    const is = leafMap(after ?? null);
    for (const [key, { value }] of is) {
      const old = was.get(key)?.value;
      if (old === undefined) marks.set(`${version} ${key}`, { text: 'new', tone: 'added' });
      else if (!sameValue(old, value))
        marks.set(`${version} ${key}`, { text: `was ${JSON.stringify(old)}`, tone: 'changed' });
    }
    for (const key of was.keys())
      if (!is.has(key)) marks.set(`${version} ${key}`, { text: 'would be lost', tone: 'lost' });
  }
  return marks;
}

/** The new state, and in it what only the old one has: so that it can be shown what is lost. */
export function withLost<T extends Json>(before: T, after: T): T {
  if (isObject(before) && isObject(after)) {
    const merged: Record<string, Json | undefined> = { ...after };
    for (const [key, value] of Object.entries(before)) {
      const now = Object.hasOwn(after, key) ? after[key] : undefined;
      merged[key] = now === undefined || value === undefined ? (now ?? value) : withLost(value, now);
    }
    return merged as T;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item: Json, at) => (at < before.length ? withLost(before[at] as Json, item) : item));
    return [...items, ...before.slice(after.length)] as Json as T;
  }
  return after;
}
