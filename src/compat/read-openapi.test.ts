import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { compareDefinitions } from './compare-definitions.ts';
import { isOpenApi, readOpenApi } from './read-openapi.ts';

const kind = { group: 'example.com', version: 'v1', kind: 'Widget' };
const operation = { get: { 'x-kubernetes-group-version-kind': kind } };
const base = '/apis/example.com/v1';
const paths: JsonObject = {
  [`${base}/widgets`]: operation,
  [`${base}/namespaces/{namespace}/widgets`]: operation,
  [`${base}/namespaces/{namespace}/widgets/{name}`]: operation,
  [`${base}/namespaces/{namespace}/widgets/{name}/status`]: operation,
};
const schemas = (spec: JsonObject, prefix: string): JsonObject => ({
  'com.example.v1.Widget': {
    type: 'object',
    description: 'A widget.',
    properties: { spec: { allOf: [{ $ref: `${prefix}com.example.v1.Spec` }], default: {}, description: 'It.' } },
    'x-kubernetes-group-version-kind': [kind],
  },
  'com.example.v1.Spec': {
    type: 'object',
    properties: { ...spec, inner: { $ref: `${prefix}com.example.v1.Spec`, description: 'Itself.' } },
  },
  // Options have many kinds and no path; they are nobody's objects.
  'com.example.v1.Options': { type: 'object', 'x-kubernetes-group-version-kind': [kind, { ...kind, version: 'v2' }] },
});
const forms: [string, (spec: JsonObject) => JsonObject][] = [
  ['2', (spec) => ({ swagger: '2.0', paths, definitions: schemas(spec, '#/definitions/') })],
  ['3', (spec) => ({ openapi: '3.0.0', paths, components: { schemas: schemas(spec, '#/components/schemas/') } })],
];
const text = { type: 'string', description: 'A text.' };

describe.each(forms)('an OpenAPI document of version %s', (_, document) => {
  const read = (spec: JsonObject) => {
    const given = document(spec);
    expect(isOpenApi(given)).toBe(true);
    const [definition, ...others] = readOpenApi(given, 'openapi.json');
    expect(others).toEqual([]);
    if (definition === undefined) throw new Error('no kind was found');
    return definition;
  };
  it('has the kinds that have paths, with their names, scopes and parts', () => {
    const { name, scope, versions } = read({ color: text });
    expect({ name, scope }).toEqual({ name: 'widgets.example.com', scope: 'Namespaced' });
    expect(versions.map((version) => [version.name, version.hasStatus])).toEqual([['v1', true]]);
  });
  it('is compared by the same rules as a definition, also where types contain themselves', () => {
    const told = compareDefinitions(
      read({ color: text, size: text }),
      read({ color: { type: 'integer' }, size: text }),
    );
    expect(told.map(({ rule, path }) => `${rule} ${path}`)).toEqual(['type-changed spec.color']);
    expect(compareDefinitions(read({ color: text }), read({ color: text }))).toEqual([]);
  });
});
