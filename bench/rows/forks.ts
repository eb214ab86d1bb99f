import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubeObject } from '#meta';
import { startPinnace, type TestEnvironment } from '#testkit';
import { median } from '../statistics.ts';
import type { Measured, Row, Work } from './row.ts';

const STARTS = 5;
const ROUNDS = 31;
const OBJECTS = 10_000;
const DEFINITIONS = 100;
/** Written at a time. */
const WRITERS = 50;
/** What memory is measured by. */
const KEPT = 20;

const configMap = (at: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: `object-${at}`, namespace: 'default' },
  data: { text: 'x'.repeat(1024) },
});

const definition = (at: number): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `kind${at}s.example.com` },
  spec: {
    group: 'example.com',
    names: { plural: `kind${at}s`, kind: `Kind${at}` },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});
const fields = Array.from({ length: 50 }, (_, at) => [`field${at}`, { type: 'string', maxLength: 100 }]);
const schema = { type: 'object', properties: { spec: { type: 'object', properties: Object.fromEntries(fields) } } };

const row = (name: string, title: string, limit?: number): Row => ({
  name,
  title,
  unit: 'ms',
  better: 'less',
  ...(limit === undefined ? {} : { aim: { of: 'value', limit } }),
});

/** Environments of `pinnace/testing`, in this process. */
export const forks: Work = {
  rows: [
    row('test-start', 'start of a test environment'),
    row('test-fork', 'fork of a test environment', 15),
    row('test-fork-write', 'fork, a write, and controllers that have settled'),
    { ...row('test-fork-memory', 'memory of a fork', 5), unit: 'MB' },
    row('test-reset', 'a state restored'),
    row('test-fork-10000', 'fork with 10,000 objects', 15),
    row('test-fork-definitions', 'fork with 100 definitions', 15),
  ],
  async run() {
    const [starts, base] = await startTimes();
    await using small = base;
    const forked = await forkTimes(small);
    const written = await repeat(async () => {
      await using fork = await small.fork();
      await fork.apply(configMap(0));
      await fork.settle();
    });
    const memory = await memoryOfForks(small);
    const reset = await resetTimes(small);
    await fill(
      small,
      Array.from({ length: OBJECTS }, (_, at) => configMap(at)),
    );
    const withObjects = await forkTimes(small);
    await using defined = await startPinnace({ listen: false });
    await fill(
      defined,
      Array.from({ length: DEFINITIONS }, (_, at) => definition(at)),
    );
    return {
      'test-start': measured(starts),
      'test-fork': forked,
      'test-fork-write': written,
      'test-fork-memory': memory,
      'test-reset': reset,
      'test-fork-10000': withObjects,
      'test-fork-definitions': await forkTimes(defined),
    };
  },
};

/** The first is left out: it loads the code and makes the keys of the process. */
async function startTimes(): Promise<[readonly number[], TestEnvironment]> {
  const times: number[] = [];
  let last = await startPinnace({ listen: false });
  for (let at = 0; at < STARTS; at++) {
    await last.dispose();
    const began = performance.now();
    last = await startPinnace({ listen: false });
    times.push(performance.now() - began);
  }
  return [times, last];
}

const forkTimes = (env: TestEnvironment): Promise<Measured> =>
  repeat(
    () => env.fork(),
    (fork) => fork.dispose(),
  );

async function resetTimes(env: TestEnvironment): Promise<Measured> {
  await using fork = await env.fork();
  const snapshot = await fork.snapshot();
  return await repeat(() => fork.restore(snapshot));
}

/** The times of the work; what is done after each is not part of them. */
async function repeat<T>(work: () => Promise<T>, after?: (made: T) => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  let cpu = 0;
  for (let at = 0; at < ROUNDS; at++) {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const made = await work();
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    cpu += user + system;
    await after?.(made);
  }
  return { ...measured(times), cpuMicroseconds: cpu / ROUNDS };
}

const measured = (times: readonly number[]): Measured => ({ value: median(times), slices: times });

/** With controllers that run, and objects that were read. */
async function memoryOfForks(env: TestEnvironment): Promise<Measured> {
  const before = await heapBytes();
  const kept: TestEnvironment[] = [];
  for (let at = 0; at < KEPT; at++) {
    const fork = await env.fork();
    await fork.apply(configMap(0));
    await fork.settle();
    kept.push(fork);
  }
  const value = ((await heapBytes()) - before) / KEPT / 1e6;
  for (const fork of kept) await fork.dispose();
  return { value };
}

async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await new Promise((done) => setTimeout(done, 100));
  collect();
  return process.memoryUsage().heapUsed;
}

async function fill(env: TestEnvironment, objects: readonly KubeObject[]): Promise<void> {
  for (let at = 0; at < objects.length; at += WRITERS) {
    await Promise.all(objects.slice(at, at + WRITERS).map((object) => env.apply(object)));
  }
  await env.settle();
}
