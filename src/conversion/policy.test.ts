import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import type { JsonSchema } from '#schema';
import { uncoveredFields } from './coverage.ts';
import { type PairRules, readPolicy } from './policy.ts';
import { PolicyConverter } from './policy-converter.ts';

const policy = (rules: Json) => ({ definition: 'as.example.com', conversions: [{ from: 'v1', to: 'v2', rules }] });
const faultsOf = (spec: Json) => readPolicy(spec).faults.map(({ path, message }) => `${path}: ${message}`);

describe('a policy', () => {
  it.each<[JsonObject, RegExp]>([
    [{ rename: { from: 'spec.a', to: 'status.a' } }, /this is a move/],
    [{ move: { from: 'spec..a', to: 'spec.b' } }, /from must be a path/],
    [{ move: { from: 'metadata.name', to: 'spec.b' } }, /is the server's/],
    [{ move: { from: 'spec.a', to: 'spec.b', extra: 1 } }, /extra is not known/],
    [{ split: { from: 'spec.a', to: ['spec.b'], separator: ':' } }, /two parts/],
    [{ parse: { from: 'spec.a', to: { b: 'spec.b', c: 'spec.c' }, template: '{b}{c}' } }, /a text between/],
    [{ enum: { from: 'spec.a', values: { A: 'x', B: 'x' } } }, /two values become "x"/],
    [{ preserve: { path: 'spec.a', in: 'v3' } }, /in must be one of v1, v2/],
    [{ cel: { from: ['spec.a'], to: ['spec.b'], forward: { 'spec.b': 'self.' } } }, /does not compile/],
    [{ cel: { from: ['spec.a'], to: ['spec.b'], forward: { 'spec.c': '1' } } }, /not among the paths/],
    [{ nonsense: {} }, /must be one of rename, move/],
    [{ rename: {}, move: {} }, /must be one of/],
    [{ forEach: { from: 'spec.a', rules: [{ move: { from: 'a' } }] } }, /to must be a text/],
  ])('is told what is wrong with %j', (rule, message) => {
    expect(faultsOf(policy([rule])).join('\n')).toMatch(message);
  });
  it.each([null, 'x', {}, { definition: 'a.b', conversions: [{}] }, policy('x'), policy([1])])(
    'may be anything: %j',
    (spec) => {
      expect(faultsOf(spec as Json)).not.toEqual([]);
    },
  );
  it('has one rule for a field', () => {
    const twice = [{ move: { from: 'spec.a', to: 'spec.b' } }, { preserve: { path: 'spec.a.c', in: 'v1' } }];
    expect(faultsOf(policy(twice))).toEqual(['spec.conversions[0].rules: two rules speak of spec.a.c of v1']);
  });
  it('is bounded', () => {
    const rule = { preserve: { path: 'spec.a', in: 'v1' } };
    expect(faultsOf(policy(Array.from({ length: 501 }, () => rule))).join()).toContain('more than 500 rules');
    let deep: Json = [rule];
    for (let depth = 0; depth < 12; depth++) deep = [{ forEach: { from: 'a', rules: deep } }];
    expect(faultsOf(policy(deep)).join()).toContain('at most 8 levels deep');
    expect(faultsOf(policy([{ move: { from: 'a.'.repeat(40), to: 'b' } }])).join()).toContain('must be a path');
  });
  it('ends an expression that costs too much', () => {
    const loops = 'self.spec.a.map(x, self.spec.a.map(y, self.spec.a.map(z, x + y + z))).size()';
    const { pairs } = readPolicy(policy([{ cel: { from: ['spec.a'], to: ['spec.b'], forward: { 'spec.b': loops } } }]));
    const a = Array.from({ length: 200 }, (_, n) => n);
    const object = { apiVersion: 'e/v1', kind: 'A', metadata: {}, spec: { a } };
    expect(() => new PolicyConverter(pairs).convertOne(object as never, 'e/v2')).toThrow('costs too much');
  });
});

describe('coverage', () => {
  const text = { type: 'string' };
  const schema = (spec: object): JsonSchema =>
    ({ type: 'object', properties: { spec: { type: 'object', properties: spec } } }) as JsonSchema;
  const told = (rules: Json, [v1, v2]: [object, object]) => {
    const schemas: { [version: string]: JsonSchema } = { v1: schema(v1), v2: schema(v2) };
    const [pair] = readPolicy(policy(rules)).pairs;
    return uncoveredFields(pair as PairRules, (version) => schemas[version]).map(
      ({ version, path }) => `${version} ${path}`,
    );
  };
  it('names the fields that no rule speaks of, in both versions', () => {
    expect(
      told(
        [],
        [
          { a: text, same: text },
          { b: text, same: text },
        ],
      ),
    ).toEqual(['v1 spec.a', 'v2 spec.b']);
    expect(told([{ rename: { from: 'spec.a', to: 'spec.b' } }], [{ a: text }, { b: text }])).toEqual([]);
    expect(told([{ preserve: { path: 'spec.a', in: 'v1' } }], [{ a: text }, { b: text }])).toEqual(['v2 spec.b']);
  });
  it('minds types', () => {
    expect(told([], [{ a: text }, { a: { type: 'integer' } }])).toEqual(['v1 spec.a', 'v2 spec.a']);
    expect(
      told([{ coerce: { from: 'spec.a', types: ['string', 'integer'] } }], [{ a: text }, { a: { type: 'integer' } }]),
    ).toEqual([]);
  });
  it('looks into lists and maps', () => {
    const list = (item: object) => ({ list: { type: 'array', items: { type: 'object', properties: item } } });
    expect(told([], [list({ a: text }), list({ b: text })])).toEqual(['v1 spec.list[*].a', 'v2 spec.list[*].b']);
    const rename = { rename: { from: 'a', to: 'b' } };
    expect(told([{ forEach: { from: 'spec.list', rules: [rename] } }], [list({ a: text }), list({ b: text })])).toEqual(
      [],
    );
    expect(
      told([{ forEach: { from: 'spec.list', rules: [rename] } }], [list({ a: text, c: text }), list({ b: text })]),
    ).toEqual(['v1 spec.list[*].c']);
  });
});
