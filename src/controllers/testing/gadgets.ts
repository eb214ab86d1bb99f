import type { ResourceDefinition, VersionDefinition } from '#machinery';
import { type KubeObject, ownHub } from '#meta';

interface GadgetOptions {
  readonly namespaced: boolean;
  /** No object of it can be converted. */
  readonly broken?: boolean;
}

/** A kind outside of the built-in ones, without rules of its own. */
export function gadgets({ namespaced, broken = false }: GadgetOptions): ResourceDefinition {
  const version: VersionDefinition = {
    version: 'v1',
    served: true,
    codec: {
      decode: ({ value }) => ({ object: value as KubeObject, strictErrors: [] }),
      encode({ metadata: { resourceVersion: _, ...metadata }, ...rest }) {
        const text = JSON.stringify({ metadata, ...rest });
        return { text, revisionAt: '{"metadata":{'.length };
      },
    },
    default() {},
    toHub: broken ? refuse : ownHub.toHub,
    fromHub: ownHub.fromHub,
    selectableFields: new Map(),
    columns: [],
    openapi: { name: 'com.example.v1.Gadget', addTo: () => undefined, list: () => ({ type: 'object' }) },
  };
  return {
    group: 'example.com',
    resource: 'gadgets',
    kind: 'Gadget',
    origin: 'custom',
    listKind: 'GadgetList',
    singular: 'gadget',
    shortNames: [],
    categories: [],
    namespaced,
    verbs: new Set(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']),
    storage: { apiVersion: 'example.com/v1', definition: version },
    versions: new Map([['v1', version]]),
    strategy: {
      validateName: () => [],
      createsOnUpdate: false,
      updatesUnconditionally: true,
      tracksGeneration: false,
      returnsDeletedObject: false,
      prepareForCreate() {},
      prepareForUpdate() {},
      validateCreate: () => [],
      validateUpdate: () => [],
    },
    subresources: new Map(),
    storagePrefix: '/registry/example.com/gadgets/',
  };
}

/** Creating goes well, reading back does not: the object is stored in the hub's form. */
function refuse(object: KubeObject): KubeObject {
  if (object.metadata.uid === undefined) return object;
  throw new Error('the converter is broken');
}
