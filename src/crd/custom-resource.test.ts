import { describe, expect, it } from 'vitest';
import {
  cellAt,
  type OpenApiSchemas,
  parseJson,
  type RequestContext,
  type ResourceDefinition,
  strategyIn,
  viewIn,
  withRevision,
} from '#machinery';
import { ApiError, formatFieldError, type JsonObject, type KubeObject } from '#meta';
import { customResources } from './custom-resource.ts';
import type { CustomResourceDefinition } from './definition.ts';
import { sampleDefinition, sampleSchema, sampleVersion } from './testing/sample-definition.ts';

const context = { namespace: 'home', now: '2024-01-01T00:00:00Z' } as RequestContext;
const noWebhook = (): never => {
  throw new Error('nobody was to be asked');
};
const resourcesOf = (definition: CustomResourceDefinition): readonly ResourceDefinition[] =>
  customResources(definition, { converterFor: noWebhook });

/** The resource that serves a version. */
function serving(definition: CustomResourceDefinition, version = 'v1'): ResourceDefinition {
  return resourcesOf(definition).find(({ onlyVersion }) => onlyVersion === version) as ResourceDefinition;
}

const own = (resource: ResourceDefinition) => {
  const version = resource.versions.get(resource.onlyVersion as string);
  if (version === undefined) throw new Error('a resource has its own version');
  return version;
};

const object = (body: JsonObject = {}, version = 'v1'): KubeObject => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name: 'a' },
  ...body,
});

function read(resource: ResourceDefinition, body: object): { object: KubeObject; strictErrors: readonly string[] } {
  return own(resource).codec.decode(parseJson(Buffer.from(JSON.stringify(body)), { duplicates: true }));
}

describe('the versions of a custom resource', () => {
  const names = ['foo1', 'v11alpha2', 'v1', 'v10beta3', 'v10', 'v3beta1', 'v12alpha1', 'v2', 'foo10', 'v11beta2'];

  it('stand in order of stability and number', () => {
    const resources = resourcesOf(sampleDefinition(names.map((name) => sampleVersion(name))));
    expect(resources.map(({ onlyVersion }) => onlyVersion)).toEqual([
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v10beta3',
      'v3beta1',
      'v12alpha1',
      'v11alpha2',
      'foo1',
      'foo10',
    ]);
  });

  it.each([
    [{ deprecated: true }, 'example.com/v1 Widget is deprecated; use example.com/v2 Widget'],
    [{ deprecated: true, deprecationWarning: 'go away' }, 'go away'],
    [{}, undefined],
  ])('warn when they are deprecated: %o', (more, text) => {
    const definition = sampleDefinition([sampleVersion('v1', more), sampleVersion('v2'), sampleVersion('v3alpha1')]);
    expect(own(serving(definition)).deprecationWarning).toBe(text);
  });

  it('name no other version when there is no better one', () => {
    const definition = sampleDefinition([sampleVersion('v1', { deprecated: true }), sampleVersion('v1beta1')]);
    expect(own(serving(definition)).deprecationWarning).toBe('example.com/v1 Widget is deprecated');
  });

  it('have subresources, columns and rules of their own', () => {
    const strict = { ...sampleSchema, required: ['spec'] };
    const definition = sampleDefinition([
      sampleVersion('v1'),
      sampleVersion('v2', { subresources: { status: {} }, schema: { openAPIV3Schema: strict } }),
    ]);
    expect([...serving(definition, 'v1').subresources.keys()]).toEqual([]);
    expect([...serving(definition, 'v2').subresources.keys()]).toEqual(['status']);
    const faults = (version: string) =>
      serving(definition, version)
        .strategy.validateCreate(object({ metadata: { name: 'a', namespace: 'home' } }, version), context)
        .map(formatFieldError);
    expect([faults('v1'), faults('v2')]).toEqual([[], ['spec: Required value']]);
  });

  it('are refused for their kind, whatever else is wrong with their values', () => {
    const { strategy } = serving(sampleDefinition([sampleVersion('v1')]), 'v1');
    const other = { ...object({ metadata: { name: 'A!', namespace: 'home' } }), kind: 'Other' };
    const told = ['kind: Invalid value: "Other": must be Widget'];
    expect(strategy.validateCreate(other, context).map(formatFieldError)).toEqual(told);
    expect(strategy.validateUpdate(other, other, context).map(formatFieldError)).toEqual(told);
  });

  it('are converted by their name alone, and pruned by the schema they come to', () => {
    const narrow = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    };
    const definition = sampleDefinition([
      sampleVersion('v1'),
      sampleVersion('v2', { schema: { openAPIV3Schema: narrow } }),
    ]);
    const stored = object({ spec: { size: 1, color: 'red' } });
    const before = JSON.stringify(stored);
    const hub = serving(definition, 'v2').storage.definition.toHub(stored);
    expect(hub).toEqual({ ...object({ spec: { size: 1 } }), apiVersion: 'example.com/v2' });
    expect(JSON.stringify(stored)).toBe(before);
  });

  it('are converted many at a time by a webhook, and only what needs it', async () => {
    const calls: number[] = [];
    const definition = sampleDefinition([sampleVersion('v1'), sampleVersion('v2')], {
      spec: { conversion: { strategy: 'Webhook' } },
    });
    const resources = customResources(definition, {
      converterFor: () => ({
        async convert(objects, apiVersion) {
          calls.push(objects.length);
          return objects.map((one) => ({ ...one, apiVersion, spec: { color: 'converted' } }));
        },
      }),
    });
    const second = resources.find(({ onlyVersion }) => onlyVersion === 'v2') as ResourceDefinition;
    const hubs = await second.storage.definition.toHubAll?.([object(), object()]);
    expect(hubs?.map(({ apiVersion, spec }) => [apiVersion, spec])).toEqual([
      ['example.com/v2', { color: 'converted' }],
      ['example.com/v2', { color: 'converted' }],
    ]);
    expect(await own(second).fromHubAll?.(hubs ?? [])).toBe(hubs);
    expect(calls).toEqual([2]);
  });
});

