import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { describeTypes } from '#schema';
import type { OpenApiSource } from '../resource-definition.ts';
import { widgets } from '../testing/widget-types.ts';
import { openApiSource } from './openapi-source.ts';

const source = openApiSource(widgets.type('Widget'));
function schemasOf(from: OpenApiSource): Map<string, JsonObject> {
  const added = new Map<string, () => JsonObject>();
  from.addTo(added);
  return new Map([...added].map(([name, make]) => [name, make()]));
}
const schemas = schemasOf(source);
const ref = (name: string): string => `#/components/schemas/${name}`;
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

describe('OpenAPI of a type', () => {
  it('holds every schema that is referred to', () => {
    const text = JSON.stringify([...schemas.values()]);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(schemas.has(name as string), name).toBe(true);
    }
    expect(source.name).toBe('io.k8s.api.example.v1.Widget');
    expect([...schemas.keys()]).toEqual(expect.arrayContaining([source.name, `${meta}.Time`, `${meta}.FieldsV1`]));
  });

  it('describes the kind', () => {
    expect(schemas.get(source.name)).toMatchObject({
      description: 'A widget.',
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: ref(`${meta}.ObjectMeta`) }], default: {}, description: 'What every object has.' },
      },
      'x-kubernetes-group-version-kind': [{ group: 'example.k8s.io', version: 'v1', kind: 'Widget' }],
    });
  });

  it('describes every kind of field', () => {
    const spec = schemas.get('io.k8s.api.example.v1.WidgetSpec');
    expect(spec?.required).toEqual(['mode']);
    expect(spec?.properties).toMatchObject({
      replicas: { type: 'integer', format: 'int32', description: 'How many.' },
      size: { type: 'integer', format: 'int64' },
      ratio: { type: 'number', format: 'double' },
      secret: { type: 'string', format: 'byte' },
      amount: { $ref: ref('io.k8s.apimachinery.pkg.api.resource.Quantity') },
      mode: { type: 'string', default: '' },
      labels: {
        type: 'object',
        additionalProperties: { type: 'string', default: '' },
        'x-kubernetes-map-type': 'atomic',
      },
      ports: {
        type: 'array',
        items: { allOf: [{ $ref: ref('io.k8s.api.example.v1.WidgetPort') }], default: {} },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'port',
      },
      file: { type: 'string' },
    });
    expect(spec?.properties).not.toHaveProperty('source');
    expect(schemas.get('io.k8s.api.example.v1.WidgetPort')?.properties).toMatchObject({
      port: { default: 0 },
      protocol: { default: 'TCP' },
    });
  });

  it('lists the values of strings, of their lists and of their maps', () => {
    const types = describeTypes(
      { package: 'io.k8s.api.example.v1', goPackage: 'v1' },
      `
      Thing
        1 one string go=Mode
        2 some [string] go=[]Mode
        3 named {string} enum=Mode
      Mode = A, B
      `,
    );
    const made = schemasOf(openApiSource(types.type('Thing')));
    const values = { type: 'string', enum: ['A', 'B'] };
    expect(made.get('io.k8s.api.example.v1.Thing')?.properties).toEqual({
      one: values,
      some: { type: 'array', items: { ...values, default: '' } },
      named: { type: 'object', additionalProperties: { ...values, default: '' } },
    });
  });

  it('describes lists of the kind', () => {
    expect(source.list('WidgetList')).toMatchObject({
      required: ['items'],
      properties: {
        items: { items: { allOf: [{ $ref: ref(source.name) }], default: {} } },
        metadata: { allOf: [{ $ref: ref(`${meta}.ListMeta`) }], default: {} },
      },
      'x-kubernetes-group-version-kind': [{ group: 'example.k8s.io', kind: 'WidgetList', version: 'v1' }],
    });
  });

  it('adds what is not there yet', () => {
    const [mine, known] = [() => ({}), new Map<string, () => JsonObject>()];
    known.set(source.name, mine);
    source.addTo(known);
    expect([...known]).toEqual([[source.name, mine]]);
  });
});
