import { byteLength } from './go-text.ts';

/** A point in time: whole seconds since the epoch and nanoseconds after them. */
interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

/** A text that is no time. The message is what clients see. */
export class TimeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TimeError';
  }
}

/** `2006-01-02T15:04:05Z07:00`, and the same with exactly six digits of a second. */
const layouts = {
  time: '2006-01-02T15:04:05Z07:00',
  microTime: '2006-01-02T15:04:05.000000Z07:00',
} as const;

/** Throws a `TimeError`. A fraction of any length may follow the seconds. */
export function parseTime(text: string): Instant {
  const { seconds, nanos } = new TimeReader(text, layouts.time).read();
  return { seconds, nanos };
}

/** With the zone it was written in, in seconds east of UTC. Throws a `TimeError`. */
export function parseZonedTime(text: string): Instant & { readonly offset: number } {
  return new TimeReader(text, layouts.time).read();
}

/** Throws a `TimeError`. Six digits after the seconds are required. */
export function parseMicroTime(text: string): Instant {
  const { seconds, nanos } = new TimeReader(text, layouts.microTime).read();
  return { seconds, nanos };
}

/** In UTC and whole seconds, as `metav1.Time` is written. */
export function formatTime(instant: Instant): string {
  return `${dateText(instant.seconds)}Z`;
}

export function formatMicroTime({ seconds, nanos }: Instant): string {
  return `${dateText(seconds)}.${String(Math.trunc(nanos / 1000)).padStart(6, '0')}Z`;
}

/** The text as the server gives it back. Throws a `TimeError`. */
export function canonicalTime(text: string): string {
  return formatTime(parseTime(text));
}

export function canonicalMicroTime(text: string): string {
  return formatMicroTime(parseMicroTime(text));
}

export function instantOf(milliseconds: number): Instant {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1e6) };
}

export function millisecondsOf({ seconds, nanos }: Instant): number {
  return seconds * 1000 + Math.trunc(nanos / 1e6);
}

/** The first of January of year one, which Go takes for "not set" and encodes as null. */
export function isZeroTime({ seconds, nanos }: Instant): boolean {
  return seconds === -62_135_596_800 && nanos === 0;
}

let last = { seconds: Number.NaN, text: '' };

/** What happens now is told several times for each write: the last text is kept. */
function dateText(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: writeDate(seconds) };
  return last.text;
}

function writeDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const shown = `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
  return `${shown}-${date.toISOString().slice(-19, -5)}`;
}

interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  nanos: number;
  /** Seconds east of UTC. */
  offset: number;
}

/** Reads a text along a layout, and fails at the same place and in the same words as Go's `time.Parse`. */
class TimeReader {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  read(): Instant & { readonly offset: number } {
    const fields: Fields = {
      year: this.#number('2006', /^[0-9]{4}/),
      month: this.#after('-').#number('01', /^[0-9]{2}/, { name: 'month', low: 1, high: 12 }),
      day: this.#after('-').#number('02', /^[0-9]{2}/),
      hour: this.#after('T').#number('15', /^[0-9]{1,2}/, { name: 'hour', low: 0, high: 23 }),
      minute: this.#after(':').#number('04', /^[0-9]{2}/, { name: 'minute', low: 0, high: 59 }),
      second: this.#after(':').#number('05', /^[0-9]{2}/, { name: 'second', low: 0, high: 59 }),
      nanos: this.#layout === layouts.time ? this.#anyFraction() : this.#sixDigits(),
      offset: this.#zone(),
    };
    if (this.#rest !== '') this.#fail(`: extra text: ${quote(this.#rest)}`);
    if (fields.day < 1 || fields.day > daysIn(fields)) this.#fail(': day out of range');
    const { nanos, offset } = fields;
    return { seconds: epochSeconds(fields) - offset, nanos, offset };
  }

  #after(separator: string): this {
    if (!this.#rest.startsWith(separator)) this.#cannotParse(separator);
    this.#rest = this.#rest.slice(separator.length);
    return this;
  }

  #number(layout: string, shape: RegExp, range?: { name: string; low: number; high: number }): number {
    const digits = shape.exec(this.#rest)?.[0];
    if (digits === undefined) return this.#cannotParse(layout);
    this.#rest = this.#rest.slice(digits.length);
    const value = Number(digits);
    if (range !== undefined && (value < range.low || value > range.high)) this.#fail(`: ${range.name} out of range`);
    return value;
  }

  #anyFraction(): number {
    const fraction = /^[.,][0-9]+/.exec(this.#rest)?.[0] ?? '';
    this.#rest = this.#rest.slice(fraction.length);
    return Number(fraction.slice(1, 10).padEnd(9, '0'));
  }

  #sixDigits(): number {
    const fraction = /^[.,][0-9]{6}/.exec(this.#rest)?.[0];
    if (fraction === undefined) return this.#cannotParse('.000000');
    this.#rest = this.#rest.slice(fraction.length);
    return Number(fraction.slice(1)) * 1000;
  }

  #zone(): number {
    if (this.#rest.startsWith('Z')) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const match = /^([\s\S])([0-9]{2}):([0-9]{2})/.exec(this.#rest);
    if (match === null) return this.#cannotParse('Z07:00');
    const [hours, minutes] = [Number(match[2]), Number(match[3])];
    // Offsets of 24 hours and 60 minutes do occur and are let through.
    if (minutes > 60) this.#fail(': time zone offset minute out of range');
    if (hours > 24) this.#fail(': time zone offset hour out of range');
    if (match[1] !== '+' && match[1] !== '-') return this.#cannotParse('Z07:00');
    this.#rest = this.#rest.slice(6);
    return (match[1] === '-' ? -60 : 60) * (hours * 60 + minutes);
  }

  #cannotParse(layout: string): never {
    return this.#fail(` as ${quote(this.#layout)}: cannot parse ${quote(this.#rest)} as ${quote(layout)}`);
  }
  #fail(why: string): never {
    throw new TimeError(`parsing time ${quote(this.#text)}${why}`);
  }
}

