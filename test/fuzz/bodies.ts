import { stringify } from 'yaml';
import type { Random } from './random.ts';
import { damaged, mutated, nastyKeys, nastyValue, toJsonText } from './values.ts';

export interface FuzzBody {
  readonly type: string;
  readonly bytes: Buffer;
}

export const contentTypes = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  jsonPatch: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export function jsonBody(random: Random, sample: object): FuzzBody {
  const text = Buffer.from(toJsonText(mutated(random, sample)));
  return { type: contentTypes.json, bytes: random.chance(0.4) ? damaged(random, text) : text };
}

const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]']
  .concat(Array.from({ length: 12 }, (_, at) => `b${at}: &a${at + 1} [${Array(10).fill(`*a${at}`).join()}]`))
  .join('\n');
const yamlHead = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: yaml}\n';
const yamlNasties = [
  bomb,
  `${yamlHead}${bomb}`,
  `${yamlHead}data: &d {a: b}\nbinaryData: {<<: *d}\n`,
  `${yamlHead}data: {<<: [*nothing, 1]}\n`,
  `${yamlHead}data: &d\n  self: *d\n`,
  `${yamlHead}data: {<<: {a: b}, <<: {c: d}}\n`,
  '&a [*a]',
  `${yamlHead}data: {a: &a b, c: [${'*a,'.repeat(3000)}]}\n`,
  `${yamlHead}data: &d {a: b}\nbinaryData: [${'{<<: *d},'.repeat(1000)}]\n`,
  `${yamlHead}data: !!js/function 'function(){}'\n`,
  `${yamlHead}data: !!set {a, b}\n`,
  `${yamlHead}data: !!omap [a: 1]\n`,
  `${yamlHead}binaryData: {a: !!binary AAEC}\n`,
  `${yamlHead}data: {a: !!timestamp 2026-01-01}\n`,
  `${yamlHead}data: {? [a, b] : c}\n`,
  `${yamlHead}data: {? {a: b} : c, 1: d, true: e, null: f, .nan: g}\n`,
  `${yamlHead}data: {a: 0x1F, b: 0o17, c: 017, d: 1_000, e: 190:20:30, f: .inf, g: -.inf, h: .nan, i: 1e999}\n`,
  `${yamlHead}data: {__proto__: {polluted: true}, constructor: {prototype: {polluted: true}}}\n`,
  `${yamlHead}__proto__: {polluted: true}\n`,
  `${yamlHead}data:\n\ta: b\n`,
  `%YAML 1.9\n---\n${yamlHead}`,
  `%TAG ! tag:example.com,2000:\n---\n${yamlHead}data: !thing {}\n`,
  `${yamlHead}---\n${yamlHead}`,
  `---\n---\n---\n`,
  '...',
  '\ufeff',
  `${yamlHead}data:\n  a: |9\n   b\n`,
  `${yamlHead}data:\n  a: >-\n${' '.repeat(2000)}b\n`,
  `${yamlHead}data: ${'['.repeat(200)}${']'.repeat(200)}\n`,
  `${yamlHead}data: ${'['.repeat(20_000)}\n`,
  `${yamlHead}data: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
  `${yamlHead}data: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}\n`,
  '- '.repeat(20_000),
  `${'? '.repeat(3000)}a`,
  Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  `${yamlHead}data: {a: ${'9'.repeat(5000)}}\n`,
  `${yamlHead}data: {${Array.from({ length: 20_000 }, () => 'a: b').join()}}\n`,
  `"${'\\U0010FFFF'.repeat(1000)}"`,
  '"\\uD800"',
  "'",
  '*a',
  '!!binary "%%%"',
  '!<tag:yaml.org,2002:str> x',
  '@x',
  '`x',
];

export function yamlBody(random: Random, sample: object): FuzzBody {
  const text = random.chance(0.4) ? random.pick(yamlNasties) : yamlText(mutated(random, sample));
  const bytes = Buffer.from(text);
  return { type: contentTypes.yaml, bytes: random.chance(0.5) ? damaged(random, bytes) : bytes };
}

/** JSON is YAML too, which is as well: the writer of the tests takes too long for what is huge. */
function yamlText(value: unknown): string {
  const text = toJsonText(value);
  return text.length > 20_000 || text.includes('\\u0001') ? text : stringify(value, { aliasDuplicateObjects: false });
}

