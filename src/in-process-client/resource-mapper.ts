import type { Catalog, GroupResources, ResourceDefinition, ServedResource } from '#machinery';
import { parseApiVersion } from '#meta';
import { type ObjectKey, objectKeyIn } from './object-key.ts';

/** Finds resources of the catalog that is valid now: by kind, and by where their objects lie in the store. */
export class ResourceMapper {
  readonly #catalog: () => Catalog;
  readonly #byPrefix = new Map<string, ServedResource>();
  /** The groups that the map shows. */
  #shown: ReadonlyMap<string, GroupResources> = new Map();

  constructor(catalog: () => Catalog) {
    this.#catalog = catalog;
  }

  get catalog(): Catalog {
    return this.#catalog();
  }

  /** One resource for each prefix, though two may share one (events). */
  get byPrefix(): ReadonlyMap<string, ServedResource> {
    const { resources } = this.catalog;
    if (resources === this.#shown) return this.#byPrefix;
    for (const [group, shown] of this.#shown) if (resources.get(group) !== shown) this.#remove(group, shown);
    for (const [group, now] of resources) if (this.#shown.get(group) !== now) this.#add(now);
    this.#shown = resources;
    return this.#byPrefix;
  }

  #remove(group: string, { definitions }: GroupResources): void {
    for (const { storagePrefix } of definitions) {
      if (this.#byPrefix.get(storagePrefix)?.group === group) this.#byPrefix.delete(storagePrefix);
    }
  }

  #add({ definitions }: GroupResources): void {
    for (const definition of definitions) {
      const preferred = anyVersion(definition);
      if (preferred === undefined || !isKept(definition)) continue;
      const { storagePrefix } = definition;
      if (!this.#byPrefix.has(storagePrefix) || storesItself(definition)) this.#byPrefix.set(storagePrefix, preferred);
    }
  }

  /** A kind as owner references name it. */
  ofKind(apiVersion: string, kind: string): ServedResource | undefined {
    const groupVersion = parseApiVersion(apiVersion);
    return groupVersion && this.catalog.findKind({ ...groupVersion, kind });
  }

  /** The inverse of `storageKey`; undefined when no resource lies there (any more). */
  locate(key: string): ObjectKey | undefined {
    const { byPrefix } = this;
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const served = byPrefix.get(key.slice(0, slash + 1));
      if (served !== undefined) return objectKeyIn(served, key.slice(slash + 1));
    }
    return undefined;
  }
}

/** Objects of it lie in the store and can be found, followed and deleted there. */
function isKept({ verbs }: ResourceDefinition): boolean {
  return verbs.has('list') && verbs.has('watch') && verbs.has('delete');
}

function storesItself({ group, storage }: ResourceDefinition): boolean {
  return parseApiVersion(storage.apiVersion)?.group === group;
}

/** A version to address the resource in. Metadata is the same in all; one that is not served will do. */
function anyVersion(definition: ResourceDefinition): ServedResource | undefined {
  const { group, versions } = definition;
  const [first] = versions.values();
  const versionDefinition = [...versions.values()].find(({ served }) => served) ?? first;
  return versionDefinition && { group, version: versionDefinition.version, definition, versionDefinition };
}
