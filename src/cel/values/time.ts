import { parseZonedTime, TimeError } from '#meta';
import { checkedInt, type Int } from './integers.ts';
import { CelError, Duration, Timestamp, type Value } from './value.ts';

const SECOND = 1_000_000_000n;
/** From the year 1 to the year 9999. */
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;

function timestampOverflow(): CelError {
  return new CelError('timestamp overflow');
}

function durationOf(nanos: bigint): Value {
  const checked = checkedInt(nanos);
  return checked instanceof CelError ? checked : new Duration(nanos);
}

export function addDurations(a: Duration, b: Duration): Value {
  return durationOf(a.nanos + b.nanos);
}
export function subtractDurations(a: Duration, b: Duration): Value {
  return durationOf(a.nanos - b.nanos);
}
export function negateDuration(a: Duration): Value {
  return durationOf(-a.nanos);
}

export function addToTimestamp(time: Timestamp, nanos: bigint): Value {
  const sum = BigInt(time.nanos) + nanos;
  const rest = ((sum % SECOND) + SECOND) % SECOND;
  const seconds = time.seconds + Number((sum - rest) / SECOND);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) return timestampOverflow();
  return new Timestamp(seconds, Number(rest), time.offsetMinutes);
}

export function durationBetween(a: Timestamp, b: Timestamp): Value {
  return durationOf(BigInt(a.seconds - b.seconds) * SECOND + BigInt(a.nanos - b.nanos));
}

/** From the seconds since the epoch. */
export function timestampAt(seconds: Int): Value {
  const inRange = typeof seconds === 'number' && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
  return inRange ? new Timestamp(seconds, 0) : timestampOverflow();
}

/** RFC 3339; undefined if the text is none. */
export function parseTimestamp(text: string): Value | undefined {
  try {
    const { seconds, nanos, offset } = parseZonedTime(text);
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) return timestampOverflow();
    return new Timestamp(seconds, nanos, offset / 60);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return undefined;
  }
}

export function formatTimestamp({ seconds, nanos, offsetMinutes }: Timestamp): string {
  const local = new Date((seconds + offsetMinutes * 60) * 1000);
  const date = local
    .toISOString()
    .replace(/^\+?(-?)0*(\d{4})/, '$1$2')
    .slice(0, -5);
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${date}${fraction}${formatOffset(offsetMinutes)}`;
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', SECOND],
  ['m', 60n * SECOND],
  ['h', 3600n * SECOND],
]);

const MAX_SIZE = 2n ** 63n;

/** `1h30m`, `-1.5s`, `0`; undefined if the text is none, or too long a time. */
export function parseDuration(text: string): Duration | undefined {
  const match = /^([+-]?)(?:0|((?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+))$/.exec(text);
  if (match === null) return undefined;
  let size = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of (match[2] ?? '').matchAll(/(\d*)(?:\.(\d*))?([^\d.]+)/g)) {
    const part = durationPart(whole, fraction, unit);
    if (part === undefined) return undefined;
    size += part;
    if (size > MAX_SIZE) return undefined;
  }
  if (match[1] === '-') return new Duration(-size);
  return size >= MAX_SIZE ? undefined : new Duration(size);
}

/** The fraction is a floating-point number, cut off where it is finer than a nanosecond. */
function durationPart(whole: string, fraction: string, unitName: string): bigint | undefined {
  const unit = unitNanos.get(unitName);
  if (unit === undefined) return undefined;
  const size = BigInt(whole === '' ? 0 : whole);
  if (size > MAX_SIZE / unit) return undefined;
  let nanos = size * unit;
  if (fraction !== '') {
    const { value, scale } = leadingFraction(fraction);
    nanos += BigInt(Math.trunc(value * (Number(unit) / scale)));
  }
  return nanos > MAX_SIZE ? undefined : nanos;
}

/** As many digits as an int64 holds. */
function leadingFraction(digits: string): { readonly value: number; readonly scale: number } {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    if (value > (MAX_SIZE - 1n) / 10n) break;
    const next = value * 10n + BigInt(digit);
    if (next > MAX_SIZE) break;
    value = next;
    scale *= 10;
  }
  return { value: Number(value), scale };
}

/** In seconds, as a floating-point number. */
function durationSeconds({ nanos }: Duration): number {
  return Number(nanos / SECOND) + Number(nanos % SECOND) / 1e9;
}

/** `5400s`, `0.5s`. */
export function formatDuration(duration: Duration): string {
  return `${plainNumber(durationSeconds(duration))}s`;
}

/** Without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return Object.is(value, -0) ? '-0' : text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

/** As Go shows a duration: `1h30m0s`, `1.5ms`. */
export function goDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  if (size === 0n) return '0s';
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}µs`;
  if (size < SECOND) return `${sign}${decimal(size, 6)}ms`;
  const [hours, minutes] = [size / (3600n * SECOND), (size / (60n * SECOND)) % 60n];
  const seconds = `${decimal(size % (60n * SECOND), 9)}s`;
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`;
}

function decimal(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, -digits) : `${text.slice(0, -digits)}.${fraction}`;
}
