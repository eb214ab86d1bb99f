import type { Random } from './random.ts';

/** Text between these marks goes into JSON as it is: numbers and keys that no JavaScript value can hold. */
const open = '\u0001<';
const close = '>\u0001';
const raw = (text: string): string => `${open}${text}${close}`;

export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    /"\\u0001<(.*?)>\\u0001"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string,
  );
}

export const nastyKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '.',
  'a/b',
  'a~0b',
  '$patch',
  '$retainKeys',
  '$setElementOrder/ports',
  '$deleteFromPrimitiveList/finalizers',
  'metadata',
  'length',
  '-1',
  '0',
  '\ud800',
  'k\u0000',
  'ключ',
  'x'.repeat(300),
];

const nested = (depth: number, [begin, end]: readonly [string, string]): string =>
  begin.repeat(depth) + end.repeat(depth);

const nastyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  raw('-0'),
  raw('1e400'),
  raw('1E308'),
  raw('1e-400'),
  raw('9007199254740993'),
  raw('9223372036854775807'),
  raw('9223372036854775808'),
  raw('-9223372036854775809'),
  raw('9'.repeat(500)),
  raw('1.0'),
  raw('01'),
  raw('NaN'),
  raw('{"a":1,"a":2}'),
  raw('{"__proto__":{"polluted":true}}'),
  raw('{"constructor":{"prototype":{"polluted":true}}}'),
  raw(nested(120, ['[', ']'])),
  raw(nested(120, ['{"a":', '}']).replace('}', '1}')),
  raw('"\\ud800"'),
  raw('"\\ud83d\\ude00"'),
  raw('"\\u0000"'),
  '',
  ' ',
  '\u2028',
  '\u{1f600}',
  'x'.repeat(254),
  'x'.repeat(20_000),
  '../..',
  '__proto__',
  'default',
  '2026-01-01T00:00:00Z',
  '2026-13-45T99:00:00Z',
  'not base64!',
  '10.0.0.1',
  '::',
  '999999999999999999999999Ei',
  [],
  {},
  [null],
  [[]],
  [{}],
  ['a', 1],
  [{ name: 'a' }, { name: 'a' }],
  { a: null },
  { $patch: 'delete' },
  { $patch: 'replace' },
  { $patch: 'nonsense' },
  { $patch: 1 },
];
/** Seldom: they are large. */
export const hugeValues: readonly unknown[] = [
  raw(nested(9000, ['[', ']'])),
  raw(nested(11_000, ['[', ']'])),
  raw(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`),
  raw(`${'{"a":'.repeat(11_000)}1${'}'.repeat(11_000)}`),
  raw(`{${Array.from({ length: 20_000 }, () => '"a":1').join()}}`),
  raw(`[${'"a",'.repeat(50_000)}1]`),
  Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, String(at)])),
  'x'.repeat(1_500_000),
];

export function nastyValue(random: Random): unknown {
  return structuredClone(random.pick(random.chance(0.01) ? hugeValues : nastyValues));
}

type Tree = Record<string, unknown>;

/** A copy of the value in which something is missing, added, renamed or of another kind. */
export function mutated(random: Random, value: unknown): unknown {
  const copy = structuredClone(value);
  let result = copy;
  random.times(3, () => {
    const places = placesIn(result);
    if (places.length === 0 || random.chance(0.03)) result = nastyValue(random);
    else change(random, random.pick(places));
  });
  return result;
}

interface Place {
  readonly holder: Tree;
  readonly key: string;
}

function placesIn(value: unknown, places: Place[] = [], depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 8) return places;
  const holder = value as Tree;
  for (const key of Object.keys(holder).slice(0, 20)) {
    places.push({ holder, key });
    placesIn(holder[key], places, depth + 1);
  }
  return places;
}

function change(random: Random, { holder, key }: Place): void {
  const list = Array.isArray(holder);
  switch (random.below(5)) {
    case 0:
      if (list) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (list) holder.push(structuredClone(holder[Number(key)]), nastyValue(random));
      else define(holder, random.pick(nastyKeys), nastyValue(random));
      break;
    case 2:
      if (!list) define(holder, random.pick(nastyKeys), structuredClone(holder[key]));
      break;
    default:
      holder[key] = nastyValue(random);
  }
}

/** Also `__proto__` is a key like any other. */
function define(holder: Tree, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

const nastyBytes = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.from([0]),
  Buffer.from('"'),
  Buffer.from('\\'),
  Buffer.from('{'),
  Buffer.from(']'),
  Buffer.from(',,'),
  Buffer.from('\n---\n'),
  Buffer.from('\t'),
  Buffer.from('&a *a'),
  Buffer.alloc(1000, '['),
];

/** The bytes with a few of them changed, gone, doubled or cut off. */
export function damaged(random: Random, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  random.times(4, () => {
    const at = random.below(result.length + 1);
    const end = Math.min(result.length, at + random.below(12));
    switch (random.below(5)) {
      case 0:
        if (at < result.length) result[at] = (result[at] as number) ^ (1 << random.below(8));
        break;
      case 1:
        result = result.subarray(0, at);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), random.pick(nastyBytes), result.subarray(at)]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(end)]);
        break;
      default:
        result = Buffer.concat([result.subarray(0, end), result.subarray(at)]);
    }
  });
  return result;
}
