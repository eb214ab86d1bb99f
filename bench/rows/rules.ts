import { setTimeout as delay } from 'node:timers/promises';
import { OBJECT, type RequestTemplate } from '../load/request.ts';
import { ask } from '../target/ask.ts';
import type { Bench, Subject } from './bench.ts';
import { NAMESPACE } from './config-maps.ts';
import { createSoon, define, undefine } from './crontabs.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureThroughput } from './throughput.ts';

const GROUP = 'rules.example.com';
const text = { type: 'string', maxLength: 64 };
const number = { type: 'integer' };

const rules: readonly string[] = [
  'self.min <= self.max',
  'self.min >= 0',
  'self.max <= 1000',
  "self.image.startsWith('registry.example.com/')",
  "self.image.contains(':')",
  "self.names.all(n, n.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$'))",
  'self.names.exists(n, n == self.first)',
  'has(self.first) && self.first.size() > 0',
  "self.mode in ['Fast', 'Safe']",
  "self.mode == 'Fast' ? self.max > 1 : true",
];

const spec = {
  min: 1,
  max: 10,
  image: 'registry.example.com/app:1.2.3',
  names: ['first', 'second', 'third', 'fourth'],
  first: 'first',
  mode: 'Fast',
};

function definition(plural: string, kind: string, count: number) {
  const properties = {
    min: number,
    max: number,
    image: text,
    names: { type: 'array', maxItems: 10, items: text },
    first: text,
    mode: text,
  };
  const validations = rules.slice(0, count).map((rule) => ({ rule }));
  const openAPIV3Schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties, ...(count === 0 ? {} : { 'x-kubernetes-validations': validations }) },
    },
  };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  return { group: GROUP, scope: 'Namespaced', names: { plural, singular: kind.toLowerCase(), kind }, versions };
}

function createOf(plural: string, kind: string): RequestTemplate & { readonly path: string } {
  return {
    method: 'POST',
    path: `/apis/${GROUP}/v1/namespaces/${NAMESPACE}/${plural}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: `${GROUP}/v1`, kind, metadata: { name: `bench-${OBJECT}` }, spec }),
  };
}

const rows = [
  { name: 'custom-create-rules-0', title: 'create of a custom resource without rules, 16 clients' },
  { name: 'custom-create-rules-10', title: '… with ten rules' },
].map((row): Row => ({ ...row, unit: 'per s', better: 'more' }));
const share: Row = {
  name: 'custom-rules-cpu',
  title: '… processor time with ten rules to without',
  unit: 'ratio',
  better: 'less',
  aim: { of: 'value', limit: 1.15 },
};

/** What ten rules cost when an object is made. */
export const ruleRows: readonly Work[] = [
  {
    rows: [...rows, share],
    run: (bench) =>
      bench.withServer(async (subject) => {
        // What comes first pays for a cold server: it is not counted.
        await measure(bench, subject, { row: rows[1] as Row, count: rules.length });
        const without = await measure(bench, subject, { row: rows[0] as Row, count: 0 });
        const ten = await measure(bench, subject, { row: rows[1] as Row, count: rules.length });
        const value = (ten.cpuMicroseconds ?? Number.NaN) / (without.cpuMicroseconds ?? Number.NaN);
        return { [rows[0]?.name ?? '']: without, [rows[1]?.name ?? '']: ten, [share.name]: { value } };
      }),
  },
];

async function measure(bench: Bench, subject: Subject, { row, count }: { row: Row; count: number }): Promise<Measured> {
  const [plural, kind] = [`ruled${count}`, `Ruled${count}`];
  const request = createOf(plural, kind);
  const first = { ...JSON.parse(request.body as string), metadata: { name: 'first' } };
  await define(subject.target, definition(plural, kind, count));
  await createSoon(subject.target, request.path, first);
  const work = { ...row, clients: 16, request, create: request, before: 0, about: 'new' as const };
  const measured = await measureThroughput(bench, subject, work);
  await forget(subject, plural, request.path);
  return measured;
}

async function forget({ target }: Subject, plural: string, path: string): Promise<void> {
  await undefine(target, `${plural}.${GROUP}`);
  while ((await ask(target, { method: 'GET', path: `${path}?limit=1` })).status !== 404) await delay(20);
}
