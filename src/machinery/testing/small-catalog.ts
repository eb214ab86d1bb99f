import {
  apiErrors,
  type Hub,
  type Json,
  type KubeObject,
  nameIsDnsSubdomain,
  ownHub,
  path,
  type Versioned,
  validateObjectMeta,
} from '#meta';
import { describeTypes, metaV1, scaleV1 } from '#schema';
import { Catalog } from '../catalog.ts';
import { openApiSource } from '../codec/openapi-source.ts';
import { typedCodec } from '../codec/typed-codec.ts';
import type { ResourceDefinition, Verb, VersionDefinition } from '../resource-definition.ts';
import type { Strategy } from '../strategy.ts';
import type { Subresource } from '../subresource.ts';

const group = 'small.example.com';
const types = describeTypes(
  { package: 'com.example.small.v1', goPackage: 'v1', group, uses: { meta: metaV1 } },
  `
Gadget | Something in a namespace.
  1 metadata meta.ObjectMeta
  2 spec GadgetSpec
  3 status GadgetStatus
GadgetSpec
  1 size int32
  2 color string
GadgetStatus
  1 ready bool
Crate | Something in no namespace.
  1 metadata meta.ObjectMeta
  2 content string
Parcel | Something whose hub differs from its version.
  1 metadata meta.ObjectMeta
  2 content string
`,
);

const verbs: ReadonlySet<Verb> = new Set([
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]);

const strategyOf = (namespaced: boolean): Strategy => ({
  validateName: nameIsDnsSubdomain,
  createsOnUpdate: false,
  updatesUnconditionally: true,
  tracksGeneration: true,
  returnsDeletedObject: false,
  prepareForCreate: () => undefined,
  prepareForUpdate: () => undefined,
  validateCreate: ({ metadata }) =>
    validateObjectMeta(metadata, { namespaced, validateName: nameIsDnsSubdomain, path: path('metadata') }),
  validateUpdate: () => [],
});

type Known = Pick<ResourceDefinition, 'kind' | 'resource' | 'namespaced'> & Partial<ResourceDefinition>;

function define(known: Known, hub: Pick<VersionDefinition, 'toHub' | 'fromHub'> = ownHub): ResourceDefinition {
  const { kind, resource } = known;
  const type = types.type(kind);
  const version: VersionDefinition = {
    version: 'v1',
    served: true,
    codec: typedCodec(type, { group, version: 'v1', kind }),
    default: () => undefined,
    ...hub,
    selectableFields: new Map(),
    columns: [],
    openapi: openApiSource(type),
  };
  return {
    group,
    origin: 'built-in',
    listKind: `${kind}List`,
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    verbs,
    storage: { apiVersion: `${group}/v1`, definition: version },
    versions: new Map([['v1', version]]),
    subresources: new Map(),
    storagePrefix: `/registry/${group}/${resource}/`,
    strategy: strategyOf(known.namespaced),
    ...known,
  };
}

/** In the store and for clients it has `content`; in the hub that is `inside`. What cannot be converted says so. */
const parcels = define(
  { kind: 'Parcel', resource: 'parcels', namespaced: true },
  {
    toHub({ content, ...rest }: Versioned): Hub {
      if (content === 'inconvertible') throw apiErrors.internal('the converter is broken');
      return { ...rest, inside: content } as KubeObject;
    },
    fromHub: ({ inside, ...rest }: Hub): Versioned => ({ ...rest, content: inside }) as KubeObject,
  },
);
const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

/** How large a gadget is, as a Scale. */
const gadgetScale: Subresource = {
  name: 'scale',
  mode: 'view',
  kind: scale,
  verbs: new Set(['get', 'patch', 'update']),
  view: {
    codec: typedCodec(scaleV1.type('Scale'), scale),
    columns: [],
    read: ({ metadata: { name, namespace, resourceVersion }, spec }: Sized) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: JSON.parse(JSON.stringify({ name, namespace, resourceVersion })),
      spec: { replicas: spec?.size ?? 0 },
    }),
    write(object: Sized, { spec }: Scaled) {
      object.spec = { ...object.spec, size: spec?.replicas ?? 0 };
      return [];
    },
    replicasAt: () => ['spec', 'size'],
  },
};
interface Sized extends KubeObject {
  spec?: { size?: number };
}
interface Scaled extends KubeObject {
  spec?: { replicas?: number };
}

interface WithSpec extends KubeObject {
  spec?: Json;
}
const gadgetStatus: Subresource = {
  name: 'status',
  mode: 'object',
  kind: { group, version: 'v1', kind: 'Gadget' },
  verbs: new Set(['get', 'patch', 'update']),
  strategy: {
    prepareForUpdate(object: WithSpec, old: WithSpec) {
      if (old.spec !== undefined) object.spec = old.spec;
    },
    validateUpdate: () => [],
  },
};

const gadgets = define({
  kind: 'Gadget',
  resource: 'gadgets',
  namespaced: true,
  subresources: new Map<string, Subresource>([
    ['scale', gadgetScale],
    ['status', gadgetStatus],
  ]),
});
const crates = define({ kind: 'Crate', resource: 'crates', namespaced: false });

/** Kinds in a namespace, in none, and with a hub of its own, with no rules but those that all kinds have. */
export const smallCatalog = new Catalog([gadgets, crates, parcels], [{ group, versions: ['v1'] }]);
