import type { GroupVersionKind } from '#meta';
import type { ResourceDefinition, VersionDefinition } from './resource-definition.ts';

/** One resource as served in one group and version. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly definition: ResourceDefinition;
  readonly versionDefinition: VersionDefinition;
}

export interface CatalogGroup {
  readonly group: string;
  /** In order of preference. */
  readonly versions: readonly string[];
}

/**
 * Everything that is served, as an immutable value that is swapped whole. A request keeps the catalog it began with;
 * discovery and OpenAPI are functions of it.
 */
export class Catalog {
  /** In the order of discovery; the core group first. */
  readonly groups: readonly CatalogGroup[];
  readonly #served = new Map<string, ServedResource>();
  readonly #definitions: readonly ResourceDefinition[];

  constructor(definitions: readonly ResourceDefinition[], groups: readonly CatalogGroup[]) {
    this.groups = groups;
    this.#definitions = definitions;
    for (const definition of definitions) {
      for (const versionDefinition of definition.versions.values()) {
        const { group, resource, onlyVersion } = definition;
        const { version, served } = versionDefinition;
        if (!served || (onlyVersion !== undefined && version !== onlyVersion)) continue;
        this.#served.set(`${group}/${version}/${resource}`, { group, version, definition, versionDefinition });
      }
    }
  }
  get definitions(): readonly ResourceDefinition[] {
    return this.#definitions;
  }
  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#served.get(`${group}/${version}/${resource}`);
  }
  /** By kind instead of by resource. */
  findKind({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    for (const served of this.#served.values()) {
      if (served.group === group && served.version === version && served.definition.kind === kind) return served;
    }
    return undefined;
  }
  /** The same, served or not: a client may send what it cannot ask for. */
  findKnown({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    for (const definition of this.#definitions) {
      if (definition.group !== group || definition.kind !== kind) continue;
      const versionDefinition = definition.versions.get(version);
      if (versionDefinition !== undefined) return { group, version, definition, versionDefinition };
    }
    return undefined;
  }
  hasGroup(group: string): boolean {
    return this.groups.some((known) => known.group === group);
  }
  /** Whether kinds that are compiled in belong to the group; otherwise all of it comes from definitions. */
  isBuiltIn(group: string): boolean {
    return this.#definitions.some((known) => known.group === group && known.storage.definition.codec.typed);
  }
  hasVersion(group: string, version: string): boolean {
    return this.groups.some((known) => known.group === group && known.versions.includes(version));
  }
  /** In order of name, as discovery lists them. */
  resourcesOf(group: string, version: string): readonly ServedResource[] {
    return [...this.#served.values()]
      .filter((served) => served.group === group && served.version === version)
      .sort((a, b) => (a.definition.resource < b.definition.resource ? -1 : 1));
  }
}