describe('the codec of a custom resource', () => {
  const resource = serving(sampleDefinition());
  const { codec } = own(resource);

  it('prunes what the schema does not know, and reports it', () => {
    const { object: decoded, strictErrors } = read(resource, object({ spec: { size: 1, weight: 2 }, other: 1 }));
    expect(decoded.spec).toEqual({ size: 1 });
    expect(strictErrors).toEqual(['unknown field "other"', 'unknown field "spec.weight"']);
  });

  it('keeps everything where the definition says so', () => {
    const keeping = serving(sampleDefinition([sampleVersion('v1')], { spec: { preserveUnknownFields: true } }));
    const { object: decoded, strictErrors } = read(keeping, object({ spec: { weight: 2 }, other: 1 }));
    expect([decoded.spec, decoded.other, strictErrors]).toEqual([{ weight: 2 }, 1, []]);
  });

  it('reads metadata strictly', () => {
    const wrong = { ...object(), metadata: { name: 'a', labels: { n: 1 } } };
    expect(() => read(resource, wrong)).toThrow(/cannot unmarshal number into Go struct field ObjectMeta.labels/);
  });

  it('does not change the body it reads', () => {
    const value = object({ spec: { weight: 2 } });
    codec.decode({ value, duplicates: [] });
    expect(value.spec).toEqual({ weight: 2 });
  });

  it('writes keys in order on every level, and leaves room for the resourceVersion', () => {
    const one = object({ spec: { z: [{ y: 1, b: '<' }], a: 12345678901234567890n } });
    one.metadata = { uid: 'u', name: 'a', annotations: { __proto__x: 'p' }, resourceVersion: '5' };
    const encoded = codec.encode(one);
    expect(withRevision(encoded, '7')).toBe(
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"annotations":{"__proto__x":"p"},"name":"a",' +
        '"resourceVersion":"7","uid":"u"},"spec":{"a":12345678901234567890,"z":[{"b":"\\u003c","y":1}]}}',
    );
  });

  it.each([
    [{ name: 'a' }, '"metadata":{"resourceVersion":"7","name":"a"}'],
    [{}, '"metadata":{"resourceVersion":"7"}'],
  ])('finds a place for the resourceVersion in %o', (metadata, text) => {
    expect(withRevision(codec.encode({ ...object(), metadata }), '7')).toContain(text);
  });

  it('takes __proto__ for an ordinary key', () => {
    const open = serving(
      sampleDefinition([
        sampleVersion('v1', {
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        }),
      ]),
    );
    const body = parseJson(Buffer.from('{"metadata":{"name":"a"},"spec":{"__proto__":{"x":1}}}'), {
      duplicates: false,
    });
    const { object: decoded } = own(open).codec.decode(body);
    expect(own(open).codec.encode(decoded).text).toContain('"spec":{"__proto__":{"x":1}}');
    expect((decoded.spec as JsonObject).x).toBeUndefined();
  });
});

