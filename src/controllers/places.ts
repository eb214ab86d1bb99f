import type { Catalog, ResourceDefinition, ServedResource } from '#machinery';
import { apiVersionOf, parseApiVersion } from '#meta';

/** Where one object lies: its resource, and its name in it. */
export interface Spot {
  readonly served: ServedResource;
  /** '' for what lies in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** The catalog as a map of the store. Objects are named by their whole key in it: `/registry/configmaps/ns/name`. */
export class Places {
  readonly catalog: Catalog;
  /** One resource for each prefix, though two may share one (events). */
  readonly byPrefix: ReadonlyMap<string, ServedResource>;
  readonly #byKind = new Map<string, ServedResource>();

  constructor(catalog: Catalog) {
    this.catalog = catalog;
    const byPrefix = new Map<string, ServedResource>();
    for (const definition of catalog.definitions) {
      for (const served of servedVersions(definition))
        this.#byKind.set(kindKey(apiVersionOf(served), definition), served);
      const preferred = anyVersion(definition);
      if (preferred === undefined || !isKept(definition)) continue;
      const { storagePrefix } = definition;
      if (!byPrefix.has(storagePrefix) || storesItself(definition)) byPrefix.set(storagePrefix, preferred);
    }
    this.byPrefix = byPrefix;
  }

  /** A kind as owner references name it. */
  ofKind(apiVersion: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(kindKey(apiVersion, { kind }));
  }

  /** The inverse of `keyOf`; undefined when no resource lies there (any more). */
  locate(key: string): Spot | undefined {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const served = this.byPrefix.get(key.slice(0, slash + 1));
      if (served !== undefined) return spotIn(served, key.slice(slash + 1));
    }
    return undefined;
  }
}

export function keyOf({ served: { definition }, namespace, name }: Spot): string {
  return definition.storagePrefix + (definition.namespaced ? `${namespace}/${name}` : name);
}

/** Where the entry lies that has this key relative to its resource's prefix. */
export function spotIn(served: ServedResource, key: string): Spot {
  if (!served.definition.namespaced) return { served, namespace: '', name: key };
  return { served, namespace: namespaceOf(key), name: key.slice(key.indexOf('/') + 1) };
}

/** The namespace in a key that is relative to the prefix of a namespaced resource. */
export const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));

const kindKey = (apiVersion: string, { kind }: { readonly kind: string }): string => `${apiVersion} ${kind}`;

/** Objects of it lie in the store and can be found, followed and deleted there. */
function isKept({ verbs }: ResourceDefinition): boolean {
  return verbs.has('list') && verbs.has('watch') && verbs.has('delete');
}

function storesItself({ group, storage }: ResourceDefinition): boolean {
  return parseApiVersion(storage.apiVersion)?.group === group;
}

function servedVersions(definition: ResourceDefinition): ServedResource[] {
  const { group } = definition;
  return [...definition.versions.values()]
    .filter(({ served }) => served)
    .map((versionDefinition) => ({ group, version: versionDefinition.version, definition, versionDefinition }));
}

/** A version to address the resource in. Metadata is the same in all; one that is not served will do. */
function anyVersion(definition: ResourceDefinition): ServedResource | undefined {
  const served = servedVersions(definition)[0];
  if (served !== undefined) return served;
  const [versionDefinition] = definition.versions.values();
  if (versionDefinition === undefined) return undefined;
  return { group: definition.group, version: versionDefinition.version, definition, versionDefinition };
}
