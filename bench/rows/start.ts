import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../statistics.ts';
import { ask } from '../target/ask.ts';
import { type Memory, memoryOf } from '../target/memory.ts';
import type { OwnServer } from '../target/own-server.ts';
import type { Bench } from './bench.ts';
import { COLLECTION } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';

const STARTS = 5;
const IDLE_MS = 2000;
const MANY = 50_000;
const MANY_TEXT = MANY.toLocaleString('en');

const onlyOwn = (bench: Bench): string | undefined =>
  bench.ownServer ? undefined : 'only of a server it starts itself';

/** The first start makes certificates; later ones find them. */
export const ready: Work = {
  rows: [
    {
      name: 'ready',
      title: 'time to ready',
      unit: 'ms',
      better: 'less',
      aim: { of: 'value', limit: 500 },
      kubeApiserver: '2,300 to 2,600 ms',
    },
    { name: 'ready-first', title: 'time to ready, first start', unit: 'ms', better: 'less' },
  ],
  unable: onlyOwn,
  async run(bench) {
    const first: number[] = [];
    const later: number[] = [];
    await bench.withDirectory(async (directory) => {
      first.push(await startAndStop(bench, directory));
      for (let i = 0; i < STARTS; i++) later.push(await startAndStop(bench, directory));
    });
    while (first.length < 3) await bench.withDirectory(async (other) => first.push(await startAndStop(bench, other)));
    return { ready: middle(later), 'ready-first': middle(first) };
  },
};

export const idleMemory: Work = {
  rows: [
    {
      name: 'memory-idle',
      title: 'memory, idle',
      unit: 'MB',
      better: 'less',
      aim: { of: 'value', limit: 90 },
      kubeApiserver: '305 MB',
    },
  ],
  run: (bench) =>
    bench.withServer(async ({ memory }) => {
      await delay(IDLE_MS);
      return { 'memory-idle': occupied(await memory()) };
    }),
};

const memoryMany: Row = {
  name: 'memory-50000',
  title: `memory after ${MANY_TEXT} objects`,
  unit: 'MB',
  better: 'less',
  aim: { of: 'value', limit: 350 },
  kubeApiserver: '1,290 MB',
};

/** Our own server is also started again with what it holds. */
export const manyObjects: Work = {
  rows: [
    memoryMany,
    { name: 'restart-50000', title: `time to ready with ${MANY_TEXT} objects`, unit: 'ms', better: 'less' },
    { name: 'restart-50000-read', title: '… and the first of them read', unit: 'ms', better: 'less' },
    { name: 'memory-50000-restart', title: '… memory then', unit: 'MB', better: 'less' },
  ],
  run: (bench) => (bench.ownServer ? ownMany(bench) : foreignMany(bench)),
};

async function foreignMany(bench: Bench): Promise<{ readonly [row: string]: Measured }> {
  return bench.withServer(async ({ target, memory }) => {
    await bench.fill(target, MANY);
    await delay(IDLE_MS);
    return { [memoryMany.name]: occupied(await memory()) };
  });
}

async function ownMany(bench: Bench): Promise<{ readonly [row: string]: Measured }> {
  return bench.withKeptServer(async ({ directory, server }) => {
    await bench.fill(server.target, MANY);
    await delay(IDLE_MS);
    const after = occupied(memoryOf(server.pid));
    await server.stop();
    const restarts: Restart[] = [];
    for (let i = 0; i < STARTS; i++) restarts.push(await restart(bench, directory));
    return {
      [memoryMany.name]: after,
      'restart-50000': middle(restarts.map(({ readyMs }) => readyMs)),
      'restart-50000-read': middle(restarts.map(({ readMs }) => readMs)),
      'memory-50000-restart': middle(restarts.map(({ megabytes }) => megabytes)),
    };
  });
}

interface Restart {
  readonly readyMs: number;
  readonly readMs: number;
  readonly megabytes: number;
}

/** Ready is not yet loaded: the first read of a kind brings all its objects into memory. */
async function restart(bench: Bench, directory: string): Promise<Restart> {
  const server = await bench.start(directory);
  try {
    const before = performance.now();
    await ask(server.target, { method: 'GET', path: `${COLLECTION}?limit=1` });
    const readMs = server.readyMs + performance.now() - before;
    await delay(IDLE_MS);
    return { readyMs: server.readyMs, readMs, megabytes: memoryOf(server.pid).megabytes };
  } finally {
    await server.stop();
  }
}

async function startAndStop(bench: Bench, directory: string): Promise<number> {
  const server: OwnServer = await bench.start(directory);
  await server.stop();
  return server.readyMs;
}

function middle(values: readonly number[]): Measured {
  return { value: median(values), slices: values };
}

function occupied(memory: Memory | undefined): Measured {
  if (memory === undefined) return { value: Number.NaN, note: 'the server does not tell; give --pid' };
  const { megabytes, filesMegabytes } = memory;
  if (filesMegabytes === undefined) return { value: megabytes };
  return { value: megabytes, note: `${Math.round(filesMegabytes)} MB of it mapped files` };
}
