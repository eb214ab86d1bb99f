import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, KubeObject } from '#meta';
import { readPolicy } from './policy.ts';
import { PolicyConverter } from './policy-converter.ts';

const text = fc.oneof(fc.constantFrom('', 'a', ':', 'a:b', 'a:b:c', '1', 'true', 'Fast', 'x'), fc.string());
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const item = fc.record({ name: text, extra: maybe(fc.integer()), old: maybe(text) }, { requiredKeys: ['name'] });
const spec = fc
  .record({
    hostPort: maybe(text),
    param: maybe(text),
    mode: maybe(fc.constantFrom('Fast', 'Quick', 'fast', 'Other')),
    seconds: maybe(fc.integer()),
    milliseconds: maybe(fc.integer()),
    extra: maybe(fc.oneof(text, fc.array(text), fc.dictionary(text, text))),
    params: maybe(fc.array(text)),
    items: maybe(fc.array(item, { maxLength: 4 })),
    untouched: maybe(text),
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const rules: Json = [
  { split: { from: 'spec.hostPort', to: ['spec.host', 'spec.port'], separator: ':' } },
  { toList: { from: 'spec.param', to: 'spec.all' } },
  { enum: { from: 'spec.mode', values: { Fast: 'fast', Quick: 'fast' }, back: { fast: 'Fast' } } },
  { duration: { from: 'spec.seconds', to: 'spec.timeout', in: 'v2' } },
  { scale: { from: 'spec.milliseconds', to: 'spec.s', factor: 0.001 } },
  { preserve: { path: 'spec.extra', in: 'v1' } },
  { toItem: { from: 'spec.params', to: 'spec.first' } },
  {
    forEach: {
      from: 'spec.items',
      to: 'spec.things',
      rules: [{ preserve: { path: 'extra', in: 'v1' } }, { rename: { from: 'old', to: 'new' } }],
    },
  },
];
const { pairs } = readPolicy({ definition: 'as.example.com', conversions: [{ from: 'v1', to: 'v2', rules }] });
const converter = new PolicyConverter(pairs);
const objectOf = (content: JsonObject): KubeObject =>
  ({ apiVersion: 'e/v1', kind: 'A', metadata: { name: 'a' }, spec: content }) as unknown as KubeObject;

describe('whatever an object says', () => {
  it('comes back as it was when nobody changed it', () => {
    fc.assert(
      fc.property(spec, (content) => {
        const there = converter.convertOne(objectOf(content), 'e/v2');
        expect(converter.convertOne(there, 'e/v1')).toEqual(objectOf(content));
      }),
      { numRuns: 500 },
    );
  });
  it('is not changed itself', () => {
    fc.assert(
      fc.property(spec, (content) => {
        const before = structuredClone(content);
        converter.convertOne(objectOf(content), 'e/v2');
        expect(content).toEqual(before);
      }),
    );
  });
  it('gives way to what a user changed later', () => {
    fc.assert(
      fc.property(spec, text, fc.integer({ min: 0, max: 1e6 }), (content, word, seconds) => {
        const there = converter.convertOne(objectOf(content), 'e/v2') as unknown as { spec: JsonObject };
        const [first, things] = [there.spec.first, there.spec.things];
        Object.assign(there.spec, { first: `${word}!`, s: seconds, timeout: `${seconds}s`, all: [word], mode: 'new' });
        const { spec: back } = converter.convertOne(there as unknown as KubeObject, 'e/v1') as unknown as {
          spec: JsonObject;
        };
        expect(first === `${word}!` || (back.params as Json[])[0] === `${word}!`).toBe(true);
        expect(back).toMatchObject({ seconds, param: word, mode: 'new' });
        expect(Math.trunc((back.milliseconds as number) / 1000) + 0).toBe(seconds);
        expect(things === undefined).toBe(back.items === undefined);
      }),
      { numRuns: 500 },
    );
  });
});

const newSpec = fc
  .record({
    host: maybe(text),
    port: maybe(text),
    all: maybe(fc.array(text)),
    mode: maybe(fc.constantFrom('fast', 'Other')),
    timeout: maybe(fc.constantFrom('90s', '1m30s', '0.5s', '2h')),
    s: maybe(fc.integer({ min: -1000, max: 1000 })),
    first: maybe(text),
    things: maybe(fc.array(fc.record({ name: text, new: maybe(text) }, { requiredKeys: ['name'] }), { maxLength: 4 })),
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

describe('the derived direction', () => {
  it('brings back whatever an object of the other version says', () => {
    fc.assert(
      fc.property(newSpec, (content) => {
        const object = { ...objectOf(content), apiVersion: 'e/v2' };
        expect(converter.convertOne(converter.convertOne(object, 'e/v1'), 'e/v2')).toEqual(object);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a hostile policy', () => {
  const kinds = ['rename', 'split', 'toList', 'forEach', 'cel', 'enum', 'parse', 'scale', 'preserve', 'nothing'];
  const rule = fc.dictionary(fc.constantFrom(...kinds), fc.oneof(fc.jsonValue(), fc.dictionary(text, fc.jsonValue())));
  const policies = fc.oneof(
    fc.jsonValue(),
    fc.array(rule).map((list) => ({ definition: 'a.b', conversions: [{ from: 'v1', to: 'v2', rules: list }] })),
  );
  it('is read without throwing, and tells its faults', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const { pairs: read, faults } = readPolicy(policy as Json);
        expect(read.length > 0 || faults.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
