import { describe, expect, it } from 'vitest';
import type { CustomResourceDefinition } from '#crd';
import { parseJson, type VersionDefinition } from '#machinery';
import { ApiError, formatFieldError, type JsonObject, type KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { customResourceDefinitions } from './custom-resource-definition.ts';

const kind = customResourceDefinitions();
const { write, cells, context } = tryOut(kind);
const beta = kind.versions.get('v1beta1') as VersionDefinition;
const betaContext = { ...context, requestVersion: { group: kind.group, version: 'v1beta1' } };

const size = { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } };
const version = (name: string, more: object = {}): JsonObject => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: size },
  ...more,
});
const crontab = (spec: object = {}): JsonObject => ({
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab' },
    versions: [version('v1')],
    ...spec,
  },
});

function fromBeta(spec: object): CustomResourceDefinition {
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: kind.kind,
    metadata: { name: 'crontabs.example.com' },
    spec,
  };
  const { object } = beta.codec.decode(parseJson(Buffer.from(JSON.stringify(body)), { duplicates: false }));
  beta.default(object);
  return beta.toHub(object) as CustomResourceDefinition;
}
const toBeta = (definition: KubeObject): JsonObject =>
  JSON.parse(beta.codec.encode(beta.fromHub(definition) as KubeObject).text) as JsonObject;

const betaSpec = {
  group: 'example.com',
  names: { plural: 'crontabs', kind: 'CronTab' },
  validation: { openAPIV3Schema: size },
};

