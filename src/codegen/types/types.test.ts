import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import type { GeneratedText } from '../generators/generator.ts';
import { typesFromDefinitions } from './types-from-definitions.ts';
import { typesFromOpenApi } from './types-from-openapi.ts';

const options = { folder: 'types', header: '', importEnding: '.js' } as const;

const definition = (properties: JsonObject): JsonObject => ({
  kind: 'CustomResourceDefinition',
  spec: {
    group: 'g.example.com',
    names: { kind: 'Widget' },
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties } } }],
  },
});

const typesOf = (properties: JsonObject): string =>
  typesFromDefinitions([definition(properties)], options)[0]?.text ?? '';

describe('the types of a definition', () => {
  it('have what every object has, and names for what is inside', () => {
    const text = typesOf({
      metadata: { type: 'object' },
      spec: {
        type: 'object',
        description: 'What is wanted.',
        required: ['size'],
        properties: {
          size: { type: 'integer', format: 'int32' },
          'x-odd': { type: 'array', items: { type: 'string' } },
        },
      },
    });
    expect(text).toBe(`// Made by 'pinnace gen types --crd'.
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';

export type Widget = {
  apiVersion: 'g.example.com/v1';
  kind: 'Widget';
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: WidgetSpec;
};

/** What is wanted. */
export type WidgetSpec = {
  size: Int32;
  'x-odd'?: string[];
};
`);
  });

  it.each([
    [{ type: 'string', enum: ['a', "b's"] }, "'a' | 'b\\'s'"],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, "('a' | 'b')[]"],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ 'x-kubernetes-int-or-string': true }, 'IntOrString'],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, 'Json'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, Double>'],
    [{ type: 'object' }, 'Record<string, Json>'],
    [{ type: 'string', format: 'date-time' }, 'Time'],
  ])('say %j', (schema, type) => {
    expect(typesOf({ f: schema })).toContain(`  f?: ${type};\n`);
  });

  it('let out what has a default', () => {
    const text = typesOf({
      spec: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'string', default: '' }, b: { type: 'string' } },
      },
    });
    expect(text).toContain('export type WidgetSpec = {\n  a?: string;\n  b: string;\n};');
  });

  it('are written once for a definition that is given twice', () => {
    const twice = [definition({ a: { type: 'string' } }), definition({ b: { type: 'object', properties: null } })];
    const [file] = typesFromDefinitions(twice, options);
    expect(file?.text.match(/export type Widget =/g)).toHaveLength(1);
    expect(file?.text).toContain('  b?: Record<string, Json>;\n');
  });

  it('give every struct a name of its own', () => {
    const text = typesOf({
      a: { type: 'object', properties: { bC: { type: 'object', properties: { x: { type: 'string' } } } } },
      aB: { type: 'object', properties: { c: { type: 'object', properties: { y: { type: 'string' } } } } },
    });
    expect(text).toContain('export type WidgetABC = {\n  x?: string;');
    expect(text).toContain('export type WidgetABC2 = {\n  y?: string;');
  });
});

describe('the types of a server', () => {
  it('refer to each other by short names, unless two have the same', () => {
    const [file] = typesFromOpenApi(
      {
        components: {
          schemas: {
            'com.example.v1.Widget': {
              type: 'object',
              properties: { part: { allOf: [{ $ref: '#/components/schemas/com.example.v1.Part' }] } },
            },
            'com.example.v1.Part': {
              type: 'object',
              properties: { other: { $ref: '#/components/schemas/org.v2.Part' } },
            },
            'org.v2.Part': { oneOf: [{ type: 'string' }, { type: 'number' }], format: 'int-or-string' },
          },
        },
      },
      'apis/example.com/v1',
      options,
    );
    const { text, path } = file as GeneratedText;
    expect(path).toBe('types/apis/example.com/v1/types.ts');
    expect(text).toContain('export type Widget = {\n  part?: ExampleV1Part;\n};');
    expect(text).toContain('export type ExampleV1Part = {\n  other?: OrgV2Part;\n};');
    expect(text).toContain('export type OrgV2Part = IntOrString;');
  });
});
