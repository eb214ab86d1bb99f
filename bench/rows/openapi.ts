import { setTimeout as delay } from 'node:timers/promises';
import { BenchError } from '../bench-error.ts';
import { ask } from '../target/ask.ts';
import { cpuSecondsOf } from '../target/memory.ts';
import type { Target } from '../target/target.ts';
import type { Bench, Subject } from './bench.ts';
import { define, undefine } from './crontabs.ts';
import { manyFields } from './custom-resources.ts';
import type { Measured, Row, Work } from './row.ts';

const GROUPS = 260;
const groupName = (n: number): string => `openapi${n}.example.com`;
const V2 = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const WAIT_MS = 300_000;
/** A foreign server may take a while to know of a definition; what it then has prepared is as with ours. */
const QUIET_MS = 3000;

const row = (name: string, title: string): Row => ({ name, title, unit: 'ms', better: 'less' });
const rows = [
  row('openapi-index', 'index of OpenAPI v3, 260 groups of definitions'),
  row('openapi-v3', '… and every document of it, once'),
  row('openapi-v2', 'OpenAPI v2 as protobuf, the first time'),
] as const;

/** What a client that reads everything has to wait for. */
export const openapi: Work = { rows, run: (bench) => bench.withServer((subject) => measure(bench, subject)) };

async function measure(_bench: Bench, subject: Subject): Promise<{ [row: string]: Measured }> {
  const { target } = subject;
  try {
    for (let n = 0; n < GROUPS; n++) await define(target, manyFields('things', 'Thing', groupName(n)));
    await delay(QUIET_MS);
    const index = await timed(subject, () => wholeIndex(target));
    const documents = await timed(subject, () => readAll(target, index.result));
    const v2 = await timed(subject, () => get(target, '/openapi/v2', V2));
    return { 'openapi-index': index.measured, 'openapi-v3': documents.measured, 'openapi-v2': v2.measured };
  } finally {
    for (let n = 0; n < GROUPS; n++) await undefine(target, `things.${groupName(n)}`);
  }
}

interface Timed<T> {
  readonly result: T;
  readonly measured: Measured;
}

async function timed<T>({ pids }: Subject, work: () => Promise<T>): Promise<Timed<T>> {
  const [began, used] = [performance.now(), cpuSecondsOf(pids)];
  const result = await work();
  const value = performance.now() - began;
  const cpu = cpuSecondsOf(pids);
  const known = used === undefined || cpu === undefined ? {} : { cpuMicroseconds: (cpu - used) * 1e6 };
  return { result, measured: { value, ...known } };
}

async function get(target: Target, path: string, accept = 'application/json'): Promise<string> {
  const { status, body } = await ask(target, { method: 'GET', path, headers: { accept } }, WAIT_MS);
  if (status !== 200) throw new BenchError(`GET ${path}: status ${status}`);
  return body;
}

/** Until all groups are in it, the last one too. */
async function wholeIndex(target: Target): Promise<readonly string[]> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await delay(20)) {
    const { paths } = JSON.parse(await get(target, '/openapi/v3')) as { paths: { [key: string]: Address } };
    if (paths[`apis/${groupName(GROUPS - 1)}/v1`] !== undefined)
      return Object.values(paths).map(({ serverRelativeURL }) => serverRelativeURL);
  }
  throw new BenchError('The index does not list all definitions.');
}

interface Address {
  readonly serverRelativeURL: string;
}

async function readAll(target: Target, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await get(target, address);
}
