import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../target/ask.ts';
import type { OwnServer } from '../target/own-server.ts';
import { type Bench, type Subject, subjectOf } from './bench.ts';
import { COLLECTION, requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureRequests } from './throughput.ts';

const SIZES = [10_000, 50_000, 115_000, 250_000, 500_000] as const;
/** Until what the last writes left behind is collected. */
const IDLE_MS = 5000;
const MB = 1e6;

type Results = { [row: string]: Measured };

/** What is measured at each size. */
const figures = {
  memory: { title: 'memory of its own', unit: 'MB', better: 'less' },
  get: { title: 'get of each in turn, 32 clients', unit: 'per s', better: 'more' },
  update: { title: 'update of each in turn, 16 clients', unit: 'per s', better: 'more' },
  page: { title: 'first 500 of the list, 4 clients', unit: 'per s', better: 'more' },
  store: { title: 'store', unit: 'MB', better: 'less' },
  ready: { title: 'time to ready', unit: 'ms', better: 'less' },
  read: { title: '… and the first of them read', unit: 'ms', better: 'less' },
} as const satisfies { readonly [name: string]: Pick<Row, 'title' | 'unit' | 'better'> };

/** How a server changes with what it holds. The same server all the way, so sizes are taken from small to large. */
export const objectCurve: Work = {
  rows: SIZES.flatMap((size) =>
    Object.entries(figures).map(([figure, { title, ...row }]) => ({
      ...row,
      name: rowName(size, figure as keyof typeof figures),
      title: `${size.toLocaleString('en')} objects: ${title}`,
    })),
  ),
  onlyByName: true,
  run: (bench) => (bench.ownServer ? ownCurve(bench) : bench.withServer((subject) => foreignCurve(bench, subject))),
};

function rowName(size: number, figure: keyof typeof figures): string {
  return `curve-objects:${size}-${figure}`;
}

async function foreignCurve(bench: Bench, subject: Subject): Promise<Results> {
  const results: Results = {};
  let from = 0;
  for (const to of SIZES) {
    await bench.fillUp(subject.target, { from, to });
    Object.assign(results, await measureAt(bench, subject, to));
    from = to;
  }
  return results;
}

async function ownCurve(bench: Bench): Promise<Results> {
  return bench.withKeptServer(async ({ directory, server: first }) => {
    const results: Results = {};
    let [server, from] = [first, 0];
    try {
      for (const to of SIZES) {
        await bench.fillUp(server.target, { from, to });
        Object.assign(results, await measureAt(bench, subjectOf(server, directory), to));
        results[rowName(to, 'store')] = { value: bytesIn(directory) / MB };
        await server.stop();
        server = await bench.start(directory);
        results[rowName(to, 'ready')] = { value: server.readyMs };
        results[rowName(to, 'read')] = { value: server.readyMs + (await firstReadMs(server)) };
        from = to;
      }
    } finally {
      await server.stop();
    }
    return results;
  });
}

async function measureAt(bench: Bench, subject: Subject, size: number): Promise<Results> {
  await delay(IDLE_MS);
  const { megabytes = Number.NaN, filesMegabytes = 0 } = (await subject.memory()) ?? {};
  const page = { ...requests.list, path: `${COLLECTION}?limit=500` };
  const about = { before: size, about: 'again' } as const;
  return {
    [rowName(size, 'memory')]: { value: megabytes - filesMegabytes },
    [rowName(size, 'get')]: await measureRequests(bench, subject, { request: requests.get, clients: 32, ...about }),
    [rowName(size, 'page')]: await measureRequests(bench, subject, { request: page, clients: 4, ...about }),
    [rowName(size, 'update')]: await measureRequests(bench, subject, {
      request: requests.update,
      clients: 16,
      ...about,
    }),
  };
}

async function firstReadMs({ target }: OwnServer): Promise<number> {
  const began = performance.now();
  await ask(target, { method: 'GET', path: `${COLLECTION}?limit=1` });
  return performance.now() - began;
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true })
    .map((name) => statSync(join(directory, String(name))))
    .reduce((sum, status) => sum + (status.isFile() ? status.blocks * 512 : 0), 0);
}
