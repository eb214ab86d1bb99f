import { type Metrics, readMetrics, sumOf } from './metrics-text.ts';

/** What a server says of itself at one moment. */
export interface Reading {
  /** Milliseconds since some moment. */
  readonly at: number;
  readonly requests: number | undefined;
  readonly failures: number | undefined;
  /** Seconds of all requests that are no watches, and how many those are. */
  readonly seconds: number | undefined;
  readonly timed: number | undefined;
  /** How many of them took at most so many seconds, the quickest first. */
  readonly within: readonly (readonly [seconds: number, count: number])[];
  readonly cpuSeconds: number | undefined;
  readonly inflight: number | undefined;
  readonly watches: number | undefined;
  readonly memory: number | undefined;
  readonly storeBytes: number | undefined;
  readonly revision?: number | undefined;
}

const NAMES = [
  'apiserver_request_total',
  'apiserver_request_duration_seconds_sum',
  'apiserver_request_duration_seconds_count',
  'apiserver_request_duration_seconds_bucket',
  'process_cpu_seconds_total',
  'apiserver_current_inflight_requests',
  'apiserver_longrunning_requests',
  'process_resident_memory_bytes',
  'apiserver_storage_size_bytes',
  'pinnace_storage_trouble',
  'pinnace_storage_damaged_objects',
  'pinnace_uncaught_errors_total',
  'apiserver_validating_admission_policy_check_total',
  'apiserver_mutating_admission_policy_check_total',
];

export const metricsOf = (text: string): Metrics => readMetrics(text, new Set(NAMES));

const isServerError = (labels: string): boolean => /(^|,)code="5/.test(labels);
const isWatch = (labels: string): boolean => /(^|,)verb="(WATCH|CONNECT)"/.test(labels);
const isNoWatch = (labels: string): boolean => !isWatch(labels);

export function readingOf(metrics: Metrics, at: number): Reading {
  return {
    at,
    requests: sumOf(metrics, 'apiserver_request_total'),
    failures: sumOf(metrics, 'apiserver_request_total', isServerError),
    seconds: sumOf(metrics, 'apiserver_request_duration_seconds_sum', isNoWatch),
    timed: sumOf(metrics, 'apiserver_request_duration_seconds_count', isNoWatch),
    within: bucketsOf(metrics),
    cpuSeconds: sumOf(metrics, 'process_cpu_seconds_total'),
    inflight: sumOf(metrics, 'apiserver_current_inflight_requests'),
    // Where no watch was ever open there is no such metric.
    watches: sumOf(metrics, 'apiserver_longrunning_requests', isWatch) ?? (metrics.size > 0 ? 0 : undefined),
    memory: sumOf(metrics, 'process_resident_memory_bytes'),
    storeBytes: sumOf(metrics, 'apiserver_storage_size_bytes'),
  };
}

/** What is shown of a figure: how it is now, and how it was. */
export interface Figure {
  readonly name: string;
  readonly past: readonly number[];
  readonly text: (value: number) => string;
}

/**
 * The figures of all readings, the oldest first. Before the first reading all are there, without a value, so that nothing
 * moves when values come; afterwards those that the server does not tell are left out, and a store that is none.
 */
export function figuresOf(readings: readonly Reading[]): readonly Figure[] {
  const pairs = readings.slice(1).map((reading, at) => [readings[at] as Reading, reading] as const);
  const rates = (of: (before: Reading, after: Reading) => number | undefined): number[] =>
    pairs.flatMap(([before, after]) => of(before, after) ?? []);
  const last = readings.at(-1);
  const rate = (name: string, told: unknown, past: readonly number[], text: Figure['text']): Figure[] =>
    last === undefined || told !== undefined ? [{ name, past, text }] : [];
  const level = (name: string, of: (reading: Reading) => number | undefined, text: Figure['text']): Figure[] =>
    last === undefined || of(last) !== undefined
      ? [{ name, past: readings.flatMap((one) => of(one) ?? []), text }]
      : [];
  return [
    ...rate('Requests per second', last?.requests, rates(perSecond('requests')), tenths),
    ...rate('Latency, mean', last?.timed, rates(meanLatency), milliseconds),
    ...rate('Latency, 99 of 100', last?.within[0], rates(slowest), milliseconds),
    ...rate('Server errors per second', last?.failures, rates(perSecond('failures')), tenths),
    ...level('In work', ({ inflight }) => inflight, String),
    ...level('Watches', ({ watches }) => watches, String),
    ...rate('Processor', last?.cpuSeconds, rates(perSecond('cpuSeconds')), (value) => `${Math.round(value * 100)} %`),
    ...level('Memory', ({ memory }) => memory, bytesText),
    ...level('Revision', ({ revision }) => revision, String),
    ...level('Store', ({ storeBytes }) => storeBytes || undefined, bytesText),
  ];
}

const tenths = (value: number): string => value.toFixed(1);
const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** What a figure is now; '–' where two readings are needed and there is one. */
export const nowOf = ({ past, text }: Figure): string => (past.length === 0 ? '–' : text(past.at(-1) ?? 0));

/** Undefined where it is not told, and where the server began anew in between. */
function perSecond(key: 'requests' | 'failures' | 'cpuSeconds') {
  return (before: Reading, after: Reading): number | undefined => {
    const [was, is] = [before[key], after[key]];
    if (was === undefined || is === undefined || is < was || after.at <= before.at) return undefined;
    return (is - was) / ((after.at - before.at) / 1000);
  };
}

function meanLatency(before: Reading, after: Reading): number | undefined {
  const { seconds: was, timed: counted } = before;
  const { seconds: is, timed: counts } = after;
  if (was === undefined || is === undefined || counted === undefined || counts === undefined) return undefined;
  return counts <= counted ? undefined : ((is - was) / (counts - counted)) * 1000;
}

function bucketsOf(metrics: Metrics): Reading['within'] {
  const counts = new Map<number, number>();
  for (const { labels, value } of metrics.get('apiserver_request_duration_seconds_bucket') ?? []) {
    const limit = /(?:^|,)le="([^"]+)"/.exec(labels)?.[1];
    if (limit === undefined || isWatch(labels)) continue;
    const seconds = limit === '+Inf' ? Number.POSITIVE_INFINITY : Number(limit);
    counts.set(seconds, (counts.get(seconds) ?? 0) + value);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/** In how many milliseconds 99 of 100 requests were answered, as exactly as the limits of the buckets tell. */
function slowest(before: Reading, after: Reading): number | undefined {
  const was = new Map(before.within);
  const counts = after.within.map(([limit, count]) => [limit, count - (was.get(limit) ?? 0)] as const);
  const wanted = (counts.at(-1)?.[1] ?? 0) * 0.99;
  if (wanted <= 0) return undefined;
  const at = counts.findIndex(([, count]) => count >= wanted);
  const [low, under] = counts[at - 1] ?? [0, 0];
  const [high, upTo] = counts[at] ?? [low, under];
  if (!Number.isFinite(high)) return low * 1000;
  return (low + ((high - low) * (wanted - under)) / Math.max(upTo - under, 1)) * 1000;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function bytesText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