const nastyVarints = [
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  [0x80, 0x00],
  [0x00],
  [0x7f],
].map((bytes) => Buffer.from(bytes));

/** Good bytes with tags, lengths and wire types that are not. */
export function protobufBody(random: Random, good: Buffer): FuzzBody {
  let bytes: Buffer = Buffer.from(good);
  random.times(3, () => {
    const at = random.chance(0.1) ? random.below(4) : 4 + random.below(Math.max(1, bytes.length - 4));
    switch (random.below(5)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), random.pick(nastyVarints), bytes.subarray(at + 1)]);
        break;
      case 1:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.alloc(1 + random.below(3000), random.pick([0x0b, 0x0c, 0x08])),
        ]);
        break;
      case 2:
        if (at < bytes.length) bytes[at] = ((bytes[at] as number) & 0xf8) | random.below(8);
        break;
      default:
        bytes = damaged(random, bytes);
    }
  });
  return { type: contentTypes.protobuf, bytes };
}

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test', 'nonsense', '', null, 1];
const pointers = [
  '',
  '/',
  '/metadata',
  '/metadata/labels/app',
  '/spec/ports/0',
  '/spec/ports/-',
  '/data/a',
  '/kind',
  '~',
  '/~2',
  '/metadata/finalizers/-1',
  '/spec/ports/99999999999',
  '/__proto__/polluted',
  '/constructor/prototype/polluted',
  '/metadata/__proto__/polluted',
  '//',
  `/${'a/'.repeat(2000)}`,
];

export function jsonPatchBody(random: Random): FuzzBody {
  const list: unknown[] = [];
  random.times(random.chance(0.01) ? 12_000 : 4, () => list.push(operation(random)));
  const text = Buffer.from(toJsonText(random.chance(0.9) ? list : nastyValue(random)));
  return { type: contentTypes.jsonPatch, bytes: random.chance(0.2) ? damaged(random, text) : text };
}

function operation(random: Random): unknown {
  if (random.chance(0.03)) return nastyValue(random);
  const value = random.chance(0.02) ? nastyValue(random) : random.pick(['a', 1, null, {}, [], { a: 'b' }]);
  return {
    op: random.pick(operations.slice(0, random.chance(0.8) ? 6 : operations.length)),
    path: random.chance(0.9) ? random.pick(pointers) : `/${random.pick(nastyKeys)}`,
    ...(random.chance(0.5) && { from: random.pick(pointers) }),
    ...(random.chance(0.8) && { value }),
  };
}

const directives = [
  { $patch: 'delete' },
  { $patch: 'replace', a: 1 },
  { $patch: 'merge' },
  { metadata: { $retainKeys: ['name'], name: 'seed' } },
  { metadata: { $retainKeys: 'name' } },
  { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/hold'] } },
  { metadata: { '$deleteFromPrimitiveList/finalizers': {} } },
  { metadata: { '$setElementOrder/finalizers': ['b', 'a'], finalizers: ['a', 'b'] } },
  { metadata: { '$setElementOrder/finalizers': 1, finalizers: ['a'] } },
  { metadata: { ownerReferences: [{ uid: 'a', $patch: 'delete' }, { $patch: 'replace' }] } },
  { metadata: { ownerReferences: [{ $patch: 'delete' }] } },
  { spec: { ports: [{ port: 80, $patch: 'delete' }, { port: 81 }] } },
  { spec: { ports: [{ name: 'x' }] } },
  { spec: { ports: [1, 'a', null] } },
  { spec: { '$setElementOrder/ports': [{ port: 53 }, { port: 80 }], ports: [{ port: 53, name: 'x' }] } },
  { spec: { '$setElementOrder/ports': [{}] } },
  { secrets: [{ name: 'a', $patch: 'delete' }] },
  { subsets: [{ $patch: 'replace' }] },
];

export function mergeBody(random: Random, sample: object, type: 'merge' | 'strategic'): FuzzBody {
  const base = type === 'strategic' && random.chance(0.5) ? random.pick(directives) : sample;
  const text = Buffer.from(toJsonText(mutated(random, base)));
  return { type: contentTypes[type], bytes: random.chance(0.2) ? damaged(random, text) : text };
}
