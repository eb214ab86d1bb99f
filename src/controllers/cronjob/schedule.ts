import { getOwn } from '#meta';
/** A schedule in the notation of cron. What the server let in can be read; undefined for anything else. */
export interface Schedule {
  /** The first time after the given one, in milliseconds since the epoch; undefined when there is none for years. */
  next(afterMs: number): number | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60;
/** How far ahead a time is looked for. */
const HORIZON_MS = 5 * 366 * DAY * MINUTE;

const descriptors: { readonly [name: string]: string } = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

export function parseSchedule(text: string, timeZone: string | undefined): Schedule | undefined {
  const prefixed = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(text);
  const zone = prefixed?.[1] ?? timeZone ?? 'UTC';
  const spec = (prefixed?.[2] ?? text).trim();
  if (spec.startsWith('@every ')) return every(durationMs(spec.slice('@every '.length)));
  const fields = (getOwn(descriptors, spec) ?? spec).split(/\s+/);
  if (fields.length !== limits.length) return undefined;
  const clock = civilClock(zone);
  const sets = limits.flatMap((limit, at) => parseField(fields[at] ?? '', limit) ?? []);
  return clock === undefined || sets.length < limits.length ? undefined : fieldSchedule(sets, clock);
}

function every(ms: number): Schedule | undefined {
  if (!(ms > 0)) return undefined;
  const step = Math.max(1000, Math.trunc(ms / 1000) * 1000);
  return { next: (afterMs) => Math.trunc(afterMs / 1000) * 1000 + step };
}

const units: { readonly [unit: string]: number } = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: MINUTE,
  h: 60 * MINUTE,
};

function durationMs(text: string): number {
  let total = 0;
  for (const [, count, unit = ''] of text.matchAll(/([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(count) * (units[unit] ?? 0);
  }
  return text.startsWith('-') ? -total : total;
}

interface Limits {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const limits: readonly Limits[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];

interface Field {
  readonly values: ReadonlySet<number>;
  /** Written as `*`: does not restrict. */
  readonly isAny: boolean;
}

function parseField(text: string, range: Limits): Field | undefined {
  const values = new Set<number>();
  let isAny = false;
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [span = '', step] = part.split('/');
    const [low = '', high] = span.split('-');
    const all = low === '*' || low === '?';
    isAny ||= all && step === undefined;
    const first = all ? range.least : numberOf(low, range);
    const last = all
      ? range.most
      : high !== undefined
        ? numberOf(high, range)
        : step !== undefined
          ? range.most
          : first;
    const by = step === undefined ? 1 : Number(step);
    if (!(first <= last && by > 0 && first >= range.least && last <= range.most)) return undefined;
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return { values, isAny };
}

function numberOf(text: string, { names, least }: Limits): number {
  const named = names.indexOf(text.toLowerCase());
  return named >= 0 ? named + least : /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
}

/** A local time. */
interface Civil {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly month: number;
  readonly weekday: number;
}
type CivilClock = (ms: number) => Civil;

function civilClock(timeZone: string): CivilClock | undefined {
  if (timeZone === 'UTC' || timeZone === 'Etc/UTC') return (ms) => civilOf(new Date(ms));
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: timeZone === 'Local' ? 'UTC' : timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    return (ms) => {
      const shown = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown;
      return civilOf(new Date(Date.UTC(year, month - 1, day, hour, minute)));
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function civilOf(date: Date): Civil {
  return {
    minute: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
  };
}

/**
 * Walks through real time and looks at the local time: an hour that the clock skips in spring is skipped, one that it
 * repeats in autumn comes twice. Steps are large while the day does not match, and never so large that a shift of the
 * clock could hide a match.
 */
function fieldSchedule([minutes, hours, monthDays, inMonths, weekdays]: readonly Field[], clock: CivilClock): Schedule {
  const isDay = ({ day, month, weekday }: Civil): boolean => {
    if (!inMonths?.values.has(month)) return false;
    const byDay = monthDays?.values.has(day) ?? false;
    const byWeekday = weekdays?.values.has(weekday) ?? false;
    return monthDays?.isAny || weekdays?.isAny ? byDay && byWeekday : byDay || byWeekday;
  };
  return {
    next(afterMs) {
      const end = afterMs + HORIZON_MS;
      for (let ms = Math.floor(afterMs / MINUTE) * MINUTE + MINUTE; ms < end; ) {
        const civil = clock(ms);
        const toHour = 60 - civil.minute;
        if (!isDay(civil)) {
          const toMidnight = DAY - civil.hour * 60 - civil.minute;
          ms += (toMidnight > 180 ? toMidnight - 120 : Math.min(toHour, 30)) * MINUTE;
        } else if (!hours?.values.has(civil.hour)) ms += Math.min(toHour, 30) * MINUTE;
        else if (!minutes?.values.has(civil.minute)) ms += MINUTE;
        else return ms;
      }
      return undefined;
    },
  };
}
