import { setTimeout as delay } from 'node:timers/promises';
import { OBJECT } from '../load/request.ts';
import { median } from '../statistics.ts';
import { ask } from '../target/ask.ts';
import type { Bench, Subject } from './bench.ts';
import { collectionOf, crontabs, flagsFor, type Strategy, withCrontabs } from './crontabs.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureThroughput } from './throughput.ts';

const LISTED = 1000;
const TIMES = 5;
const GETS = 300;
const strategies: readonly Strategy[] = ['None', 'Rules', 'TypeScript', 'Webhook'];

/** For each who may convert: what every reader pays, and what only the first one does. */
export const conversionRows = strategies.flatMap((strategy): readonly Work[] => {
  const key = strategy.toLowerCase();
  const row = (name: string, title: string, unit: Row['unit'], better: Row['better']): Row => ({
    name: `custom-${name}-${key}`,
    title: `${title}, ${strategy}`,
    unit,
    better,
  });
  const list = row('list-1000', 'list of 1,000 in another version, 4 clients', 'per s', 'more');
  const first = row('first-list', 'first list of 1,000 in another version', 'ms', 'less');
  const one = row('convert-one', 'first get of an object in another version', 'ms', 'less');
  const isOurs = strategy === 'Rules' || strategy === 'TypeScript';
  const unable = ({ ownServer }: Bench) => (isOurs && !ownServer ? 'only Pinnace converts by itself' : undefined);
  const on = <T>(bench: Bench, work: (subject: Subject) => Promise<T>): Promise<T> =>
    bench.withServer(work, { flags: flagsFor(strategy) });
  return [
    {
      rows: [list],
      unable,
      run: (bench) =>
        on(bench, (subject) =>
          withCrontabs(subject.target, strategy, async () => ({
            [list.name]: await measureThroughput(bench, subject, {
              ...list,
              clients: 4,
              request: crontabs.listOther,
              create: crontabs.create,
              before: LISTED,
              about: 'again',
            }),
          })),
        ),
    },
    {
      rows: [one],
      unable,
      run: (bench) => on(bench, async (subject) => ({ [one.name]: await timeFirstGets(bench, subject, strategy) })),
    },
    {
      rows: [first],
      unable,
      run: (bench) => on(bench, async (subject) => ({ [first.name]: await timeFirstLists(bench, subject, strategy) })),
    },
  ];
});

async function timeFirstLists(bench: Bench, { target }: Subject, strategy: Strategy): Promise<Measured> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    await withCrontabs(target, strategy, async () => {
      await bench.fill(target, LISTED, crontabs.create);
      const began = performance.now();
      await ask(target, crontabs.listOther);
      times.push(performance.now() - began);
    });
    await untilGone(target);
  }
  return { value: median(times), slices: times };
}

async function timeFirstGets(bench: Bench, { target }: Subject, strategy: Strategy): Promise<Measured> {
  const times: number[] = [];
  await withCrontabs(target, strategy, async () => {
    await bench.fill(target, GETS, crontabs.create);
    for (let at = 0; at < GETS; at++) {
      const path = `${collectionOf('v1')}/bench-${OBJECT}`.replace(OBJECT, String(at).padStart(OBJECT.length, '0'));
      const began = performance.now();
      await ask(target, { method: 'GET', path });
      times.push(performance.now() - began);
    }
  });
  await untilGone(target);
  return { value: median(times), slices: times };
}

/** The objects of a definition go with it, and it must be gone before it can be made again. */
async function untilGone(target: Subject['target']): Promise<void> {
  while ((await ask(target, { method: 'GET', path: crontabs.list.path })).status !== 404) await delay(5);
}
