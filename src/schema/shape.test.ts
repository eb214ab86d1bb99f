import { describe, expect, it } from 'vitest';
import type { Shape } from '#meta';
import { passingShapeOf, shapeOf } from './described-shape.ts';
import { metaV1 } from './meta-v1.ts';
import { describeTypes } from './parse-types.ts';
import { ResourceShape } from './structural/resource-shape.ts';
import { compileSchema } from './structural/structural-schema.ts';

const library = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Box kind | A box.
  1 metadata meta.ObjectMeta | Its metadata.
  2 size quantity? | How large.
  3 port intOrString? | Where.
  4 since time? | Since when.
  5 rest json? | Anything.
  6 inner Box? | A type that contains itself.
  7 place Place inline
  8 nothing Nothing? | Nothing at all.
  9 phase string always | How it is.
Place | Where it is.
  1 shelf int32? required | The shelf.
Nothing | Says nothing.
`,
);
const box = shapeOf(library.type('Box'));
const fieldOf = (shape: Shape, name: string): Shape => shape.fields.get(name) as Shape;

describe('the shape of a built-in type', () => {
  it('is made once, and in passing for who looks once', () => {
    expect(shapeOf(library.type('Box'))).toBe(box);
    expect(passingShapeOf(library.type('Box'))).not.toBe(box);
  });
  it('has what objects say of themselves, and the fields of inline structs, among its fields', () => {
    expect([...box.fields.keys()].slice(0, 3)).toEqual(['kind', 'apiVersion', 'metadata']);
    expect(fieldOf(box, 'shelf').keywords).toMatchObject({ type: 'integer' });
    expect(box.keywords.required).toEqual(['shelf']);
    expect(box.fields.has('place')).toBe(false);
  });
  it('tells what is said here apart from what its definition says', () => {
    const inner = fieldOf(box, 'inner');
    expect(inner.definition).toBe(box);
    expect(inner.said).toEqual({ description: 'A type that contains itself.' });
    expect(inner.keywords).toEqual({ ...box.keywords, ...inner.said });
    expect(inner.fields).toBe(box.fields);
  });
  it.each([
    ['size', 'Quantity', undefined, ['string', 'number']],
    ['port', 'IntOrString', undefined, ['integer', 'string']],
    ['since', 'Time', 'string', undefined],
    ['rest', 'RawExtension', undefined, undefined],
  ])('%s is a %s', (name, definition, type, oneOf) => {
    const shape = fieldOf(box, name);
    expect(shape.definition?.name.endsWith(`.${definition}`)).toBe(true);
    expect(shape.keywords.type).toBe(type);
    expect(shape.alternatives?.oneOf.map(({ keywords }) => keywords.type)).toEqual(oneOf);
  });
  it('says of a struct without fields that there are none', () => {
    expect(fieldOf(box, 'nothing').values).toBe(false);
    expect(fieldOf(box, 'inner').values).toBeUndefined();
  });
  it('has the default that Go fills in', () => {
    expect(fieldOf(box, 'phase').keywords.default).toBe('');
    expect(fieldOf(box, 'metadata').keywords.default).toEqual({});
    expect(fieldOf(box, 'inner').keywords.default).toBeUndefined();
  });
});

describe('the shape of a structural schema', () => {
  const text = { type: 'string' };
  it('has what every resource has, where it is one', () => {
    const spec = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { a: text } };
    const root = compileSchema({ type: 'object', properties: { spec, kind: { type: 'integer' } } });
    const resource = new ResourceShape(root);
    expect([...root.fields.keys()]).toEqual(['spec', 'kind']);
    expect(fieldOf(resource, 'kind').keywords.type).toBe('string');
    expect(fieldOf(resource, 'metadata').definition).toBe(shapeOf(metaV1.type('ObjectMeta')));
    expect([...fieldOf(root, 'spec').fields.keys()]).toEqual(['a', 'apiVersion', 'kind', 'metadata']);
  });
  it.each([
    [{}, undefined],
    [{ additionalProperties: true }, true],
    [{ additionalProperties: false }, false],
  ])('%j says %s of other members', (source, values) => {
    expect(compileSchema({ type: 'object', ...source }).values).toBe(values);
  });
  it('makes what is below once, for validation too', () => {
    const schema = compileSchema({ type: 'object', properties: { a: text } });
    expect(schema.fields.get('a')).toBe(schema.node.properties.get('a'));
    expect(schema.keywords).toBe(schema.source);
  });
  it('gives alternatives as shapes', () => {
    const { alternatives } = compileSchema({ anyOf: [{ minimum: 1 }], not: { maximum: 5 } });
    expect(alternatives?.anyOf[0]?.keywords).toEqual({ minimum: 1 });
    expect(alternatives?.not?.keywords).toEqual({ maximum: 5 });
  });
});
