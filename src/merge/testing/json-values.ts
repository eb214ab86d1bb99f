import fc from 'fast-check';
import type { Json, JsonObject } from '#meta';

/** Any JSON value, with keys that are special in JavaScript and in patches. */
export const jsonValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, 1.5, 2n ** 60n, '', 'a', 'b'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', '$patch', 'name'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Canonical text: equal texts, equal values. Unlike `toEqual`, it sees a member called `__proto__`. */
export function jsonText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${jsonText(value[key] ?? null)}`).join(',')}}`;
}

/** `{"a":{"a":…}}`, that many objects. */
export function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let at = 1; at < depth; at++) value = { a: value };
  return value;
}
