import {
  collectionOf,
  configMap,
  customResource,
  definition,
  definitions,
  list,
  map,
  namespace,
  pod,
  type StallCase,
  send,
  types,
} from './case.ts';

const create = (name: string, rest: object, metadata: object = {}): StallCase => ({
  name,
  request: () => send('POST', `${namespace}/configmaps`, { body: configMap(slug(name), rest, metadata) }),
});
const createPod = (name: string, spec: () => object): StallCase => ({
  name,
  request: () => send('POST', `${namespace}/pods`, { body: pod(slug(name), spec()) }),
});
const inYaml = (name: string, body: () => string): StallCase => ({
  name,
  request: () => send('POST', `${namespace}/configmaps`, { body: body(), type: types.yaml }),
});
const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const bodies: readonly StallCase[] = [
  create('400,000 numbers in a field that is not known', { unknown: list(400_000, () => 1) }),
  create('400,000 fractions', { unknown: list(400_000, () => 1.5) }),
  create(
    '150,000 fields that are not known',
    map(150_000, (at) => [`unknown${at}`, 1]),
  ),
  create('100,000 keys', { data: map(100_000, (at) => [`k${at}`, 'v']) }),
  create('one text of 1 MB', { data: { a: 'x'.repeat(1_000_000) } }),
  create('100,000 labels', {}, { labels: map(100_000, (at) => [`label${at}`, 'v']) }),
  create('100,000 bad labels', {}, { labels: map(100_000, (at) => [`-label${at}`, 'v v']) }),
  create('30,000 labels, which are stored', {}, { labels: map(30_000, (at) => [`label${at}`, 'v']) }),
  create('900 bad labels, in the main thread', {}, { labels: map(900, (at) => [`-label${at}`, 'v v']) }),
  create('100,000 finalizers', {}, { finalizers: list(100_000, (at) => `example.com/f${at}`) }),
  create('a name of 2.5 MB', {}, { name: 'x.'.repeat(1_250_000) }),
  create(
    '20,000 owners that control',
    {},
    {
      ownerReferences: list(20_000, (at) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name: `p${at}`,
        uid: `u${at}`,
        controller: true,
      })),
    },
  ),
  {
    name: '300,000 keys that are the same',
    request: () => {
      const data = `${'"a":"b",'.repeat(300_000)}"a":"b"`;
      const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"same"},"data":{${data}}}`;
      return send('POST', `${namespace}/configmaps`, { body });
    },
  },
];

const pods: readonly StallCase[] = [
  createPod('4,000 containers, which are stored', () => ({
    containers: list(4000, (at) => ({ name: `c${at}`, image: 'i' })),
  })),
  createPod('20,000 containers', () => ({ containers: list(20_000, (at) => ({ name: `c${at}`, image: 'i' })) })),
  createPod('20,000 bad containers', () => ({ containers: list(20_000, (at) => ({ name: `C_${at}` })) })),
  createPod('60,000 variables', () => ({
    containers: [{ name: 'c', image: 'i', env: list(60_000, (at) => ({ name: `E${at}`, value: 'v' })) }],
  })),
  createPod('50,000 ports', () => ({
    containers: [{ name: 'c', image: 'i', ports: list(50_000, (at) => ({ containerPort: 1 + at })) }],
  })),
  createPod('50,000 limits', () => ({
    containers: [{ name: 'c', image: 'i', resources: { limits: map(50_000, (at) => [`example.com/r${at}`, '1']) } }],
  })),
];

const yamls: readonly StallCase[] = [
  inYaml('YAML: 1.5 million brackets', () => '['.repeat(1_500_000)),
  inYaml('YAML: 700,000 items', () => `a: [${'x, '.repeat(700_000)}]`),
  inYaml('YAML: 3 million newlines', () => '\n'.repeat(3_000_000)),
  inYaml('YAML: 900,000 aliases', () => `a: &a x\nb: [${'*a,'.repeat(900_000)}]`),
  inYaml('YAML: a bomb of 300 bytes', () => {
    const levels = [1, 2, 3, 4, 5].map((at) => `${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`);
    return ['0: &a0 [x,x,x,x,x,x,x,x,x]', ...levels].join('\n');
  }),
];

const bigPod = send('POST', `${namespace}/pods`, {
  // As many as an object has room for.
  body: pod('big', { containers: list(4000, (at) => ({ name: `c${at}`, image: 'i' })) }),
});
const bigMap = send('POST', `${namespace}/configmaps`, {
  body: configMap('big', { data: { a: 'b' } }, { finalizers: list(10_000, (at) => `example.com/f${at}`) }),
});
const patchPod = (name: string, spec: () => object): StallCase => ({
  name,
  before: [bigPod],
  request: () => send('PATCH', `${namespace}/pods/big`, { body: { spec: spec() }, type: types.strategic }),
});
const patchMap = (name: string, type: string, body: () => unknown): StallCase => ({
  name,
  before: [bigMap],
  request: () => send('PATCH', `${namespace}/configmaps/big?fieldManager=m`, { body: body(), type }),
});

const patches: readonly StallCase[] = [
  patchPod('strategic merge of 4,000 × 10,000 containers', () => ({
    containers: list(10_000, (at) => ({ name: `d${at}`, image: 'j' })),
  })),
  patchPod('strategic merge that sorts 4,000 containers', () => ({
    '$setElementOrder/containers': list(4000, (at) => ({ name: `c${3999 - at}` })),
    containers: list(4000, (at) => ({ name: `c${3999 - at}`, image: 'k' })),
  })),
  patchMap('strategic merge of 10,000 × 50,000 finalizers', types.strategic, () => ({
    metadata: { finalizers: list(50_000, (at) => `example.com/g${at}`) },
  })),
  patchMap('strategic merge that deletes 50,000 finalizers', types.strategic, () => ({
    metadata: { '$deleteFromPrimitiveList/finalizers': list(50_000, (at) => `example.com/f${at}`) },
  })),
  patchMap('JSON patch of 10,000 insertions', types.jsonPatch, () =>
    list(10_000, (at) => ({ op: 'add', path: '/metadata/finalizers/0', value: `example.com/z${at}` })),
  ),
  patchMap('JSON patch that doubles itself', types.jsonPatch, () => [
    { op: 'add', path: '/x', value: { a: 'x'.repeat(1000) } },
    ...list(30, (at) => ({ op: 'copy', from: '/x', path: `/x/b${at}` })),
  ]),
  patchMap('merge patch of 100,000 keys', types.merge, () => ({ data: map(100_000, (at) => [`k${at}`, 'v']) })),
  patchMap('apply of 90,000 keys', types.apply, () => configMap('big', { data: map(90_000, (at) => [`k${at}`, 'w']) })),
];

const enumeration = send('POST', definitions, {
  body: definition('choices', {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          of: { type: 'array', items: { type: 'string', enum: list(50_000, (at) => `value${at}`) } },
        },
      },
    },
  }),
});
const lists = send('POST', definitions, {
  body: definition('lists', {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          numbers: { type: 'array', items: { type: 'integer', minimum: 5 } },
          words: { type: 'array', items: { type: 'string', pattern: '^(a|b|ab)*$' } },
          set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
          filled: {
            type: 'array',
            items: { type: 'object', properties: { a: { type: 'string', default: 'x'.repeat(100) } } },
          },
        },
      },
    },
  }),
});
const custom = (name: string, before: StallCase['before'], spec: () => object): StallCase => {
  const plural = before?.[0] === enumeration ? 'choices' : 'lists';
  return {
    name,
    ...(before && { before }),
    request: () => send('POST', collectionOf(plural), { body: customResource(plural, spec()) }),
  };
};

const customs: readonly StallCase[] = [
  custom('20,000 values that none of 50,000 is', [enumeration], () => ({ of: list(20_000, () => 'x') })),
  custom('500,000 numbers that are too small', [lists], () => ({ numbers: list(500_000, () => 1) })),
  custom('a pattern and a text of 2.5 MB', [lists], () => ({ words: ['ab'.repeat(1_250_000)] })),
  custom('a set of 100,000', [lists], () => ({ set: list(100_000, (at) => `w${at}`) })),
  custom('defaults in 100,000 items', [lists], () => ({ filled: list(100_000, () => ({})) })),
  {
    name: 'a definition with 50,000 properties',
    request: () =>
      send('POST', definitions, {
        body: definition('wides', { type: 'object', properties: map(50_000, (at) => [`p${at}`, { type: 'string' }]) }),
      }),
  },
  {
    name: 'the OpenAPI document of 50,000 properties',
    request: () => ({ method: 'GET', path: '/openapi/v3/apis/stalls.example.com/v1' }),
  },
  {
    name: 'a definition with an enumeration of 100,000',
    request: () =>
      send('POST', definitions, {
        body: definition('longs', {
          type: 'object',
          properties: { spec: { type: 'string', enum: list(100_000, (at) => `value${at}`) } },
        }),
      }),
  },
];

const bigKeys = send('POST', `${namespace}/configmaps`, {
  body: configMap('wide', { data: map(80_000, (at) => [`k${at}`, 'v']) }),
});
const read = (name: string, accept: string, query = ''): StallCase => ({
  name: `${name} of 80,000 keys`,
  before: [bigKeys],
  request: () => ({ method: 'GET', path: `${namespace}/configmaps/wide${query}`, headers: { accept } }),
});

const reads: readonly StallCase[] = [
  read('JSON', types.json),
  read('indented JSON', types.json, '?pretty=1'),
  read('YAML', types.yaml),
  read('protobuf', types.protobuf),
  read('a table', 'application/json;as=Table;v=v1;g=meta.k8s.io'),
];

/** Whatever is known to take long. What cannot be cut is told in docs/performance.md with its figure. */
export const stallCases: readonly StallCase[] = [...bodies, ...pods, ...yamls, ...patches, ...customs, ...reads];
