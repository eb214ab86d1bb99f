import { describe, expect, it } from 'vitest';
import { ownedBy, validate, writeFieldsV1 } from '#merge';
import { compileSchema, type JsonSchema, ResourceShape } from '#schema';
import { mergeTypeOf } from './merge-type.ts';

const text = { type: 'string' };
const typeOf = (spec: JsonSchema, { open = false } = {}) =>
  mergeTypeOf(new ResourceShape(compileSchema({ type: 'object', properties: { spec } })), { open });
const owned = (spec: JsonSchema, value: unknown) =>
  writeFieldsV1(ownedBy({ spec: value } as never, typeOf(spec)))['f:spec'];
const faults = (spec: JsonSchema, value: unknown) =>
  validate({ spec: value } as never, typeOf(spec)).map(({ path, message }) => `${path}: ${message}`);

const keyed: JsonSchema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['port', 'protocol'],
  items: {
    type: 'object',
    properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, note: text },
  },
};

describe('the schema of a custom resource under apply', () => {
  it.each<[string, JsonSchema, unknown, object]>([
    ['a plain list as a whole', { type: 'array', items: text }, ['a'], {}],
    ['a set by its items', { type: 'array', items: text, 'x-kubernetes-list-type': 'set' }, ['a'], { 'v:"a"': {} }],
    [
      'a keyed list by its keys, with their defaults',
      keyed,
      [{ port: 80, note: 'x' }],
      { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:note': {}, 'f:port': {} } },
    ],
    ['a map by its members', { type: 'object', additionalProperties: text }, { a: 'b' }, { 'f:a': {} }],
    [
      'an atomic map as a whole',
      { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
      { a: 'b' },
      {},
    ],
    [
      'an object of which nothing is said by its members',
      { type: 'object' },
      { a: { b: [1] } },
      { 'f:a': { '.': {}, 'f:b': {} } },
    ],
    [
      'unknown fields that are kept',
      { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
      { a: 'x', b: { c: 1 } },
      { 'f:a': {}, 'f:b': { '.': {}, 'f:c': {} } },
    ],
    ['a value of any type', { 'x-kubernetes-preserve-unknown-fields': true }, { a: 1 }, { 'f:a': {} }],
    ['a number or a text', { 'x-kubernetes-int-or-string': true }, 'x', {}],
    [
      'the metadata of an embedded resource',
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      { kind: 'A', metadata: { finalizers: ['a/b'] } },
      { 'f:kind': {}, 'f:metadata': { 'f:finalizers': { 'v:"a/b"': {} } } },
    ],
  ])('owns %s', (_, spec, value, fields) => {
    expect(owned(spec, value)).toEqual(fields);
  });

  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'object', properties: { a: text } }, { b: 1 }, '.spec.b: field not declared in schema'],
    [{ type: 'integer' }, 'x', '.spec: expected numeric (int or float), got string'],
    [
      { type: 'object', 'x-kubernetes-embedded-resource': true },
      { metadata: { colour: 'red' } },
      '.spec.metadata.colour: field not declared in schema',
    ],
    [keyed, [{ port: 1 }, { port: 1, protocol: 'TCP' }], '.spec: duplicate entries for key [port=1,protocol="TCP"]'],
  ])('refuses what %j does not describe', (spec, value, message) => {
    expect(faults(spec, value)).toEqual([message]);
  });

  it('takes any text where there is a format', () => {
    expect(faults({ ...text, format: 'date-time' }, 7)).toEqual([]);
  });

  it('takes unknown fields anywhere where the definition keeps them all', () => {
    const type = typeOf({ type: 'object', properties: { a: text } }, { open: true });
    expect(validate({ spec: { b: 1 }, more: 2 }, type)).toEqual([]);
  });
});
