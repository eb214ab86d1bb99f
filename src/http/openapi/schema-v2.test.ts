import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { schemaV2 } from './schema-v2.ts';

describe('schemaV2', () => {
  const cases: [string, JsonObject, JsonObject][] = [
    ['renames references', { $ref: '#/components/schemas/a.B' }, { $ref: '#/definitions/a.B' }],
    [
      'unfolds a described reference',
      { description: 'x', default: {}, allOf: [{ $ref: '#/components/schemas/a.B' }] },
      { description: 'x', $ref: '#/definitions/a.B' },
    ],
    [
      'calls a choice with a string a string',
      { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
      { format: 'int-or-string', type: 'string' },
    ],
    [
      'forgets defaults, in fields, items and values',
      {
        properties: {
          default: { type: 'array', items: { type: 'string', default: '' } },
          m: { additionalProperties: { allOf: [{ $ref: '#/components/schemas/a.B' }], default: {} } },
        },
      },
      {
        properties: {
          default: { type: 'array', items: { type: 'string' } },
          m: { additionalProperties: { $ref: '#/definitions/a.B' } },
        },
      },
    ],
    ['keeps a free map free', { additionalProperties: true }, { additionalProperties: true }],
  ];
  it.each(cases)('%s', (_name, v3, v2) => {
    expect(schemaV2(v3)).toEqual(v2);
  });
  it('keeps a field called __proto__', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}');
    expect(JSON.stringify(schemaV2(schema))).toBe('{"properties":{"__proto__":{"type":"string"}}}');
  });
});
