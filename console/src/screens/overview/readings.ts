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
  readonly cpuSeconds: number | undefined;
  readonly inflight: number | undefined;
  readonly watches: number | undefined;
  readonly memory: number | undefined;
  readonly storeBytes: number | undefined;
}

const NAMES = [
  'apiserver_request_total',
  'apiserver_request_duration_seconds_sum',
  'apiserver_request_duration_seconds_count',
  'process_cpu_seconds_total',
  'apiserver_current_inflight_requests',
  'apiserver_longrunning_requests',
  'process_resident_memory_bytes',
  'apiserver_storage_size_bytes',
  'pinnace_storage_trouble',
  'pinnace_storage_damaged_objects',
  'pinnace_uncaught_errors_total',
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
    cpuSeconds: sumOf(metrics, 'process_cpu_seconds_total'),
    inflight: sumOf(metrics, 'apiserver_current_inflight_requests'),
    watches: sumOf(metrics, 'apiserver_longrunning_requests', isWatch),
    memory: sumOf(metrics, 'process_resident_memory_bytes'),
    storeBytes: sumOf(metrics, 'apiserver_storage_size_bytes'),
  };
}

/** What is shown of a figure: how it is now, and how it was. */
export interface Figure {
  readonly name: string;
  readonly now: string;
  readonly past: readonly number[];
}

/** The figures of all readings, the oldest first; those that the server does not tell are left out, and a store that is none. */
export function figuresOf(readings: readonly Reading[]): readonly Figure[] {
  const pairs = readings.slice(1).map((reading, at) => [readings[at] as Reading, reading] as const);
  const rates = (of: (before: Reading, after: Reading) => number | undefined): number[] =>
    pairs.flatMap(([before, after]) => of(before, after) ?? []);
  const levels = (of: (reading: Reading) => number | undefined): number[] => readings.flatMap((one) => of(one) ?? []);
  const figures: Figure[] = [
    figure('Requests per second', rates(perSecond('requests')), (value) => value.toFixed(1)),
    figure('Server errors per second', rates(perSecond('failures')), (value) => value.toFixed(1)),
    figure('Latency, mean', rates(meanLatency), (value) => `${value.toFixed(1)} ms`),
    figure(
      'In work',
      levels(({ inflight }) => inflight),
      String,
    ),
    figure(
      'Watches',
      levels(({ watches }) => watches),
      String,
    ),
    figure('Processor', rates(perSecond('cpuSeconds')), (value) => `${Math.round(value * 100)} %`),
    figure(
      'Memory',
      levels(({ memory }) => memory),
      bytesText,
    ),
    figure(
      'Store',
      levels(({ storeBytes }) => storeBytes || undefined),
      bytesText,
    ),
  ];
  return figures.filter(({ past }) => past.length > 0);
}

const figure = (name: string, past: readonly number[], text: (value: number) => string): Figure => ({
  name,
  past,
  now: past.length === 0 ? '' : text(past.at(-1) ?? 0),
});

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

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function bytesText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
