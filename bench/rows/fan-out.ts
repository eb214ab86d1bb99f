import type { Pace, WatchResult } from '../load/job.ts';
import { median, spreadOf } from '../statistics.ts';
import { ask } from '../target/ask.ts';
import type { Target } from '../target/target.ts';
import type { Bench, Subject } from './bench.ts';
import { COLLECTION, requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';

export interface Load {
  readonly watchers: number;
  readonly writers: number;
  readonly pace: Pace;
  /** For each second that a row may take. */
  readonly writesPerSecond: number;
}

interface FanOut extends Row, Load {
  value(result: WatchResult): number[];
}

/** Enough writers that none waits for the answer to its last write. */
const PACED_WRITERS = 4;

const rows: readonly FanOut[] = [
  {
    name: 'watch-latency',
    title: 'write to the last of 200 watchers',
    unit: 'ms',
    better: 'less',
    watchers: 200,
    writers: 1,
    pace: { afterMs: 20 },
    writesPerSecond: 25,
    value: untilTheLast,
  },
  {
    name: 'watch-rate',
    title: 'events to 200 watchers, 8 writers',
    unit: 'per s',
    better: 'more',
    watchers: 200,
    writers: 8,
    pace: { afterMs: 0 },
    writesPerSecond: 120,
    value: ({ slices }) => slices.map(({ deliveries, milliseconds }) => (deliveries.length / milliseconds) * 1000),
  },
  {
    name: 'watch-200-paced',
    title: 'events to 200 watchers at 50 writes/s, until the last',
    unit: 'ms',
    better: 'less',
    ...pacedLoad({ watchers: 200, writesPerSecond: 50 }),
    value: untilTheLast,
  },
  {
    name: 'watch-1000-paced',
    title: 'events to 1,000 watchers at 20 writes/s, until the last',
    unit: 'ms',
    better: 'less',
    ...pacedLoad({ watchers: 1000, writesPerSecond: 20 }),
    value: untilTheLast,
  },
];

export function pacedLoad({ watchers, writesPerSecond }: Pick<Load, 'watchers' | 'writesPerSecond'>): Load {
  return { watchers, writers: PACED_WRITERS, pace: { everyMs: 1000 / writesPerSecond }, writesPerSecond };
}

/** From the start of a write to its event at the last watcher, in milliseconds. */
export function untilTheLast({ slices }: WatchResult): number[] {
  return slices.map(({ complete }) => median([...complete]));
}

export const fanOut: readonly Work[] = rows.map((row) => ({
  rows: [row],
  run: (bench) =>
    bench.withServer(async (subject) => {
      const result = await runWatchers(bench, subject, row);
      return { [row.name]: measuredEvents(result, row.value(result)) };
    }),
}));

export function measuredEvents({ slices, cpuMicroseconds }: WatchResult, values: readonly number[]): Measured {
  const spread = spreadOf(slices.map(({ deliveries }) => deliveries));
  return {
    value: median(values),
    ...spread,
    slices: values,
    ...(cpuMicroseconds !== undefined && { cpuMicroseconds }),
  };
}

export async function runWatchers(bench: Bench, { target, pids }: Subject, of: Load): Promise<WatchResult> {
  const { load, seconds, slices } = bench.settings;
  await bench.fill(target, of.writers);
  await warmUp(bench, target, of);
  const list = JSON.parse((await ask(target, { method: 'GET', path: `${COLLECTION}?limit=1` })).body);
  const since = (list as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  return load.watch({
    kind: 'watch',
    target,
    pids,
    watch: { method: 'GET', path: `${COLLECTION}?watch=1&resourceVersion=${since}&timeoutSeconds=600` },
    watchers: of.watchers,
    write: requests.update,
    writers: of.writers,
    pace: of.pace,
    warmUpWrites: of.writesPerSecond,
    writesPerSlice: Math.max(1, Math.round((of.writesPerSecond * seconds) / slices)),
    slices,
  });
}

/** The same writes while nobody watches: at the pace of a row it would take minutes until a server runs as it does later. */
async function warmUp({ settings: { load }, warmUpSeconds }: Bench, target: Target, { writers }: Load): Promise<void> {
  if (warmUpSeconds === 0) return;
  await load.requests({
    kind: 'requests',
    target,
    request: requests.update,
    clients: writers,
    objects: { first: 0, step: 1, count: writers, atEnd: 'again' },
    warmUpMs: 0,
    sliceMs: warmUpSeconds * 1000,
    slices: 1,
  });
}
