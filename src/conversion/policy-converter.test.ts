import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, KubeObject } from '#meta';
import { readPolicy } from './policy.ts';
import { KEPT_ANNOTATION, PolicyConverter } from './policy-converter.ts';

function converter(rules: Json): PolicyConverter {
  const { pairs, faults } = readPolicy({
    definition: 'as.example.com',
    conversions: [{ from: 'v1', to: 'v2', rules }],
  });
  expect(faults).toEqual([]);
  return new PolicyConverter(pairs);
}
const object = (version: string, content: JsonObject): KubeObject =>
  ({ apiVersion: `example.com/${version}`, kind: 'A', metadata: { name: 'a' }, ...content }) as unknown as KubeObject;
const contentOf = ({ apiVersion: _, kind: __, metadata, ...content }: KubeObject): JsonObject => {
  const { name: ___, ...rest } = metadata as JsonObject;
  const { [KEPT_ANNOTATION]: ____, ...annotations } = (rest.annotations ?? {}) as JsonObject;
  const { annotations: _____, ...others } = rest;
  const shown = Object.keys(annotations).length === 0 ? others : { ...others, annotations };
  return { ...(content as JsonObject), ...(Object.keys(shown).length === 0 ? {} : { metadata: shown }) };
};

/** A rule, what it makes of something in v2, and whether nothing need be kept for the way back. */
const cases: [JsonObject, JsonObject, JsonObject, 'keeps'?][] = [
  [{ rename: { from: 'spec.a', to: 'spec.b' } }, { spec: { a: 1, c: 2 } }, { spec: { b: 1, c: 2 } }],
  [{ move: { from: 'spec.frame.width', to: 'spec.width' } }, { spec: { frame: { width: 1 } } }, { spec: { width: 1 } }],
  [
    { split: { from: 'spec.hostPort', to: ['spec.host', 'spec.port'], separator: ':' } },
    { spec: { hostPort: 'a.b:80' } },
    { spec: { host: 'a.b', port: '80' } },
  ],
  [
    { split: { from: 'spec.hostPort', to: ['spec.host', 'spec.port'], separator: ':', at: 'last' } },
    { spec: { hostPort: '::1:80' } },
    { spec: { host: '::1', port: '80' } },
  ],
  [
    { split: { from: 'spec.hostPort', to: ['spec.host', 'spec.port'], separator: ':' } },
    { spec: { hostPort: 'a:' } },
    { spec: { host: 'a' } },
    'keeps',
  ],
  [
    { join: { from: ['spec.host', 'spec.port'], to: 'spec.hostPort', separator: ':' } },
    { spec: { host: 'a' } },
    { spec: { hostPort: 'a' } },
  ],
  [
    { parse: { from: 'spec.url', template: 'https://{host}:{port}/', to: { host: 'spec.host', port: 'spec.port' } } },
    { spec: { url: 'https://a:80/' } },
    { spec: { host: 'a', port: '80' } },
  ],
  [
    { format: { to: 'spec.url', template: 'https://{host}:{port}/', from: { host: 'spec.host', port: 'spec.port' } } },
    { spec: { host: 'a', port: '80' } },
    { spec: { url: 'https://a:80/' } },
  ],
  [{ toList: { from: 'spec.param', to: 'spec.params' } }, { spec: { param: 'a' } }, { spec: { params: ['a'] } }],
  [
    { toItem: { from: 'spec.params', to: 'spec.param' } },
    { spec: { params: ['a', 'b'] } },
    { spec: { param: 'a' } },
    'keeps',
  ],
  [
    { listToMap: { from: 'spec.ports', key: 'name' } },
    {
      spec: {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
    },
    { spec: { ports: { a: { port: 1 }, b: { port: 2 } } } },
  ],
  [
    { listToMap: { from: 'spec.ports', key: 'name' } },
    {
      spec: {
        ports: [
          { name: 'b', port: 2 },
          { name: 'a', port: 1 },
        ],
      },
    },
    { spec: { ports: { a: { port: 1 }, b: { port: 2 } } } },
    'keeps',
  ],
  [
    { mapToList: { from: 'spec.ports', key: 'name' } },
    { spec: { ports: { a: { port: 1 } } } },
    { spec: { ports: [{ name: 'a', port: 1 }] } },
  ],
  [
    { fieldsToMap: { from: { cpu: 'spec.cpu', memory: 'spec.memory' }, to: 'spec.resources' } },
    { spec: { cpu: '1' } },
    { spec: { resources: { cpu: '1' } } },
  ],
  [
    { mapToFields: { from: 'spec.resources', to: { cpu: 'spec.cpu' } } },
    { spec: { resources: { cpu: '1', gpu: '2' } } },
    { spec: { cpu: '1' } },
    'keeps',
  ],
  [
    { annotationToField: { annotation: 'example.com/mode', to: 'spec.size', type: 'integer' } },
    { metadata: { name: 'a', annotations: { 'example.com/mode': '7', other: 'x' } }, spec: { a: 1 } },
    { metadata: { annotations: { other: 'x' } }, spec: { a: 1, size: 7 } },
  ],
  [
    { fieldToLabel: { from: 'spec.tier', label: 'tier' } },
    { spec: { tier: 'gold', a: 1 } },
    { metadata: { labels: { tier: 'gold' } }, spec: { a: 1 } },
  ],
  [{ enum: { from: 'spec.mode', values: { Fast: 'fast' } } }, { spec: { mode: 'Fast' } }, { spec: { mode: 'fast' } }],
  [
    { enum: { from: 'spec.mode', values: { Fast: 'fast', Quick: 'fast' }, back: { fast: 'Fast' } } },
    { spec: { mode: 'Quick' } },
    { spec: { mode: 'fast' } },
    'keeps',
  ],
  [{ constant: { path: 'spec.engine', in: 'v2', value: 'x' } }, { spec: { a: 1 } }, { spec: { a: 1, engine: 'x' } }],
  [{ default: { path: 'spec.size', in: 'v2', value: 1 } }, { spec: { size: 3 } }, { spec: { size: 3 } }],
  [{ default: { path: 'spec.size', in: 'v2', value: 1 } }, { spec: { a: 1 } }, { spec: { a: 1, size: 1 } }, 'keeps'],
  [
    { scale: { from: 'spec.seconds', to: 'spec.milliseconds', factor: 1000 } },
    { spec: { seconds: 3 } },
    { spec: { milliseconds: 3000 } },
  ],
  [
    { scale: { from: 'spec.milliseconds', to: 'spec.seconds', factor: 0.001 } },
    { spec: { milliseconds: 3500 } },
    { spec: { seconds: 3 } },
    'keeps',
  ],
  [
    { quantity: { from: 'spec.memoryMi', to: 'spec.memory', in: 'v2', unit: 'Mi' } },
    { spec: { memoryMi: 64 } },
    { spec: { memory: '64Mi' } },
  ],
  [
    { quantity: { from: 'spec.memory', to: 'spec.memoryMi', in: 'v1', unit: 'Mi' } },
    { spec: { memory: '1Gi' } },
    { spec: { memoryMi: 1024 } },
  ],
  [
    { duration: { from: 'spec.seconds', to: 'spec.timeout', in: 'v2' } },
    { spec: { seconds: 90 } },
    { spec: { timeout: '1m30s' } },
  ],
  [
    { duration: { from: 'spec.timeout', to: 'spec.seconds', in: 'v1' } },
    { spec: { timeout: '90s' } },
    { spec: { seconds: 90 } },
    'keeps',
  ],
  [{ coerce: { from: 'spec.port', types: ['integer', 'string'] } }, { spec: { port: 80 } }, { spec: { port: '80' } }],
  [{ preserve: { path: 'spec.extra', in: 'v1' } }, { spec: { extra: { a: 1 }, b: 2 } }, { spec: { b: 2 } }, 'keeps'],
  [
    { forEach: { from: 'spec.items', key: 'name', rules: [{ preserve: { path: 'extra', in: 'v1' } }] } },
    { spec: { items: [{ name: 'a', extra: 1 }, { name: 'b' }] } },
    { spec: { items: [{ name: 'a' }, { name: 'b' }] } },
    'keeps',
  ],
  [
    { forEach: { from: 'spec.items', to: 'spec.things', rules: [{ rename: { from: 'a', to: 'b' } }] } },
    { spec: { items: [{ a: 1 }, { a: 2, c: 3 }] } },
    { spec: { things: [{ b: 1 }, { b: 2, c: 3 }] } },
  ],
  [
    {
      cel: {
        from: ['spec.first', 'spec.last'],
        to: ['spec.name'],
        forward: { 'spec.name': "self.spec.first + ' ' + self.spec.last" },
        backward: {
          'spec.first': "self.spec.name.split(' ')[0]",
          'spec.last': "self.spec.name.split(' ')[1]",
        },
      },
    },
    { spec: { first: 'Ada', last: 'L' } },
    { spec: { name: 'Ada L' } },
  ],
  [
    { cel: { from: ['spec.a'], to: ['spec.b'], forward: { 'spec.b': 'self.spec.a + 1' } } },
    { spec: { a: 1 } },
    { spec: { b: 2 } },
    'keeps',
  ],
];

describe('rules', () => {
  it.each(cases)('%j', (rule, before, after, keeps) => {
    const rules = converter([rule]);
    const there = rules.convertOne(object('v1', before), 'example.com/v2');
    expect(contentOf(there)).toEqual(after);
    expect(there.metadata.annotations?.[KEPT_ANNOTATION] !== undefined).toBe(keeps === 'keeps');
    expect(rules.convertOne(there, 'example.com/v1')).toEqual(object('v1', before));
  });
  it('forget what is deleted', () => {
    const rules = converter([{ delete: { path: 'spec.extra', in: 'v1', reason: 'nobody used it' } }]);
    const there = rules.convertOne(object('v1', { spec: { extra: 1, a: 2 } }), 'example.com/v2');
    expect(there).toEqual(object('v2', { spec: { a: 2 } }));
  });
  it('let two fields change places', () => {
    const rules = converter([
      { rename: { from: 'spec.a', to: 'spec.b' } },
      { rename: { from: 'spec.b', to: 'spec.a' } },
    ]);
    const there = rules.convertOne(object('v1', { spec: { a: 1, b: 2 } }), 'example.com/v2');
    expect(there).toEqual(object('v2', { spec: { b: 1, a: 2 } }));
  });
  it('lead over other versions', () => {
    const { pairs } = readPolicy({
      definition: 'as.example.com',
      conversions: [
        { from: 'v1', to: 'v2', rules: [{ preserve: { path: 'spec.extra', in: 'v1' } }] },
        { from: 'v2', to: 'v3', rules: [{ rename: { from: 'spec.a', to: 'spec.b' } }] },
      ],
    });
    const rules = new PolicyConverter(pairs);
    const before = object('v1', { spec: { a: 1, extra: 2 } });
    const there = rules.convertOne(before, 'example.com/v3');
    expect(contentOf(there)).toEqual({ spec: { b: 1 } });
    expect(rules.convertOne(there, 'example.com/v1')).toEqual(before);
    expect(() => rules.convertOne(before, 'example.com/v4')).toThrow('no rules lead from v1 to v4');
  });
});

describe('what was kept', () => {
  const rules = converter([
    { toItem: { from: 'spec.params', to: 'spec.param' } },
    { preserve: { path: 'spec.extra', in: 'v1' } },
  ]);
  const shown = () => rules.convertOne(object('v1', { spec: { params: ['a', 'b'], extra: 1 } }), 'example.com/v2');
  const back = (change: (changed: JsonObject) => void): JsonObject => {
    const there = shown() as unknown as JsonObject;
    change(there);
    return contentOf(rules.convertOne(there as unknown as KubeObject, 'example.com/v1'));
  };
  it('comes back with what was not changed', () => {
    expect(back((there) => Object.assign(there.spec as JsonObject, { other: true }))).toEqual({
      spec: { params: ['a', 'b'], extra: 1, other: true },
    });
  });
  it('does not come back over a change', () => {
    expect(back((there) => Object.assign(there.spec as JsonObject, { param: 'x' }))).toEqual({
      spec: { params: ['x'], extra: 1 },
    });
    expect(back((there) => delete (there.spec as JsonObject).param)).toEqual({ spec: { extra: 1 } });
  });
  it('does not come back when its owner deleted it in the version that has it', () => {
    const mine = rules.convertOne(shown(), 'example.com/v1') as unknown as { spec: JsonObject };
    delete mine.spec.extra;
    const stored = rules.convertOne(mine as unknown as KubeObject, 'example.com/v2');
    expect(contentOf(rules.convertOne(stored, 'example.com/v1'))).toEqual({ spec: { params: ['a', 'b'] } });
  });
  it('is nothing where somebody wrote something else', () => {
    const there = object('v2', {
      metadata: { name: 'a', annotations: { [KEPT_ANNOTATION]: '{{' } },
      spec: { param: 'a' },
    });
    expect(rules.convertOne(there, 'example.com/v1')).toEqual(object('v1', { spec: { params: ['a'] } }));
  });
});
