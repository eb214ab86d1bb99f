import { describe, expect, it } from 'vitest';
import { formatFieldError, path, patternSyntaxError } from '#meta';
import { resolveFieldPath } from './field-path.ts';
import type { JsonSchema } from './json-schema.ts';
import { compileSchema } from './structural-schema.ts';
import { definitionOptionsAfter, newDefinition, validateSchemaDefinition } from './validate-definition.ts';

const faults = (schema: JsonSchema, options = newDefinition): string[] =>
  validateSchemaDefinition(schema, path('s'), options).map(formatFieldError);
const spec = (properties: { [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties } },
});

describe('a definition', () => {
  it.each<[string, JsonSchema, string[]]>([
    [
      'an embedded resource cannot be an int-or-string as well',
      spec({
        f: {
          type: 'object',
          'x-kubernetes-int-or-string': true,
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      }),
      [
        's.properties[spec].properties[f].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
        's.properties[spec].properties[f].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      'the types of an int-or-string may be one of all',
      spec({
        f: {
          'x-kubernetes-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { minimum: 1 }],
        },
      }),
      [],
    ],
    [
      'metadata may restrict both names',
      {
        type: 'object',
        properties: {
          metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
        },
      },
      [],
    ],
    [
      'metadata must not be described',
      { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
      [
        's.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'a schema url is refused when nothing else is wrong',
      { type: 'object', $schema: 'http://x' },
      ['s: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
    [
      'a keyword that says nothing hides no other fault',
      { properties: { a: { dependencies: {} } } },
      [
        's.properties[a].type: Required value: must not be empty for specified object fields',
        's.type: Required value: must not be empty at the root',
        's.properties[a].dependencies: Forbidden: dependencies is not supported',
      ],
    ],
    [
      'a default inside of an embedded resource has to make valid metadata',
      spec({
        f: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          properties: {
            metadata: {
              type: 'object',
              properties: {
                labels: { type: 'object', additionalProperties: { type: 'string' }, default: { 'a b': 'c' } },
              },
            },
          },
        },
      }),
      [
        "s.properties[spec].properties[f].properties[metadata].properties[labels].default: Invalid value: {\"a b\":\"c\"}: must result in valid metadata: metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
  ])('%s', (_, schema, expected) => {
    expect(faults(schema)).toEqual(expected);
  });

  it('with a status allows only some keywords at the root', () => {
    const found = faults(
      { type: 'object', oneOf: [{ required: ['spec'] }] },
      { ...newDefinition, statusSubresource: true },
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^s: Invalid value: .*: only \[Description Type Format .* XValidations\] fields are allowed at the root of the schema if the status subresource is enabled$/,
    );
  });

  it.each<[string, JsonSchema, RegExp]>([
    [
      'a wrong type, and nothing else',
      { type: 'string', oneOf: [{}] },
      /^s\.type: Invalid value: "string": only "object"/,
    ],
    ['what stands before the type first', { type: 'string', id: 'x' }, /^s: Invalid value: .*only \[Description/],
  ])('with a status is told of %s', (_, schema, expected) => {
    const found = faults(schema, { ...newDefinition, statusSubresource: true });
    expect(found.filter((fault) => fault.includes('if the status subresource'))).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  it('that is too deep is refused instead of failing', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let i = 0; i < 5000; i++) schema = { type: 'array', items: schema };
    expect(faults(schema)).toEqual(['s: Invalid value: "": must not be nested deeper than 400 levels']);
  });

  it.each<[string, JsonSchema]>([
    ['types', spec({ f: { type: 'int' } })],
    ['sets of maps', spec({ f: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } } })],
    [
      'keys that may be missing',
      spec({
        f: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' } } },
        },
      }),
    ],
    ['being structural', spec({ f: {} })],
    ['pruned defaults', spec({ f: { type: 'object', properties: { a: { type: 'string' } }, default: { b: 1 } } })],
  ])('need not keep on update what it broke before: %s', (_, schema) => {
    expect(faults(schema)).toHaveLength(1);
    expect(faults(schema, definitionOptionsAfter([schema]))).toEqual([]);
    expect(faults(schema, definitionOptionsAfter([{ type: 'object' }]))).toHaveLength(1);
  });

  it('is compiled where it is used and nowhere else', () => {
    let read = 0;
    const watched = {
      type: 'object',
      get properties() {
        read++;
        return {};
      },
    } as JsonSchema;
    const schema = compileSchema({ type: 'object', properties: { a: { type: 'object', properties: { b: watched } } } });
    expect(schema.node.properties.get('a')?.node.properties.size).toBe(1);
    expect(read).toBe(0);
  });
});

describe('a field path', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { 'b.c': { type: 'string' }, d: { type: 'array' } } },
      m: { type: 'object', additionalProperties: { type: 'integer' } },
    },
  };
  it.each([
    ['.a', 'a'],
    [".a['b.c']", 'a.b.c'],
    ['.m.key', 'm[key]'],
    [".m['k']", 'm[k]'],
    ['.a.x', 'does not refer to a valid field'],
    ['.a.d.x', 'does not refer to a valid field'],
    ['a', 'expected [ or . but got: a'],
    ['.', 'unexpected end of JSON path'],
    ['.a[', 'unexpected end of JSON path'],
    ['.a[0]', 'expected single quoted string but got 0'],
    [".a['d'", 'unexpected end of JSON path'],
  ])('leads somewhere or says why not: %s', (text, expected) => {
    const resolved = resolveFieldPath(schema, text);
    expect(typeof resolved === 'string' ? resolved : resolved.path.toString()).toBe(expected);
  });
  it('may be asked to do without brackets', () => {
    expect(resolveFieldPath(schema, ".a['d']", { brackets: false })).toBe('array notation is not allowed');
  });
});

describe('a pattern that is none', () => {
  it.each([
    ['[', 'error parsing regexp: missing closing ]: `[`'],
    ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
    ['\\', 'error parsing regexp: trailing backslash at end of expression: ``'],
    ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ['\\8', 'error parsing regexp: invalid escape sequence: `\\8`'],
    ['a{1001}', 'error parsing regexp: invalid repeat count: `{1001}`'],
    ['^[a-z]+$', undefined],
  ])('is explained as Go does: %s', (pattern, message) => {
    expect(patternSyntaxError(pattern)).toBe(message);
  });
});
