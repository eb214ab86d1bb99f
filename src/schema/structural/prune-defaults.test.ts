import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { applyDefaults } from './default.ts';
import type { JsonSchema } from './json-schema.ts';
import { pruneDefaults } from './prune-defaults.ts';
import { compileSchema } from './structural-schema.ts';

const text = { type: 'string' } as const;
const filled = (properties: JsonSchema['properties'], object: JsonObject): JsonObject => {
  applyDefaults(compileSchema(pruneDefaults({ type: 'object', properties: properties ?? {} })), object);
  return object;
};
const named = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
const withUnknown = { ...named, metadata: { name: 'a', unknown: 1, labels: { a: 'b' } } };

describe('a default', () => {
  it('of an embedded resource loses what no metadata has, and nothing else', () => {
    const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true, default: withUnknown } as const;
    const pruned = { ...named, metadata: { name: 'a', labels: { a: 'b' } } };
    expect(filled({ one: embedded }, {})).toEqual({ one: pruned });
    expect(filled({ one: { ...embedded, 'x-kubernetes-preserve-unknown-fields': true } }, {})).toEqual({ one: pruned });
  });
  it('around an embedded resource does so too, in lists and maps as well', () => {
    const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true } as const;
    const outer: JsonSchema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: embedded },
        map: { type: 'object', additionalProperties: embedded },
      },
      default: { list: [withUnknown], map: { a: withUnknown } },
    };
    const pruned = { ...named, metadata: { name: 'a', labels: { a: 'b' } } };
    expect(filled({ outer }, {})).toEqual({ outer: { list: [pruned], map: { a: pruned } } });
  });
  it('inside of embedded metadata is none where no metadata has such a field', () => {
    const metadata = {
      type: 'object',
      properties: { name: { ...text, default: 'a' }, unknown: { ...text, default: 'b' } },
    } as const;
    const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { metadata } } as const;
    expect(filled({ one: embedded }, { one: { metadata: {} } })).toEqual({ one: { metadata: { name: 'a' } } });
  });
  it('keeps a scalar in something else that is called metadata', () => {
    const metadata = { type: 'object', properties: { unknown: { ...text, default: 'b' } } } as const;
    const plain = { type: 'object', properties: { metadata } } as const;
    expect(filled({ one: plain }, { one: { metadata: {} } })).toEqual({ one: { metadata: { unknown: 'b' } } });
  });
  it('loses what its schema does not know, as objects do', () => {
    const spec = { type: 'object', properties: { a: text }, default: { a: 'x', b: 'y' } } as const;
    expect(filled({ spec }, {})).toEqual({ spec: { a: 'x' } });
  });
});

it('a schema without such defaults stays the one it was', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { a: { ...text, default: 'x' } }, default: {} } },
  };
  expect(pruneDefaults(schema)).toBe(schema);
});
