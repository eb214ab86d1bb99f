import { parseYaml } from '#machinery';
import type { Json, JsonObject } from '#meta';
import { applyDefaults, compileSchema, type JsonSchema, pruneObject, validateObject, validateValue } from '#schema';
import { readCaBundle } from '#webhook';
import { median } from '../statistics.ts';
import type { Measured, Row, Work } from './row.ts';

const ROUNDS = 11;

interface Measure {
  readonly name: string;
  readonly title: string;
  /** Milliseconds. */
  readonly limit: number;
  work(): unknown;
}

const manifest = (at: number): string => `- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: settings-${at}
    labels: {app: web, tier: "front"}
  data:
    # What the server reads at its start.
    server.properties: |
      port=80${at % 100}
      name=web
    threads: "${at}"
`;
const manifests = Buffer.from(Array.from({ length: 400 }, (_, at) => manifest(at)).join(''));

const schema = compileSchema({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 60 }, (_, at): [string, JsonSchema] => [
      `field${at}`,
      at % 2 === 0
        ? { type: 'string', maxLength: 64, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', default: 'a' }
        : { type: 'array', items: { type: 'integer', minimum: 0 }, 'x-kubernetes-list-type': 'set' },
    ]),
  ),
});
const object = (): JsonObject =>
  Object.fromEntries(
    Array.from({ length: 60 }, (_, at): [string, Json] => [`field${at}`, at % 2 === 0 ? 'my-name-abc' : [1, 2, 3]]),
  );

const measures: readonly Measure[] = [
  {
    name: 'yaml-manifests',
    title: '1 MB of manifests in YAML read, a tenth at a time',
    limit: 100,
    work() {
      for (let bytes = 0; bytes < 1_000_000; bytes += manifests.length) parseYaml(manifests, { duplicates: true });
    },
  },
  {
    name: 'schema-2k',
    title: '2 KiB defaulted, pruned and validated, 100 times',
    limit: 100,
    work() {
      for (let at = 0; at < 100; at++) {
        const value = object();
        applyDefaults(schema, value);
        pruneObject(schema, value);
        validateObject(schema, value);
      }
    },
  },
  {
    name: 'pattern-50k',
    title: 'a hostile pattern on a text of 50 KB',
    limit: 2000,
    work: () => validateValue(compileSchema({ type: 'string', pattern: '^(a+)+$' }), `${'a'.repeat(50_000)}b`),
  },
  {
    name: 'beginnings-40000',
    title: '40,000 beginnings of certificates without an end',
    limit: 1000,
    work: () => readCaBundle(Buffer.from('-----BEGIN CERTIFICATE-----\n'.repeat(40_000)).toString('base64')),
  },
];

const row = ({ name, title, limit }: Measure): Row => ({
  name,
  title,
  unit: 'ms',
  better: 'less',
  aim: { of: 'value', limit },
});

/** Functions alone, in this process, with what is made to take them long: processor time. */
export const madeToTakeLong: Work = {
  rows: measures.map(row),
  async run() {
    return Object.fromEntries(measures.map(({ name, work }) => [name, milliseconds(work)]));
  },
};

function milliseconds(work: () => unknown): Measured {
  const slices: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) slices.push((user + system) / 1000);
  }
  return { value: median(slices), slices };
}
