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
  /** In the order of the definitions. */
  readonly #served: ServedResource[] = [];
  /** By the name of the resource: few groups and versions share one. */
  readonly #byResource = new Map<string, ServedResource[]>();
  readonly #groupNames: ReadonlySet<string>;
  readonly #definitions: readonly ResourceDefinition[];

  constructor(definitions: readonly ResourceDefinition[], groups: readonly CatalogGroup[]) {
    this.groups = groups;
    this.#definitions = definitions;
    this.#groupNames = new Set(groups.map(({ group }) => group));
    for (const definition of definitions) {
      for (const versionDefinition of definition.versions.values()) {
        const { group, onlyVersion } = definition;
        const { version, served } = versionDefinition;
        if (!served || (onlyVersion !== undefined && version !== onlyVersion)) continue;
        this.#add({ group, version, definition, versionDefinition });
      }
    }
  }
  /** Of two definitions of the same resource the later counts. */
  #add(served: ServedResource): void {
    const { group, version, definition } = served;
    const earlier = this.find(group, version, definition.resource);
    const alike = (this.#byResource.get(definition.resource) ?? []).filter(
      (known) => known.group !== group || known.version !== version,
    );
    this.#byResource.set(definition.resource, [...alike, served]);
    const place = earlier === undefined ? -1 : this.#served.indexOf(earlier);
    if (place < 0) this.#served.push(served);
    else this.#served[place] = served;
  }
  get definitions(): readonly ResourceDefinition[] {
    return this.#definitions;
  }
  find(group: string, version: string, resource: string): ServedResource | undefined {
    for (const served of this.#byResource.get(resource) ?? []) {
      if (served.group === group && served.version === version) return served;
    }
    return undefined;
  }
  /** By kind instead of by resource. */
  findKind({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    for (const served of this.#served) {
      if (served.group === group && served.version === version && served.definition.kind === kind) return served;
    }
    return undefined;
  }
  hasGroup(group: string): boolean {
    return this.#groupNames.has(group);
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
    return this.#served
      .filter((served) => served.group === group && served.version === version)
      .sort((a, b) => (a.definition.resource < b.definition.resource ? -1 : 1));
  }
}
