import type { GroupVersionKind } from '#meta';
import { GroupResources, type ServedResource } from './group-resources.ts';
import type { ResourceDefinition } from './resource-definition.ts';

export interface CatalogGroup {
  readonly group: string;
  /** In order of preference. */
  readonly versions: readonly string[];
}

/**
 * Everything that is served, as an immutable value that is swapped whole. A request keeps the catalog it began with;
 * discovery and OpenAPI are functions of it. Catalogs share the groups that they have in common, so that the next one
 * costs as much as what has changed.
 */
export class Catalog {
  /** In the order of discovery; the core group first. */
  readonly groups: readonly CatalogGroup[];
  /**
   * The same as the lists of groups tell it: with versions of which nothing is served, since the definitions that they
   * are in have not got their names.
   */
  readonly announced: readonly CatalogGroup[];
  readonly #resources: ReadonlyMap<string, GroupResources>;
  #known: ReadonlyMap<string, CatalogGroup> | undefined;
  #definitions: readonly ResourceDefinition[] | undefined;

  constructor(
    resources: readonly ResourceDefinition[] | ReadonlyMap<string, GroupResources>,
    groups: readonly CatalogGroup[],
    announced = groups,
  ) {
    this.groups = groups;
    this.announced = announced;
    this.#resources = resources instanceof Map ? resources : byGroup(resources as readonly ResourceDefinition[]);
  }

  /** This catalog with other resources in some groups, and with other groups in discovery. */
  with(
    changed: ReadonlyMap<string, readonly ResourceDefinition[]>,
    { groups, announced }: Pick<Catalog, 'groups' | 'announced'> = this,
  ): Catalog {
    const resources = new Map(this.#resources);
    for (const [group, definitions] of changed) {
      if (definitions.length === 0) resources.delete(group);
      else resources.set(group, new GroupResources(definitions));
    }
    return new Catalog(resources, groups, announced);
  }

  get definitions(): readonly ResourceDefinition[] {
    this.#definitions ??= [...this.#resources.values()].flatMap(({ definitions }) => definitions);
    return this.#definitions;
  }
  /** By group. What is the same object as in another catalog is the same in both. */
  get resources(): ReadonlyMap<string, GroupResources> {
    return this.#resources;
  }
  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#resources.get(group)?.find(version, resource);
  }
  /** By kind instead of by resource. */
  findKind({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    return this.#resources.get(group)?.findKind(version, kind);
  }
  /** In whatever versions it is served. */
  definition(group: string, resource: string): ResourceDefinition | undefined {
    return this.#resources.get(group)?.definitions.find((known) => known.resource === resource);
  }
  group(group: string): CatalogGroup | undefined {
    this.#known ??= new Map(this.groups.map((known) => [known.group, known]));
    return this.#known.get(group);
  }
  /** The same, served or not: a client may send what it cannot ask for. */
  findKnown({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    for (const definition of this.#resources.get(group)?.definitions ?? []) {
      if (definition.kind !== kind) continue;
      const versionDefinition = definition.versions.get(version);
      if (versionDefinition !== undefined) return { group, version, definition, versionDefinition };
    }
    return undefined;
  }
  hasGroup(group: string): boolean {
    return this.group(group) !== undefined;
  }
  /** Whether kinds that are compiled in belong to the group; otherwise all of it comes from definitions. */
  isBuiltIn(group: string): boolean {
    return this.#resources.get(group)?.isBuiltIn ?? false;
  }
  hasVersion(group: string, version: string): boolean {
    return this.group(group)?.versions.includes(version) ?? false;
  }
  /** In order of name, as discovery lists them. */
  resourcesOf(group: string, version: string): readonly ServedResource[] {
    return this.#resources.get(group)?.inVersion(version) ?? [];
  }
}

function byGroup(definitions: readonly ResourceDefinition[]): ReadonlyMap<string, GroupResources> {
  const found = new Map<string, ResourceDefinition[]>();
  for (const definition of definitions) {
    const own = found.get(definition.group);
    if (own === undefined) found.set(definition.group, [definition]);
    else own.push(definition);
  }
  return new Map([...found].map(([group, own]) => [group, new GroupResources(own)]));
}