function daysIn({ year, month }: Fields): number {
  return startOfDay(year, month + 1, 0).getUTCDate();
}

function epochSeconds({ year, month, day, hour, minute, second }: Fields): number {
  return startOfDay(year, month, day).getTime() / 1000 + hour * 3600 + minute * 60 + second;
}

/** `Date.UTC` would take the years 0 to 99 for those of the last century. */
function startOfDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** The quoting of Go's time package, which escapes every byte beyond ASCII. */
function quote(text: string): string {
  let quoted = '"';
  for (const character of text) {
    if (character === '"' || character === '\\') quoted += `\\${character}`;
    else if (character >= ' ' && byteLength(character) === 1) quoted += character;
    else for (const byte of Buffer.from(character)) quoted += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `${quoted}"`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** How old something is, in two or three significant figures: `95s`, `3m20s`, `5h10m`, `3d4h`, `2y30d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  // Clocks differ: a second ahead is still now.
  if (seconds < -1) return '<invalid>';
  if (seconds < 2 * MINUTE) return `${Math.max(seconds, 0)}s`;
  if (seconds < 10 * MINUTE) return twoUnits(seconds, [MINUTE, 'm'], [1, 's']);
  if (seconds < 3 * HOUR) return `${Math.trunc(seconds / MINUTE)}m`;
  if (seconds < 8 * HOUR) return twoUnits(seconds, [HOUR, 'h'], [MINUTE, 'm']);
  if (seconds < 2 * DAY) return `${Math.trunc(seconds / HOUR)}h`;
  if (seconds < 8 * DAY) return twoUnits(seconds, [DAY, 'd'], [HOUR, 'h']);
  if (seconds < 2 * YEAR) return `${Math.trunc(seconds / DAY)}d`;
  if (seconds < 8 * YEAR) return twoUnits(seconds, [YEAR, 'y'], [DAY, 'd']);
  return `${Math.trunc(seconds / YEAR)}y`;
}

/** When something is so old that its age is told in other words than now. */
export function humanDurationEnd(milliseconds: number): number {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < 0) return milliseconds;
  const unit = smallestUnit(seconds);
  return (Math.floor(seconds / unit) + 1) * unit * 1000;
}

/** Of what is told; each limit is a multiple of it. */
function smallestUnit(seconds: number): number {
  if (seconds < 10 * MINUTE) return 1;
  if (seconds < 8 * HOUR) return MINUTE;
  return seconds < 8 * DAY ? HOUR : DAY;
}

type Unit = readonly [seconds: number, name: string];

function twoUnits(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.trunc((seconds % large) / small);
  return `${Math.trunc(seconds / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}

/** In one unit only: `95s` is `1m`. */
export function shortHumanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < MINUTE) return `${Math.max(seconds, 0)}s`;
  if (seconds < HOUR) return `${Math.trunc(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.trunc(seconds / HOUR)}h`;
  if (seconds < YEAR) return `${Math.trunc(seconds / DAY)}d`;
  return `${Math.trunc(seconds / YEAR)}y`;
}
