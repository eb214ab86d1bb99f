import { Catalog, type ResourceDefinition, type Subresource, type Verb, type VersionDefinition } from '#machinery';
import { type JsonObject, type KubeObject, ownHub } from '#meta';

const ALL: readonly Verb[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

interface SampleVersion {
  readonly version: string;
  readonly schema: string;
  readonly properties?: JsonObject;
}

function sampleVersion({ version, schema, properties }: SampleVersion): VersionDefinition {
  const described: JsonObject = { description: `A ${schema}.`, type: 'object', properties: properties ?? {} };
  return {
    version,
    served: true,
    codec: {
      decode: () => ({ object: {} as KubeObject, strictErrors: [] }),
      encode: () => ({ text: '{}', revisionAt: 1 }),
    },
    default: () => undefined,
    ...ownHub,
    selectableFields: new Map(),
    columns: [],
    openapi: {
      name: schema,
      addTo: (schemas) => schemas.set(schema, () => described),
      list: () => ({ type: 'object' }),
    },
  };
}

function sampleDefinition(
  known: Pick<ResourceDefinition, 'group' | 'resource' | 'kind' | 'namespaced'> & Partial<ResourceDefinition>,
  versions: readonly VersionDefinition[],
): ResourceDefinition {
  const [first] = versions;
  if (first === undefined) throw new Error('a sample needs a version');
  const { group } = known;
  return {
    origin: 'built-in',
    listKind: `${known.kind}List`,
    singular: known.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    verbs: new Set(ALL),
    storage: { apiVersion: group === '' ? first.version : `${group}/${first.version}`, definition: first },
    versions: new Map(versions.map((version) => [version.version, version])),
    subresources: new Map(),
    storagePrefix: `/registry/${known.resource}/`,
    strategy: {
      validateName: () => [],
      createsOnUpdate: false,
      updatesUnconditionally: true,
      tracksGeneration: false,
      returnsDeletedObject: false,
      prepareForCreate: () => undefined,
      prepareForUpdate: () => undefined,
      validateCreate: () => [],
      validateUpdate: () => [],
    },
    ...known,
  };
}

const part = (name: string, verbs: readonly Verb[], kind: Subresource['kind']): [string, Subresource] => [
  name,
  { name, mode: 'object', kind, verbs: new Set(verbs) },
];

const namespaceKind = { group: '', version: 'v1', kind: 'Namespace' };
const widgetKind = { group: 'example.com', version: 'v1', kind: 'Widget' };
const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

const namespaces = sampleDefinition(
  {
    group: '',
    resource: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
    shortNames: ['ns'],
    verbs: new Set(ALL.filter((verb) => verb !== 'deletecollection')),
    subresources: new Map([
      part('status', ['update', 'get', 'patch'], namespaceKind),
      part('finalize', ['update'], namespaceKind),
    ]),
  },
  [sampleVersion({ version: 'v1', schema: 'io.k8s.api.core.v1.Namespace' })],
);
const bindings = sampleDefinition(
  {
    group: '',
    resource: 'bindings',
    kind: 'Binding',
    namespaced: true,
    // A word that older YAML takes for false.
    shortNames: ['no'],
    verbs: new Set<Verb>(['create']),
  },
  [sampleVersion({ version: 'v1', schema: 'io.k8s.api.core.v1.Binding' })],
);
/** How the custom kind differs from the usual one. */
interface SampleOptions {
  /** What its schema is called. */
  readonly widgetSchema?: string;
  readonly widgetSize?: string;
}

const widgetsWith = ({ widgetSchema, widgetSize = 'string' }: SampleOptions) =>
  sampleDefinition(
    {
      group: 'example.com',
      resource: 'widgets',
      kind: 'Widget',
      origin: 'custom',
      namespaced: true,
      categories: ['all'],
      subresources: new Map([
        part('status', ['get'], widgetKind),
        part('scale', ['get', 'patch', 'update'], scaleKind),
      ]),
    },
    ['v1', 'v1beta1'].map((version) =>
      sampleVersion({
        version,
        schema: widgetSchema ?? `com.example.${version}.Widget`,
        properties: {
          metadata: {
            allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
            default: {},
          },
          size: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: widgetSize }] },
          color: { type: 'string', nullable: true, enum: ['red', 'blue'] },
        },
      }),
    ),
  );

const groups = [
  { group: '', versions: ['v1'] },
  { group: 'example.com', versions: ['v1', 'v1beta1'] },
];

/** Two compiled-in kinds of the core group and a custom one in two versions. */
export const sampleCatalog = (options: SampleOptions = {}): Catalog =>
  new Catalog([namespaces, bindings, widgetsWith(options)], groups);
/** The same before the custom kind came. */
export const smallerCatalog = (): Catalog => new Catalog([namespaces, bindings], groups.slice(0, 1));
