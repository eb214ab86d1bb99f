import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Subject } from './bench.ts';
import { measuredEvents, pacedLoad, runWatchers, untilTheLast } from './fan-out.ts';
import type { Measured, Row, Work } from './row.ts';

const COUNTS = [10, 100, 500, 1000, 2500, 5000] as const;
/** With many watchers fewer writes: about so many events are sent in a second, which no server is overrun by. */
const EVENTS_PER_SECOND = 5000;
const MOST_WRITES_PER_SECOND = 50;
/** When all watchers are there, and before the last writes. */
const SAMPLE_MS = 500;

type Results = { [row: string]: Measured };

/** How events and memory change with the number of watchers: each count on a server of its own. */
export const watcherCurve: Work = {
  rows: COUNTS.flatMap((count): Row[] => [
    {
      name: rowName(count, 'events'),
      title: `${count.toLocaleString('en')} watchers at ${writesPerSecond(count)} writes/s, until the last`,
      unit: 'ms',
      better: 'less',
    },
    { name: rowName(count, 'memory'), title: '… memory for each of them', unit: 'KB', better: 'less' },
  ]),
  onlyByName: true,
  async run(bench) {
    const results: Results = {};
    for (const count of COUNTS)
      Object.assign(results, await bench.withServer((subject) => measureAt(bench, subject, count)));
    return results;
  },
};

function rowName(count: number, figure: 'events' | 'memory'): string {
  return `curve-watchers:${count}-${figure}`;
}

function writesPerSecond(watchers: number): number {
  return Math.max(1, Math.min(MOST_WRITES_PER_SECOND, Math.round(EVENTS_PER_SECOND / watchers)));
}

async function measureAt(bench: Bench, subject: Subject, count: number): Promise<Results> {
  const before = await ownKilobytes(subject);
  const done = new AbortController();
  const memory = mostMemory(subject, done.signal);
  const load = pacedLoad({ watchers: count, writesPerSecond: writesPerSecond(count) });
  const result = await runWatchers(bench, subject, load).finally(() => done.abort());
  return {
    [rowName(count, 'events')]: measuredEvents(result, untilTheLast(result)),
    [rowName(count, 'memory')]: { value: ((await memory) - before) / count },
  };
}

/** The watchers are gone when the load is over, so it is looked at while they are there. */
async function mostMemory(subject: Subject, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, await ownKilobytes(subject));
    await delay(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
  }
  return most;
}

async function ownKilobytes(subject: Subject): Promise<number> {
  const { megabytes = Number.NaN, filesMegabytes = 0 } = (await subject.memory()) ?? {};
  return (megabytes - filesMegabytes) * 1000;
}
