import { quoteJson } from '#machinery';
import type { Json } from '#meta';

/** No vowels and nothing that looks alike: the letters of generated names. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A short name for a template, the same whenever the content is: FNV-1a over its JSON with sorted keys, the decimal
 * digits of it written in the letters of generated names. Kubernetes hashes a dump of its own memory instead, so the
 * names differ from its names; that they are stable and look alike is what matters. The count tells apart what collides.
 */
export function templateHash(template: Json | undefined, collisionCount?: number): string {
  const text = sortedJson(template) + (collisionCount === undefined ? '' : `#${collisionCount}`);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return inNameLetters(hash);
}

/** The decimal digits of a number, in the letters of generated names. */
export function inNameLetters(number: number): string {
  return [...String(number)].map((digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length]).join('');
}

/** JSON as Go writes a map: keys sorted, and some characters escaped. */
export function sortedJson(value: Json | undefined): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  const pairs = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${quoteJson(key)}:${sortedJson(value[key])}`);
  return `{${pairs.join(',')}}`;
}
