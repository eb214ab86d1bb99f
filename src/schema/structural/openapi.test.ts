import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import type { JsonSchema } from './json-schema.ts';
import { publishListSchema, publishSchema } from './openapi.ts';
import { compileSchema } from './structural-schema.ts';

const gvk = { group: 'example.com', version: 'v1', kind: 'Widget' };
const specOf = (schema: JsonSchema, openapi: 2 | 3): unknown => {
  const published = publishSchema(compileSchema({ type: 'object', properties: { spec: schema } }), { gvk, openapi });
  return (published.properties as JsonObject).spec;
};

describe('a published schema', () => {
  it('says what holds for every resource, whatever the definition says of it', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { metadata: { type: 'object' }, spec: { type: 'object' } },
    };
    const published = publishSchema(compileSchema(schema), { gvk, openapi: 3, selectableFields: ['.spec.color'] });
    expect(published).toMatchObject({
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
        spec: { type: 'object' },
      },
      'x-kubernetes-group-version-kind': [gvk],
      'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.color' }],
    });
    expect(publishSchema(compileSchema(schema), { gvk, openapi: 2 })).toMatchObject({
      properties: { metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
    });
  });

  it('of nothing says nothing but the kind', () => {
    const nothing = { type: 'object', 'x-kubernetes-group-version-kind': [gvk] };
    const open: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    expect(publishSchema(undefined, { gvk, openapi: 3 })).toEqual(nothing);
    expect(publishSchema(compileSchema(open), { gvk, openapi: 2 })).toEqual(nothing);
    expect(publishSchema(compileSchema({ type: 'object' }), { gvk, openapi: 2, preserveUnknownFields: true })).toEqual(
      nothing,
    );
    expect(publishSchema(compileSchema(open), { gvk, openapi: 3 }).properties).toBeDefined();
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    [
      'alternatives are for version 3 only',
      { type: 'integer', anyOf: [{ minimum: 1 }], not: { maximum: 5 } },
      { type: 'integer', anyOf: [{ minimum: 1 }], not: { maximum: 5 } },
      { type: 'integer' },
    ],
    [
      'an int-or-string is spelled out in version 3',
      { 'x-kubernetes-int-or-string': true },
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      { 'x-kubernetes-int-or-string': true },
    ],
    [
      'beside other alternatives it is one of all',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ minimum: 1 }] },
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ minimum: 1 }],
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }],
      },
      { 'x-kubernetes-int-or-string': true },
    ],
    [
      'what may be null has no type in version 2, and cannot be required',
      {
        type: 'object',
        required: ['a', 'b'],
        properties: {
          a: { type: 'object', nullable: true, properties: { x: { type: 'string' } } },
          b: { type: 'string' },
        },
      },
      {
        type: 'object',
        required: ['a', 'b'],
        properties: {
          a: { type: 'object', nullable: true, properties: { x: { type: 'string' } } },
          b: { type: 'string' },
        },
      },
      { type: 'object', required: ['b'], properties: { a: {}, b: { type: 'string' } } },
    ],
    [
      'what keeps unknown fields says nothing in version 2',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
      { 'x-kubernetes-preserve-unknown-fields': true },
    ],
    [
      'rules and defaults are published, defaults not in version 2, null is no default',
      {
        type: 'object',
        default: { a: 1 },
        additionalProperties: { type: 'integer', default: null },
        'x-kubernetes-validations': [{ rule: 'true' }],
      },
      {
        type: 'object',
        default: { a: 1 },
        additionalProperties: { type: 'integer' },
        'x-kubernetes-validations': [{ rule: 'true' }],
      },
      {
        type: 'object',
        additionalProperties: { type: 'integer' },
        'x-kubernetes-validations': [{ rule: 'true' }],
      },
    ],
  ])('%s', (_, schema, third, second) => {
    expect(specOf(schema, 3)).toEqual(third);
    expect(specOf(schema, 2)).toEqual(second);
  });

  it('keeps in version 2 what is required of fields that it does not tell', () => {
    const inner: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', nullable: true } },
    };
    expect(specOf(inner, 2)).not.toHaveProperty('required');
    expect(specOf({ ...inner, nullable: true }, 2)).toEqual({ required: ['a'] });
  });

  it('completes embedded resources also where they may be null, but not where they are free', () => {
    const embedded: JsonSchema = { type: 'object', nullable: true, 'x-kubernetes-embedded-resource': true };
    expect(specOf(embedded, 2)).toMatchObject({ required: ['kind', 'apiVersion'], properties: { kind: {} } });
    const free = specOf({ ...embedded, 'x-kubernetes-preserve-unknown-fields': true }, 2);
    expect(free).not.toHaveProperty('properties');
  });

  it('completes embedded resources', () => {
    const embedded: JsonSchema = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      required: ['kind'],
      properties: { spec: { type: 'object' } },
    };
    expect(specOf(embedded, 3)).toMatchObject({
      required: ['kind', 'apiVersion'],
      properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: {}, spec: { type: 'object' } },
    });
  });

  it('of a list refers to the items', () => {
    const list = publishListSchema({
      gvk: { ...gvk, kind: 'WidgetList' },
      kind: 'Widget',
      items: 'com.example.v1.Widget',
      openapi: 3,
    });
    expect(list).toMatchObject({
      required: ['items'],
      properties: { items: { items: { $ref: '#/components/schemas/com.example.v1.Widget' } } },
      'x-kubernetes-group-version-kind': [{ ...gvk, kind: 'WidgetList' }],
    });
  });
});
