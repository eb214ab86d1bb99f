import type { Json } from '#meta';

/** What a scalar without quotes means in YAML 1.1, as go-yaml reads it. Times stay text. */
export type PlainMeaning =
  | { readonly tag: 'text' | 'timestamp' | 'merge' }
  | { readonly tag: 'value'; readonly value: Json }
  | { readonly tag: 'notFinite'; readonly name: 'NaN' | '+Inf' | '-Inf' };

const words: ReadonlyMap<string, PlainMeaning> = new Map<string, PlainMeaning>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => meaningOf(word, true)),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => meaningOf(word, false)),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => meaningOf(word, null)),
  ...['.nan', '.NaN', '.NAN'].map((word) => notFinite(word, 'NaN')),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => notFinite(word, '+Inf')),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => notFinite(word, '-Inf')),
  ['<<', { tag: 'merge' }],
]);

function meaningOf(word: string, value: Json): [string, PlainMeaning] {
  return [word, { tag: 'value', value }];
}
function notFinite(word: string, name: 'NaN' | '+Inf' | '-Inf'): [string, PlainMeaning] {
  return [word, { tag: 'notFinite', name }];
}

const text: PlainMeaning = { tag: 'text' };
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const maxUint64 = 2n ** 64n - 1n;
const minInt64 = -(2n ** 63n);

export function resolvePlain(source: string): PlainMeaning {
  const word = words.get(source);
  if (word !== undefined) return word;
  const first = source.charCodeAt(0);
  const isSign = first === 0x2b || first === 0x2d;
  if (first === 0x2e) return float.test(source) ? number(Number(source)) : text;
  if (!isSign && !(first >= 0x30 && first <= 0x39)) return text;
  if (isTimestamp(source)) return { tag: 'timestamp' };
  const plain = source.replaceAll('_', '');
  const integer = parseInteger(plain);
  if (integer !== undefined) return { tag: 'value', value: integer };
  return float.test(plain) ? number(Number(plain)) : text;
}

function number(value: number): PlainMeaning {
  return Number.isFinite(value) ? { tag: 'value', value } : text;
}

const prefixes: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^0[xX]([0-9a-fA-F]+)$/, '0x'],
  [/^0[bB]([01]+)$/, '0b'],
  [/^0[oO]?([0-7]+)$/, '0o'],
  [/^(0|[1-9][0-9]*)$/, ''],
];

/** Go's rules for a literal of any base: `010` is eight. */
function parseInteger(plain: string): number | bigint | undefined {
  const negative = plain.startsWith('-');
  const digits = /^[+-]/.test(plain) ? plain.slice(1) : plain;
  for (const [pattern, prefix] of prefixes) {
    const match = pattern.exec(digits);
    if (match === null) continue;
    const size = BigInt(`${prefix}${match[1]}`);
    const value = negative ? -size : size;
    if (value < minInt64 || value > maxUint64) return undefined;
    const small = Number(value);
    return Number.isSafeInteger(small) ? small + 0 : value;
  }
  return undefined;
}

const dateOnly = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const dateAndTime =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)$/;

function isTimestamp(source: string): boolean {
  const match = dateOnly.exec(source) ?? dateAndTime.exec(source);
  if (match === null) return false;
  const [year, month, day] = [match[1], match[2], match[3]].map(Number) as [number, number, number];
  const hour = Number(match[4] ?? match[7] ?? 0);
  const minute = Number(match[5] ?? match[8] ?? 0);
  const second = Number(match[6] ?? match[9] ?? 0);
  const days = month < 1 || month > 12 ? 0 : new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Whether a text must be quoted so that it is read as text again. */
export function looksLikeOther(source: string): boolean {
  return resolvePlain(source).tag !== 'text' || base60.test(source);
}
