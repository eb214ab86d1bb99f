import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../statistics.ts';
import { ask } from '../target/ask.ts';
import type { Bench, Subject } from './bench.ts';
import { NAMESPACE } from './config-maps.ts';
import { createSoon, crontabs, define, undefine, withCrontabs } from './crontabs.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

const LISTED = 1000;

const rows: readonly Throughput[] = [
  {
    name: 'custom-create-16',
    title: 'create of a custom resource, 16 clients',
    clients: 16,
    request: crontabs.create,
    before: 0,
    about: 'new',
  },
  {
    name: 'custom-get-32',
    title: 'get of a custom resource, 32 clients',
    clients: 32,
    request: crontabs.get,
    before: 1000,
    about: 'again',
  },
  {
    name: 'custom-list-500',
    title: 'list of 500 custom resources, 4 clients',
    clients: 4,
    request: crontabs.list,
    before: 500,
    about: 'again',
  },
];

export const customResources: readonly Work[] = rows.map((row) => ({
  rows: [{ ...row, unit: 'per s', better: 'more' }],
  run: (bench) =>
    bench.withServer((subject) =>
      withCrontabs(subject.target, 'None', async () => ({
        [row.name]: await measureThroughput(bench, subject, { ...row, create: crontabs.create }),
      })),
    ),
}));

const TIMES = 5;
const GROUP = 'bench.example.com';
const MANY = 1000;

/** A definition as people write them: some dozens of fields, each with its description. */
export function manyFields(plural: string, kind: string, group = GROUP) {
  const field = (n: number) => ({
    type: 'string',
    description: `The field ${n}, which says what its name says it does.`,
  });
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, field(n)]));
  const together = { type: 'object', description: 'What belongs together.', properties: fields };
  const groups = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`group${n}`, together]));
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: groups } } };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  return { group, scope: 'Namespaced', names: { plural, singular: kind.toLowerCase(), kind }, versions };
}

const firstObject: Row = {
  name: 'definition-to-object',
  title: 'definition sent to first object made',
  unit: 'ms',
  better: 'less',
};

async function timeFirstObject({ target }: Pick<Subject, 'target'>): Promise<Measured> {
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const [plural, kind] = [`quicks${n}`, `Quick${n}`];
    const began = performance.now();
    await define(target, manyFields(plural, kind));
    await createSoon(target, `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/${plural}`, objectOf(kind));
    times.push(performance.now() - began);
  }
  for (let n = 0; n < 20; n++) await undefine(target, `quicks${n}.${GROUP}`);
  return { value: median(times), slices: times };
}

function objectOf(kind: string, name = 'first'): object {
  return { apiVersion: `${GROUP}/v1`, kind, metadata: { name }, spec: { group0: { field0: 'x' } } };
}

const late: Row = {
  name: 'definition-to-object-late',
  title: '… when there are 1,000 definitions already',
  unit: 'ms',
  better: 'less',
};

const gone: Row = {
  name: 'definition-gone-1000',
  title: 'a definition and its 1,000 objects deleted',
  unit: 'ms',
  better: 'less',
  aim: { of: 'value', limit: 1000 },
};

async function timeGone(bench: Bench, { target }: Subject): Promise<Measured> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    await withCrontabs(target, 'None', () => bench.fill(target, LISTED, crontabs.create));
    const began = performance.now();
    while ((await ask(target, { method: 'GET', path: crontabs.list.path })).status !== 404) await delay(2);
    times.push(performance.now() - began);
  }
  return { value: median(times), slices: times };
}

const applied: Row = {
  name: 'definitions-1000',
  title: '1,000 definitions, one after the other',
  unit: 'ms',
  better: 'less',
};
const memoryEach: Row = {
  name: 'memory-definition',
  title: 'memory for each of 1,000 definitions',
  unit: 'MB',
  better: 'less',
  aim: { of: 'value', limit: 0.3 },
};

async function timeMany({ target, memory }: Subject): Promise<{ readonly [row: string]: Measured }> {
  const before = await memory();
  const began = performance.now();
  for (let n = 0; n < MANY; n++) await define(target, manyFields(`things${n}`, `Thing${n}`));
  const value = performance.now() - began;
  await delay(5000);
  const after = await memory();
  const last = await timeFirstObject({ target });
  for (let n = 0; n < MANY; n++) await undefine(target, `things${n}.${GROUP}`);
  const each = ((after?.megabytes ?? Number.NaN) - (before?.megabytes ?? Number.NaN)) / MANY;
  return { [applied.name]: { value }, [memoryEach.name]: { value: each }, [late.name]: last };
}

export const definitionRows: readonly Work[] = [
  {
    rows: [firstObject],
    run: (bench) => bench.withServer(async (on) => ({ [firstObject.name]: await timeFirstObject(on) })),
  },
  {
    rows: [gone],
    run: (bench) => bench.withServer(async (on) => ({ [gone.name]: await timeGone(bench, on) })),
  },
  { rows: [applied, memoryEach, late], run: (bench) => bench.withServer(timeMany) },
];