describe('a definition', () => {
  it('starts with its first stored version, no names and no conditions', async () => {
    const { object, faults } = await write(crontab());
    expect(faults).toEqual([]);
    expect(object.metadata).toMatchObject({ generation: 1 });
    expect(object.status).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
  });

  it('remembers every version that ever was the storage version', async () => {
    const { object } = await write(crontab({ versions: [version('v1'), version('v2')] }));
    const moved = [version('v1', { storage: false }), version('v2', { storage: true })];
    const { object: next } = await write(crontab({ versions: moved }), { live: object as KubeObject });
    expect(next.status).toMatchObject({ storedVersions: ['v1', 'v2'] });
    expect(next.metadata).toMatchObject({ generation: 2 });
  });

  it('counts an empty subresource as a change of its spec', async () => {
    const { object } = await write(crontab());
    const changed = crontab({ versions: [version('v1', { subresources: { status: {} } })] });
    const { object: next } = await write(changed, { live: object as KubeObject });
    expect(next.metadata).toMatchObject({ generation: 2 });
  });

  it('counts nothing that is not written as a change', async () => {
    const schema = (more: object) => ({
      openAPIV3Schema: { type: 'object', properties: { a: { type: 'array', ...more } } },
    });
    const empty = { properties: {}, required: [] };
    const bare = crontab({ versions: [version('v1', { schema: schema({ items: { type: 'object' } }) })] });
    const { object } = await write(bare);
    const full = schema({ ...empty, items: { type: 'object', ...empty } });
    const { object: next, faults } = await write(crontab({ versions: [version('v1', { schema: full })] }), {
      live: object as KubeObject,
    });
    expect([faults, next.metadata]).toMatchObject([[], { generation: 1 }]);
  });

  it('tells how many objects hold on to a version that is to be removed', async () => {
    const counted = tryOut(customResourceDefinitions({ countStored: ({ version: name }) => (name === 'v1' ? 3 : 0) }));
    const { object } = await counted.write(crontab({ versions: [version('v1'), version('v2')] }));
    const { faults } = await counted.write(crontab({ versions: [version('v2', { storage: true })] }), {
      live: object as KubeObject,
    });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^status\.storedVersions\[0\]: Invalid value: "v1": missing from spec\.versions; .*; 3 objects are still stored in v1$/,
    );
  });

  it('is refused with a rule that does not compile, and shows the rule', async () => {
    const ruled = { ...size, 'x-kubernetes-validations': [{ rule: 'self.spec.siz > 0' }] };
    const { faults } = await write(crontab({ versions: [version('v1', { schema: { openAPIV3Schema: ruled } })] }));
    expect(faults).toEqual([
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.spec.siz \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: undefined field \'siz\'\n | self.spec.siz > 0\n | .........^',
    ]);
  });

  it('is marked by its first DELETE, and left to the general rules by the second', () => {
    const definition = { apiVersion: '', kind: '', metadata: {}, status: {} } as KubeObject;
    expect(kind.strategy.beginDelete?.(definition, context)).toBe(true);
    expect(definition.metadata).toEqual({
      deletionTimestamp: context.now,
      finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
    });
    expect(definition.status).toMatchObject({
      conditions: [{ type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending' }],
    });
    expect(kind.strategy.beginDelete?.(definition, context)).toBe(false);
  });

  it('shows its name and when it was made', () => {
    const body = crontab();
    expect(cells({ ...body, metadata: { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' } })).toEqual([
      'a',
      '2024-01-01T00:00:00Z',
    ]);
  });

  it('is the same in JSON and in protobuf, with every form of a schema', () => {
    const schema = {
      default: { deep: [1, null, 'x'] },
      enum: ['a', 1, null],
      maximum: 9.5,
      items: [{ type: 'string' }, {}],
      additionalProperties: false,
      additionalItems: { type: 'object' },
      dependencies: { a: ['b', 'c'], d: { type: 'string' } },
      properties: {
        p: { items: { type: 'string' }, additionalProperties: { type: 'integer' } },
        q: { additionalProperties: true },
      },
      'x-kubernetes-preserve-unknown-fields': false,
    };
    const { codec } = kind.versions.get('v1') as VersionDefinition;
    const body = { ...crontab({ versions: [version('v1', { schema: { openAPIV3Schema: schema } })] }) };
    const { object, strictErrors } = codec.decode({ value: body, duplicates: [] });
    expect(strictErrors).toEqual([]);
    expect((object.spec as unknown as { versions: { schema: object }[] }).versions[0]?.schema).toEqual({
      openAPIV3Schema: schema,
    });
    const bytes = codec.protobuf?.encode(object) as Uint8Array;
    expect(codec.protobuf?.decode(bytes)).toEqual(object);
  });

  const invalid = 'must be spec.names.plural+"."+spec.group';
  it.each<[string, JsonObject, string]>([
    [
      'a name to generate',
      { ...crontab(), metadata: { name: 'crontabs.example.com', generateName: 'a-' } },
      `metadata.generateName: Invalid value: "a-": ${invalid}`,
    ],
    [
      'a version twice',
      crontab({ versions: [version('v1'), version('v1')] }),
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
    ],
    [
      'a warning, as JSON',
      crontab({ versions: [version('v1', { deprecationWarning: '<\u0007>' })] }),
      'spec.versions[0].deprecationWarning: Invalid value: "\\u003c\\u0007\\u003e": can only be set for deprecated versions',
    ],
    [
      'fields to select by in what is no structural schema',
      crontab({
        versions: [
          version('v1', {
            schema: { openAPIV3Schema: { ...size, definitions: { a: {} } } },
            selectableFields: [{ jsonPath: '.spec.size' }],
          }),
        ],
      }),
      `spec.schema.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema 'definitions' is not supported`,
    ],
  ])('is refused for %s', async (_, definition, fault) => {
    const { faults } = await write(definition);
    expect(faults).toContain(fault);
  });

  it.each([
    ['additionalProperties', 'yes', 'boolean or JSON schema expected'],
    [
      'items',
      { type: 5 },
      'json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items.type of type string',
    ],
    [
      'items',
      ['a'],
      'json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items of type v1.JSONSchemaProps',
    ],
    ['maxLength', '5', /json: cannot unmarshal string into Go struct field JSONSchemaProps\..*maxLength of type int64/],
  ])('refuses a wrong %s in the words of Go', (keyword, value, message) => {
    const { codec } = kind.versions.get('v1') as VersionDefinition;
    const body = crontab({ versions: [version('v1', { schema: { openAPIV3Schema: { [keyword]: value } } })] });
    expect(() => codec.decode({ value: body, duplicates: [] })).toThrow(message);
  });
});

describe('a definition of v1beta1', () => {
  it('says once at the top what v1 says in each version', () => {
    const definition = fromBeta({
      ...betaSpec,
      version: 'v1beta1',
      versions: [
        { name: 'v1beta1', served: true, storage: true },
        { name: 'v1', served: true, storage: false },
      ],
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
      preserveUnknownFields: false,
    });
    const column = { name: 'Size', type: 'integer', jsonPath: '.spec.size' };
    for (const one of definition.spec.versions ?? []) {
      expect(one).toMatchObject({
        schema: { openAPIV3Schema: size },
        subresources: { status: {} },
        additionalPrinterColumns: [column],
      });
    }
    expect(toBeta(definition).spec).toMatchObject({
      version: 'v1beta1',
      validation: { openAPIV3Schema: size },
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
      preserveUnknownFields: false,
    });
  });

  it('makes its only version out of `version`, and keeps unknown fields unless told otherwise', () => {
    const definition = fromBeta({ ...betaSpec, version: 'v1' });
    expect(definition.spec).toMatchObject({
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true }],
      preserveUnknownFields: true,
      conversion: { strategy: 'None' },
    });
    kind.strategy.prepareForCreate(definition, betaContext);
    expect(kind.strategy.validateCreate(definition, betaContext).map(formatFieldError)).toEqual([]);
    expect(kind.strategy.validateCreate(definition, context).map(formatFieldError)).toContain(
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    );
  });

  it('calls its webhook with reviews of v1beta1 by default', () => {
    const service = { namespace: 'default', name: 'hook' };
    const conversion = { strategy: 'Webhook', webhookClientConfig: { service } };
    const definition = fromBeta({ ...betaSpec, version: 'v1', preserveUnknownFields: false, conversion });
    expect(definition.spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: { service: { ...service, port: 443 } }, conversionReviewVersions: ['v1beta1'] },
    });
    expect(toBeta(definition).spec).toMatchObject({
      conversion: { strategy: 'Webhook', conversionReviewVersions: ['v1beta1'] },
    });
  });

  it.each([
    [
      'a schema at the top and one below',
      { versions: [version('v1')] },
      'spec.validation: Forbidden: top-level and per-version schemas are mutually exclusive',
    ],
    [
      'a first version that is not the first',
      { version: 'v2', versions: [{ name: 'v1', served: true, storage: true }] },
      'spec.version: Invalid value: "v2": must match the first version in spec.versions',
    ],
  ])('is refused for %s', (_, spec, message) => {
    const read = (): unknown => fromBeta({ ...betaSpec, ...spec });
    expect(read).toThrow(ApiError);
    expect(read).toThrow(message);
  });

  it('goes to v1 and back without loss when its versions differ', () => {
    const spec = {
      group: 'example.com',
      version: 'v1',
      names: { plural: 'crontabs', kind: 'CronTab', singular: 'crontab', listKind: 'CronTabList' },
      scope: 'Cluster',
      versions: [
        version('v1', { selectableFields: [{ jsonPath: '.spec.size' }] }),
        version('v2', { schema: { openAPIV3Schema: { type: 'object' } } }),
      ],
      conversion: { strategy: 'None' },
      preserveUnknownFields: false,
    };
    expect(toBeta(fromBeta(spec)).spec).toEqual(spec);
  });
});
