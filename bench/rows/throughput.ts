import type { RequestResult } from '../load/job.ts';
import type { RequestTemplate } from '../load/request.ts';
import { cpuFor, median, spreadOf } from '../statistics.ts';
import { cpuSecondsOf } from '../target/memory.ts';
import type { Target } from '../target/target.ts';
import type { Bench, Subject } from './bench.ts';
import { requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';

/** A row that counts answers: to add one, write its line below. */
export interface Throughput extends Omit<Row, 'unit' | 'better'> {
  readonly clients: number;
  readonly request: RequestTemplate;
  /** What makes the objects that are there before; ConfigMaps when absent. */
  readonly create?: RequestTemplate;
  /** Objects that are there before: so many, or enough that they do not run out. */
  readonly before: number | 'enough';
  /** `new`: each request has a number of its own. `each`: the objects that were there, once. `again`: over and over. */
  readonly about: 'new' | 'each' | 'again';
}

/** So many are made to see how fast that goes, after as many until the server runs as it does later. */
const SAMPLE = 10_000;
/** No server removes objects more than so many times as fast as it makes them. */
const REMOVALS_PER_CREATION = 2;
/** More requests than this no row sends. */
const MOST_NEW = 2_000_000;

const rows: readonly Throughput[] = [
  {
    name: 'create-1',
    title: 'create, 1 client',
    clients: 1,
    request: requests.create,
    before: 0,
    about: 'new',
    aim: { of: 'p50', limit: 0.6 },
    kubeApiserver: '772 per s, p50 1.2 ms',
  },
  {
    name: 'create-16',
    title: 'create, 16 clients',
    clients: 16,
    request: requests.create,
    before: 0,
    about: 'new',
    kubeApiserver: '2,111 per s',
  },
  {
    name: 'create-64',
    title: 'create, 64 clients',
    clients: 64,
    request: requests.create,
    before: 0,
    about: 'new',
    aim: { of: 'value', limit: 5000 },
    kubeApiserver: '2,540 per s',
  },
  { name: 'get-1', title: 'get, 1 client', clients: 1, request: requests.get, before: 1000, about: 'again' },
  {
    name: 'get-32',
    title: 'get, 32 clients',
    clients: 32,
    request: requests.get,
    before: 1000,
    about: 'again',
    aim: { of: 'value', limit: 15_000 },
    kubeApiserver: '4,497 per s',
  },
  {
    name: 'list-500',
    title: 'list of 500, 4 clients',
    clients: 4,
    request: requests.list,
    before: 500,
    about: 'again',
    aim: { of: 'value', limit: 600 },
    kubeApiserver: '167 per s',
  },
  {
    name: 'list-10000',
    title: 'list of 10,000, 2 clients',
    clients: 2,
    request: requests.list,
    before: 10_000,
    about: 'again',
  },
  {
    name: 'update-16',
    title: 'update, 16 clients',
    clients: 16,
    request: requests.update,
    before: 1000,
    about: 'again',
  },
  {
    name: 'update-owned-16',
    title: 'update of applied objects, 16 clients',
    clients: 16,
    request: requests.updateOwned,
    create: requests.applyNew,
    before: 1000,
    about: 'again',
  },
  {
    name: 'apply-16',
    title: 'server-side apply, 16 clients',
    clients: 16,
    request: requests.applyAgain,
    create: requests.applyNew,
    before: 1000,
    about: 'again',
    aim: { of: 'value', limit: 3500 },
    kubeApiserver: '1,605 per s',
  },
  {
    name: 'patch-merge-16',
    title: 'merge patch, 16 clients',
    clients: 16,
    request: requests.mergePatch,
    before: 1000,
    about: 'again',
  },
  {
    name: 'patch-strategic-16',
    title: 'strategic merge patch, 16 clients',
    clients: 16,
    request: requests.strategicPatch,
    before: 1000,
    about: 'again',
  },
  {
    name: 'create-protobuf-16',
    title: 'create as protobuf, 16 clients',
    clients: 16,
    request: requests.createProtobuf,
    before: 0,
    about: 'new',
  },
  {
    name: 'get-protobuf-32',
    title: 'get as protobuf, 32 clients',
    clients: 32,
    request: requests.getProtobuf,
    before: 1000,
    about: 'again',
  },
  {
    name: 'list-protobuf-500',
    title: 'list of 500 as protobuf, 4 clients',
    clients: 4,
    request: requests.listProtobuf,
    before: 500,
    about: 'again',
  },
  {
    name: 'list-table-500',
    title: 'list of 500 as a Table, 4 clients',
    clients: 4,
    request: requests.listTable,
    before: 500,
    about: 'again',
  },
  {
    name: 'delete-16',
    title: 'delete, 16 clients',
    clients: 16,
    request: requests.remove,
    before: 'enough',
    about: 'each',
  },
];

export const throughput: readonly Work[] = rows.map((row) => ({
  rows: [{ ...row, unit: 'per s', better: 'more' }],
  run: (bench) => bench.withServer(async (subject) => ({ [row.name]: await measureThroughput(bench, subject, row) })),
}));

export async function measureThroughput(bench: Bench, subject: Subject, row: Throughput): Promise<Measured> {
  const { target } = subject;
  const before = row.before === 'enough' ? await fillEnough(bench, target, row.create) : row.before;
  if (row.before !== 'enough') await bench.fill(target, before, row.create);
  return measureRequests(bench, subject, { ...row, before });
}

/** Makes more objects than can be removed while a row is measured; returns how many. */
async function fillEnough(bench: Bench, target: Target, create?: RequestTemplate): Promise<number> {
  await bench.fill(target, SAMPLE, create);
  const began = performance.now();
  await bench.fillUp(target, { from: SAMPLE, to: 2 * SAMPLE }, create);
  const creations = SAMPLE / ((performance.now() - began) / 1000);
  const seconds = bench.settings.seconds + bench.warmUpSeconds;
  const count = Math.max(2 * SAMPLE, Math.ceil(seconds * creations * REMOVALS_PER_CREATION));
  await bench.fillUp(target, { from: 2 * SAMPLE, to: count }, create);
  return count;
}

export interface Requests extends Pick<Throughput, 'request' | 'clients' | 'about'> {
  /** Objects that are there. */
  readonly before: number;
}

export async function measureRequests(bench: Bench, { target, pids }: Subject, row: Requests): Promise<Measured> {
  const { seconds, slices, load } = bench.settings;
  const { before } = row;
  const cpuBefore = cpuSecondsOf(pids);
  const result = await load.requests({
    kind: 'requests',
    target,
    request: row.request,
    clients: row.clients,
    objects: {
      first: row.about === 'new' ? before : 0,
      step: 1,
      count: row.about === 'new' ? MOST_NEW : before,
      atEnd: row.about === 'again' ? 'again' : 'stop',
    },
    warmUpMs: bench.warmUpSeconds * 1000,
    sliceMs: (seconds * 1000) / slices,
    slices,
  });
  return { ...measured(result), ...cpuFor(result.answers, cpuBefore, cpuSecondsOf(pids)) };
}

export function measured({ slices }: RequestResult): Measured {
  const rates = slices.map(({ latencies, milliseconds }) => (latencies.length / milliseconds) * 1000);
  return { value: median(rates), ...spreadOf(slices.map(({ latencies }) => latencies)), slices: rates };
}
