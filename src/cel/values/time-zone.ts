import { goNumError } from '#meta';
import { CelError, type Timestamp } from './value.ts';

/** The fields of a time in a zone, as calendars and clocks there show them. */
export function localDate(time: Timestamp, zone: string): Date | CelError {
  const offset = zone.includes(':') ? fixedOffset(zone) : namedOffset(zone, time.seconds);
  return offset instanceof CelError ? offset : new Date((time.seconds + offset) * 1000);
}

/** `+08:00`: hours and minutes, each a number of any size. */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(':');
  const hours = atoi(zone.slice(0, colon));
  const minutes = atoi(zone.slice(colon + 1));
  if (hours instanceof CelError) return hours;
  if (minutes instanceof CelError) return minutes;
  return 60 * (hours * 60 + (zone.startsWith('-') ? -minutes : minutes));
}

function atoi(text: string): number | CelError {
  if (!/^[+-]?[0-9]+$/.test(text)) return new CelError(atoiError(text, 'syntax'));
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : new CelError(atoiError(text, 'range'));
}

function atoiError(text: string, fault: 'syntax' | 'range'): string {
  return goNumError('ParseInt', text, fault).replace('ParseInt', 'Atoi');
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Seconds east of UTC, in a zone of the time zone database. */
function namedOffset(zone: string, seconds: number): number | CelError {
  // The local time of servers is UTC.
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (zone.startsWith('/') || zone.startsWith('\\') || zone.includes('..'))
    return new CelError('time: invalid location name');
  const format = formatOf(zone);
  if (format === undefined) return new CelError(`unknown time zone ${zone}`);
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name);
  if (match === null) return 0;
  const [, sign, hours, minutes, rest = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest));
}

const MAX_ZONES = 1000;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    if (formats.size >= MAX_ZONES) formats.clear();
    formats.set(zone, newFormat(zone));
  }
  return formats.get(zone);
}

function newFormat(zone: string): Intl.DateTimeFormat | undefined {
  // Offsets are no names, though Intl takes them.
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const { timeZone } = format.resolvedOptions();
    // Names are case-sensitive, which Intl does not mind.
    const differsInCase = timeZone !== zone && timeZone.toLowerCase() === zone.toLowerCase();
    return differsInCase ? undefined : format;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
