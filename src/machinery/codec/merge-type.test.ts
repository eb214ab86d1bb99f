import { describe, expect, it } from 'vitest';
import { ownedBy, validate, writeFieldsV1 } from '#merge';
import { describeTypes, metaV1, shapeOf } from '#schema';
import { mergeTypeOf } from './merge-type.ts';

const library = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Box | A box.
  1 metadata meta.ObjectMeta | Its metadata.
  2 ports [Port] list=map(port,protocol) | Told apart by two keys.
  3 tags [string] list=set | Each by itself.
  4 args [string] | As a whole.
  5 old [Port] merge=name | Told apart by how it is patched.
  6 selector {string} map=atomic | As a whole.
  7 limits {quantity} | Each by itself.
  8 target Ref | As a whole, by its type.
  9 loose Ref? map=granular | Each field, whatever its type says.
  10 any json | As a whole.
  11 when time | Not checked.
  12 count int32 | A number.
  13 inner Box? | A type that contains itself.
Port | A port.
  1 name string always required | Its name.
  2 port int32 always required | Its number.
  3 protocol string default="TCP" | TCP if unsaid.
Ref map=atomic | A reference.
  1 kind string
  2 name string
`,
);
const type = mergeTypeOf(shapeOf(library.type('Box')));
const owned = (value: object) => writeFieldsV1(ownedBy(value as never, type));

describe('a described type under apply', () => {
  it.each<[string, object, object]>([
    [
      'a keyed list, with the default of a key',
      { ports: [{ name: 'a', port: 80 }] },
      { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } } },
    ],
    ['a set', { tags: ['x', 'y'] }, { 'f:tags': { 'v:"x"': {}, 'v:"y"': {} } }],
    ['a plain list', { args: ['x'] }, { 'f:args': {} }],
    ['an atomic map', { selector: { a: 'b' } }, { 'f:selector': {} }],
    ['a plain map', { limits: { cpu: '1' } }, { 'f:limits': { 'f:cpu': {} } }],
    ['a struct that is atomic by its type', { target: { kind: 'A', name: 'b' } }, { 'f:target': {} }],
    ['a field that is not, though its type is', { loose: { kind: 'A' } }, { 'f:loose': { 'f:kind': {} } }],
    ['anything', { any: { a: { b: 1 } } }, { 'f:any': {} }],
    [
      'a type that contains itself',
      { inner: { inner: { count: 1 } } },
      { 'f:inner': { 'f:inner': { 'f:count': {} } } },
    ],
    ['metadata', { metadata: { finalizers: ['a/b'] } }, { 'f:metadata': { 'f:finalizers': { 'v:"a/b"': {} } } }],
  ])('owns %s', (_, value, fields) => {
    expect(owned(value)).toEqual(fields);
  });

  it('tells items apart by what Go writes for nothing, where a key has no default', () => {
    expect(owned({ old: [{ port: 1 }] })).toEqual({ 'f:old': { 'k:{"name":""}': { '.': {}, 'f:port': {} } } });
  });

  it.each<[object, string]>([
    [{ count: 'x' }, '.count: expected numeric (int or float), got string'],
    [{ args: {} }, '.args: expected list, got &{map[]}'],
    [{ colour: 'red' }, '.colour: field not declared in schema'],
    [{ target: { colour: 'red' } }, '.target.colour: field not declared in schema'],
  ])('refuses %j', (value, message) => {
    const [issue] = validate(value as never, type);
    expect(`${issue?.path}: ${issue?.message}`).toBe(message);
  });

  it('takes times and quantities in any form', () => {
    expect(validate({ when: 7, limits: { cpu: 1 } }, type)).toEqual([]);
  });

  it('has a kind and a version where it is a whole object', () => {
    expect(validate({ apiVersion: 'v1', kind: 'Box' }, type)).toEqual([]);
  });
});
