import { type Json, type JsonObject, setOwn } from '#meta';

/** Levels of a value below which recursion is safe. Deeper values are refused before anything recurses into them. */
export const MAX_DEPTH = 1000;

/** Whether a value is nested deeper than a limit. Stops at the limit. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && isDeeperThan(item, limit - 1)) return true;
    return false;
  }
  for (const key in value) {
    const member = (value as JsonObject)[key];
    if (typeof member === 'object' && isDeeperThan(member, limit - 1)) return true;
  }
  return false;
}

/** One text for each value, whatever the order of its keys. */
export function canonicalText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`).join(',')}}`;
}

/** With the keys in their order, as Go prints maps in messages. */
export function sortedJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedJson);
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort()) setOwn(sorted, key, sortedJson(value[key] ?? null));
  return sorted;
}
