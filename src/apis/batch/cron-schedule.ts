import { goQuote } from '#meta';

/** What is wrong with a schedule in the notation of cron; undefined when nothing is. The texts are robfig/cron's. */
export function scheduleFault(schedule: string): string | undefined {
  const zone = /^(?:CRON_)?TZ=/.exec(schedule);
  if (zone === null) return specFault(schedule);
  const space = schedule.indexOf(' ');
  if (space < 0) return 'invalid schedule format';
  const name = schedule.slice(zone[0].length, space);
  if (!isTimeZone(name)) return `provided bad location ${name}: unknown time zone ${name}`;
  return specFault(schedule.slice(space).trim());
}

function specFault(spec: string): string | undefined {
  if (spec === '') return 'empty spec string';
  if (spec.startsWith('@')) return descriptorFault(spec);
  const fields = spec.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== bounds.length) {
    return `expected exactly ${bounds.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [at, limits] of bounds.entries()) {
    const fault = fieldFault(fields[at] ?? '', limits);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

function descriptorFault(text: string): string | undefined {
  if (descriptors.has(text)) return undefined;
  const every = '@every ';
  if (!text.startsWith(every)) return `unrecognized descriptor: ${text}`;
  const duration = text.slice(every.length);
  if (/^[-+]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(duration)) return undefined;
  return `failed to parse duration ${text}: time: invalid duration ${goQuote(duration)}`;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minutes, hours, days of the month, months, days of the week. */
const bounds: readonly Bounds[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];

function fieldFault(field: string, limits: Bounds): string | undefined {
  for (const range of field.split(',').filter((part) => part !== '')) {
    const fault = rangeFault(range, limits);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type Read = { readonly value: number } | { readonly fault: string };

/** `*`, `5`, `1-5`, `mon-fri`, each with `/2` for every second one. */
function rangeFault(text: string, limits: Bounds): string | undefined {
  const [range = '', step, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreHighs] = range.split('-');
  const isAll = low === '*' || low === '?';
  const first: Read = isAll ? { value: limits.least } : readNumber(low, limits);
  if ('fault' in first) return first.fault;
  let last: Read = isAll ? { value: limits.most } : first;
  if (!isAll && moreHighs.length > 0) return `too many hyphens: ${text}`;
  if (!isAll && high !== undefined) last = readNumber(high, limits);
  if ('fault' in last) return last.fault;
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const every: Read = step === undefined ? { value: 1 } : readNumber(step, { ...limits, names: [] });
  if ('fault' in every) return every.fault;
  // A single number with a step goes on to the end.
  const end = step !== undefined && high === undefined ? limits.most : last.value;
  return extentFault({ text, start: first.value, end, every: every.value }, limits);
}

interface Extent {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly every: number;
}

function extentFault({ text, start, end, every }: Extent, { least, most }: Bounds): string | undefined {
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${text}`;
  if (end > most) return `end of range (${end}) above maximum (${most}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return every === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function readNumber(text: string, { names, least }: Bounds): Read {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return { value: named + least };
  if (!/^[-+]?[0-9]{1,15}$/.test(text)) {
    return { fault: `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax` };
  }
  const value = Number(text);
  return value < 0 ? { fault: `negative number (${value}) not allowed: ${text}` } : { value };
}

/** Whether there is a time zone of that name, written exactly so. */
export function isTimeZone(name: string): boolean {
  if (name === '' || /^[-+0-9]/.test(name)) return false;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return known === name || known.toLowerCase() !== name.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
