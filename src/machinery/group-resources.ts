import type { ResourceDefinition, VersionDefinition } from './resource-definition.ts';

/** One resource as served in one group and version. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly definition: ResourceDefinition;
  readonly versionDefinition: VersionDefinition;
}

/** What one group serves. An immutable value; what can be looked up in it is put in order when it is first looked for. */
export class GroupResources {
  readonly definitions: readonly ResourceDefinition[];
  #served: ReadonlyMap<string, ServedResource> | undefined;
  #kinds: ReadonlyMap<string, ServedResource> | undefined;
  #isBuiltIn: boolean | undefined;
  readonly #inVersion = new Map<string, readonly ServedResource[]>();

  constructor(definitions: readonly ResourceDefinition[]) {
    this.definitions = definitions;
  }

  /** Whether kinds that are compiled in are among them. */
  get isBuiltIn(): boolean {
    this.#isBuiltIn ??= this.definitions.some(({ origin }) => origin === 'built-in');
    return this.#isBuiltIn;
  }
  find(version: string, resource: string): ServedResource | undefined {
    return this.#all.get(`${version}/${resource}`);
  }
  /** Of several resources of one kind, the first. */
  findKind(version: string, kind: string): ServedResource | undefined {
    this.#kinds ??= new Map(
      [...this.#all.values()].reverse().map((served) => [`${served.version}/${served.definition.kind}`, served]),
    );
    return this.#kinds.get(`${version}/${kind}`);
  }
  /** In order of name. */
  inVersion(version: string): readonly ServedResource[] {
    const known = this.#inVersion.get(version);
    if (known !== undefined) return known;
    const found = [...this.#all.values()]
      .filter((served) => served.version === version)
      .sort((a, b) => (a.definition.resource < b.definition.resource ? -1 : 1));
    if (found.length > 0) this.#inVersion.set(version, found);
    return found;
  }

  get #all(): ReadonlyMap<string, ServedResource> {
    this.#served ??= servedOf(this.definitions);
    return this.#served;
  }
}

function servedOf(definitions: readonly ResourceDefinition[]): ReadonlyMap<string, ServedResource> {
  const found = new Map<string, ServedResource>();
  for (const definition of definitions) {
    const { group, resource, onlyVersion } = definition;
    for (const versionDefinition of definition.versions.values()) {
      const { version, served } = versionDefinition;
      if (!served || (onlyVersion !== undefined && version !== onlyVersion)) continue;
      found.set(`${version}/${resource}`, { group, version, definition, versionDefinition });
    }
  }
  return found;
}