describe('what is stored', () => {
  it('is pruned and defaulted by the schema of today when it is read', () => {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
    };
    const { fromStorage } = own(
      serving(sampleDefinition([sampleVersion('v1', { schema: { openAPIV3Schema: schema } })])),
    );
    const stored = object({ spec: { color: 'red' } });
    fromStorage?.(stored);
    expect(stored).toEqual({ ...object({ spec: { size: 3 } }), metadata: { name: 'a', generation: 1 } });
  });
});

describe('the rules of a custom resource', () => {
  const withStatus = sampleDefinition([
    sampleVersion('v1', {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.size',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
    }),
  ]);
  const served = serving(withStatus);
  const { strategy } = served;
  const live = (): KubeObject => ({
    ...object({ spec: { size: 1 }, status: { replicas: 1 } }),
    metadata: { name: 'a', generation: 4, labels: { a: 'b' } },
  });

  it('let nobody set the status of an object that has a status subresource', () => {
    const created = object({ spec: { size: 1 }, status: { replicas: 9 } });
    strategy.prepareForCreate(created, context);
    expect(created).toEqual({ ...object({ spec: { size: 1 } }), metadata: { name: 'a', generation: 1 } });
    const updated = { ...live(), spec: { size: 2 }, status: { replicas: 9 } };
    strategy.prepareForUpdate(updated, live(), context);
    expect([updated.status, updated.metadata.generation]).toEqual([{ replicas: 1 }, 5]);
  });

  it('count as a new generation what changes besides metadata', () => {
    const updated = { ...live(), metadata: { ...live().metadata, labels: { c: 'd' } } };
    strategy.prepareForUpdate(updated, live(), context);
    expect(updated.metadata.generation).toBe(4);
    const plain = serving(sampleDefinition()).strategy;
    const restated = { ...live(), status: { replicas: 2 } };
    plain.prepareForUpdate(restated, live(), context);
    expect(restated.metadata.generation).toBe(5);
  });

  it('let the status subresource change the status only', () => {
    const updated = object({ spec: { size: 7 }, status: { replicas: 2 } });
    strategyIn(served, 'status').prepareForUpdate(updated, live(), context);
    expect(updated).toEqual({ ...live(), status: { replicas: 2 } });
  });

  it('want replicas that an autoscaler can work with', () => {
    const metadata = { name: 'a', namespace: 'home' };
    const found = strategy.validateCreate(object({ metadata, spec: { size: -1 }, status: { selector: 5 } }), context);
    expect(found.map(formatFieldError)).toEqual([
      'status.selector: Invalid value: "integer": status.selector in body must be of type string: "integer"',
      '.spec.size: Invalid value: -1: should be a non-negative integer',
      '.status.selector: Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string',
    ]);
  });

  it('refuse new objects while the definition is on its way out', () => {
    const [resource] = customResources(sampleDefinition(), { converterFor: noWebhook, isTerminating: () => true });
    const create = (): void => resource?.strategy.prepareForCreate(object(), context);
    expect(create).toThrow(ApiError);
    expect(create).toThrow(
      'widgets.example.com "a" is forbidden: create not allowed while custom resource definition is terminating',
    );
  });

  it('show and change the scale', () => {
    const view = viewIn(served, 'scale');
    const one: KubeObject = {
      ...live(),
      metadata: { name: 'a', namespace: 'home', uid: 'u', resourceVersion: '5', labels: { a: 'b' } },
    };
    expect(view?.read({ ...one, status: { replicas: 2, selector: 'app=a' } })).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a', namespace: 'home', uid: 'u', resourceVersion: '5' },
      spec: { replicas: 1 },
      status: { replicas: 2, selector: 'app=a' },
    });
    expect(view?.write(one, { ...object(), spec: { replicas: 3 } })).toEqual([]);
    expect(one.spec).toEqual({ size: 3 });
    expect(() => view?.read(object())).toThrow('the spec replicas field ".spec.size" does not exist');
  });

  it('let a patch put replicas where there are none, and nothing else', () => {
    const view = viewIn(served, 'scale');
    const one = object();
    const base = view?.base?.(one) as KubeObject;
    expect(() => view?.write(one, base)).toThrow('the spec replicas field ".spec.size" cannot be empty');
    expect(view?.write(one, { ...base, spec: { replicas: 2 } })).toEqual([]);
    expect(one.spec).toEqual({ size: 2 });
  });
});

