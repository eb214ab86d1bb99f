import type { WatchResult } from '../load/job.ts';
import { median, spreadOf } from '../statistics.ts';
import { ask } from '../target/ask.ts';
import type { Bench } from './bench.ts';
import { COLLECTION, requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';

const WATCHERS = 200;

interface FanOut extends Row {
  readonly writers: number;
  readonly pauseMs: number;
  /** For each second that a row may take. */
  readonly writesPerSecond: number;
  value(result: WatchResult): number[];
}

const rows: readonly FanOut[] = [
  {
    name: 'watch-latency',
    title: `write to the last of ${WATCHERS} watchers`,
    unit: 'ms',
    better: 'less',
    writers: 1,
    pauseMs: 20,
    writesPerSecond: 25,
    value: ({ slices }) => slices.map(({ complete }) => median([...complete])),
  },
  {
    name: 'watch-rate',
    title: `events to ${WATCHERS} watchers, 8 writers`,
    unit: 'per s',
    better: 'more',
    writers: 8,
    pauseMs: 0,
    writesPerSecond: 120,
    value: ({ slices }) => slices.map(({ deliveries, milliseconds }) => (deliveries.length / milliseconds) * 1000),
  },
];

export const fanOut: readonly Work[] = rows.map((row) => ({
  rows: [row],
  run: async (bench) => ({ [row.name]: await measure(bench, row) }),
}));

async function measure(bench: Bench, row: FanOut): Promise<Measured> {
  const { load, seconds, slices } = bench.settings;
  return bench.withServer(async ({ target }) => {
    await bench.fill(target, row.writers);
    const list = JSON.parse((await ask(target, { method: 'GET', path: `${COLLECTION}?limit=1` })).body);
    const since = (list as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
    const result = await load.watch({
      kind: 'watch',
      target,
      watch: { method: 'GET', path: `${COLLECTION}?watch=1&resourceVersion=${since}&timeoutSeconds=600` },
      watchers: WATCHERS,
      write: requests.update,
      writers: row.writers,
      pauseMs: row.pauseMs,
      warmUpWrites: row.writesPerSecond,
      writesPerSlice: Math.max(1, Math.round((row.writesPerSecond * seconds) / slices)),
      slices,
    });
    const values = row.value(result);
    return { value: median(values), ...spreadOf(result.slices.map(({ deliveries }) => deliveries)), slices: values };
  });
}
