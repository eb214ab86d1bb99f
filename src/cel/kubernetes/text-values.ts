import { goQuote } from '#meta';
import { parseDuration, parseTimestamp } from '../values/time.ts';
import { Bytes, CelError, Duration, Timestamp, type Value } from '../values/value.ts';

/** The last of each may be the beginning of a longer word: `seconds`, `minutes`. */
const unitWords: readonly (readonly [nanos: bigint, words: readonly string[]])[] = [
  [1n, ['ns', 'nano']],
  [1_000n, ['us', 'µs', 'micro']],
  [1_000_000n, ['ms', 'milli']],
  [1_000_000_000n, ['s', 'sec']],
  [60_000_000_000n, ['m', 'min']],
  [3_600_000_000_000n, ['h', 'hr', 'hour']],
  [86_400_000_000_000n, ['d', 'day']],
  [604_800_000_000_000n, ['w', 'wk', 'week']],
];

/** As Go writes durations (`1h30m`), or with words somewhere in it (`3 days`). */
export function parseDurationText(text: string): Value {
  const plain = parseDuration(text);
  if (plain !== undefined) return plain;
  let nanos: bigint | undefined;
  for (const [, digits = '', word = ''] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = word.toLowerCase();
    for (const [size, words] of unitWords)
      for (const [i, name] of words.entries())
        if (name === unit || (i === words.length - 1 && unit.startsWith(name)))
          nanos = BigInt.asIntN(64, (nanos ?? 0n) + BigInt(digits.slice(0, 19)) * size);
  }
  if (nanos !== undefined) return new Duration(nanos);
  return new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`);
}

/** `2006-01-02`: midnight. */
export function parseDateText(text: string): Value {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  if (time instanceof Timestamp) return time;
  return new CelError(
    `Invalid date formatted string ${text}: parsing time ${goQuote(text)} as "2006-01-02": cannot parse ${goQuote(text)} as "2006"`,
  );
}

/** RFC 3339, or the same without a zone; an empty text is the zero time. */
export function parseDateTimeText(text: string): Value {
  if (text === '') return new Timestamp(0, 0);
  const time =
    parseTimestamp(text) ?? (/^\d{4}-\d{2}-\d{2}T[\d:.,]+$/.test(text) ? parseTimestamp(`${text}Z`) : undefined);
  if (time !== undefined) return time;
  return new CelError(
    `Invalid date-time formatted string ${text}: parsing time ${goQuote(text)} as "2006-01-02T15:04:05": cannot parse ${goQuote(text)} as "2006"`,
  );
}

/** Base64 in the alphabet of URLs. What is written in the usual one fails at its `+` and `/`. */
export function parseByteText(text: string): Value {
  const bare = text.replaceAll(/[\r\n]/g, '');
  const good = /^[A-Za-z0-9_-]*/.exec(bare)?.[0] ?? '';
  const padding = bare.slice(good.length);
  const wanted = (4 - (good.length % 4)) % 4;
  if (good.length % 4 !== 1 && padding === '='.repeat(wanted)) return new Bytes(Buffer.from(bare, 'base64url'));
  const at = padding.startsWith('=') || padding === '' ? Math.min(bare.length, good.length) : good.length;
  return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
}