describe('tables and selectors of a custom resource', () => {
  const now = Date.parse('2024-01-01T00:10:00Z');
  const made = {
    ...object({ spec: { size: 3.7, color: 'red', on: true } }),
    metadata: { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' },
  };

  it('show name and age unless the definition says otherwise', () => {
    const { columns } = own(serving(sampleDefinition()));
    expect(columns.map((column) => [column.name, cellAt(column.cell(made), now)])).toEqual([
      ['Name', 'a'],
      ['Age', '10m'],
    ]);
  });

  it('show what the paths lead to, up to a path that cannot be read', () => {
    const { columns } = own(
      serving(
        sampleDefinition([
          sampleVersion('v1', {
            additionalPrinterColumns: [
              { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
              { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
              { name: 'Made', type: 'date', jsonPath: '.spec.color' },
              { name: 'None', type: 'number', jsonPath: '.spec.nope' },
              { name: 'Bad', type: 'string', jsonPath: '.spec[' },
              { name: 'Lost', type: 'string', jsonPath: '.spec.color' },
            ],
          }),
        ]),
      ),
    );
    expect(columns.map((column) => [column.name, column.priority, cellAt(column.cell(made), now)])).toEqual([
      ['Name', 0, 'a'],
      ['Size', 0, 3],
      ['Color', 1, 'red'],
      ['Made', 0, '<invalid>'],
      ['None', 0, null],
    ]);
  });

  it('find objects by the fields that the definition names', () => {
    const selectableFields = ['.spec.color', '.spec.size', '.spec.on'].map((jsonPath) => ({ jsonPath }));
    const fields = own(serving(sampleDefinition([sampleVersion('v1', { selectableFields })]))).selectableFields;
    const texts = (one: KubeObject): string[] => [...fields].map(([name, field]) => `${name}=${field(one)}`);
    expect(texts(object({ spec: { color: 'red', size: 2, on: false } }))).toEqual([
      'spec.color=red',
      'spec.size=2',
      'spec.on=false',
    ]);
    expect(texts(object())).toEqual(['spec.color=', 'spec.size=', 'spec.on=']);
  });

  it('are described for OpenAPI under the reversed group', () => {
    const { openapi } = own(serving(sampleDefinition()));
    expect(openapi.name).toBe('com.example.v1.Widget');
    const kind = { 'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Widget', version: 'v1' }] };
    const [third, second] = [new Map<string, () => JsonObject>(), new Map<string, () => JsonObject>()];
    openapi.addTo(third);
    openapi.v2?.addTo(second);
    expect([third.get(openapi.name)?.(), second.get(openapi.name)?.()]).toMatchObject([kind, kind]);
    const metadata = (source: OpenApiSchemas) => (source.list('WidgetList').properties as JsonObject).metadata;
    expect(metadata(openapi)).toMatchObject({ allOf: [{ $ref: expect.stringMatching('^#/components/schemas/') }] });
    expect(openapi.v2 && metadata(openapi.v2)).toMatchObject({ $ref: expect.stringMatching('^#/definitions/') });
  });
});
