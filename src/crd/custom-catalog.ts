import { Catalog, type CatalogGroup, type ResourceDefinition } from '#machinery';
import { compareVersions } from '#meta';
import type { ConverterFor } from './converter.ts';
import { customResources } from './custom-resource.ts';
import { deepEqual } from './deep-copy.ts';
import { type CustomResourceDefinition, isConditionTrue, isTerminating, versionsOf } from './definition.ts';

export interface CustomCatalogParts {
  readonly builtins: readonly ResourceDefinition[];
  /** In the order of discovery. */
  readonly groups: readonly CatalogGroup[];
  readonly converterFor: ConverterFor;
  /** A definition is gone or is served by new resources: its converter is of no use any more. */
  dropped?(definition: CustomResourceDefinition): void;
}

/** A definition as it is served now. */
interface Served {
  /** What the resources were made of. */
  readonly source: CustomResourceDefinition;
  /** The state of it that was looked at last, which may say more in its status. */
  seen: CustomResourceDefinition;
  readonly resources: readonly ResourceDefinition[];
  terminating: boolean;
}

/**
 * Makes the next catalog out of the definitions that are there. A definition that has not changed in what is served of
 * it keeps its resources, and so everything that was compiled or remembered for them; when no definition has, the
 * catalog stays the same.
 */
export class CustomCatalog {
  readonly #parts: CustomCatalogParts;
  readonly #served = new Map<string, Served>();
  /** Names of definitions by group. */
  readonly #members = new Map<string, Set<string>>();
  /** Groups that are not in the catalog as they are by now. They stay here when something fails on the way to it. */
  readonly #changed = new Set<string>();
  readonly #builtins: Catalog;
  #catalog: Catalog;

  constructor(parts: CustomCatalogParts) {
    this.#parts = parts;
    this.#builtins = new Catalog(parts.builtins, parts.groups);
    this.#catalog = this.#builtins;
  }

  /** `definitions` are all that there are, in order of name. */
  next(definitions: Iterable<CustomResourceDefinition>): Catalog {
    const left = new Set(this.#served.keys());
    for (const definition of definitions) {
      const name = definition.metadata.name as string;
      const before = this.#served.get(name);
      if (before?.seen !== definition && !this.#mayServe(definition)) continue;
      left.delete(name);
      if (before?.seen !== definition) this.#serve(definition);
    }
    for (const name of left) this.#drop(name);
    if (this.#changed.size > 0) this.#catalog = this.#withChanges();
    this.#changed.clear();
    return this.#catalog;
  }

  /** Established, and not in a group that is built in: nothing that a definition adds to such a group is served. */
  #mayServe(definition: CustomResourceDefinition): boolean {
    return isConditionTrue(definition, 'Established') && !this.#builtins.hasGroup(definition.spec.group);
  }

  #serve(definition: CustomResourceDefinition): void {
    const name = definition.metadata.name as string;
    const { group } = definition.spec;
    const before = this.#served.get(name);
    const terminating = isTerminating(definition);
    if (before !== undefined && servesAlike(before.source, definition)) {
      before.terminating = terminating;
      before.seen = definition;
      return;
    }
    if (before !== undefined) this.#drop(name);
    const { converterFor } = this.#parts;
    const resources = customResources(definition, {
      converterFor,
      isTerminating: () => this.#served.get(name)?.terminating ?? true,
    });
    this.#served.set(name, { source: definition, seen: definition, resources, terminating });
    this.#members.set(group, (this.#members.get(group) ?? new Set()).add(name));
    this.#changed.add(group);
  }

  #drop(name: string): void {
    const { source } = this.#served.get(name) as Served;
    const { group } = source.spec;
    this.#served.delete(name);
    const members = this.#members.get(group);
    members?.delete(name);
    if (members?.size === 0) this.#members.delete(group);
    this.#changed.add(group);
    this.#parts.dropped?.(source);
  }

  #withChanges(): Catalog {
    const resources = new Map<string, readonly ResourceDefinition[]>();
    const groups = new Map(this.#catalog.groups.map((known) => [known.group, known]));
    for (const group of this.#changed) {
      const own = [...(this.#members.get(group) ?? [])].sort().map((name) => this.#served.get(name) as Served);
      resources.set(
        group,
        own.flatMap((served) => served.resources),
      );
      const versions = versionsIn(own);
      if (versions.length === 0) groups.delete(group);
      else groups.set(group, { group, versions });
    }
    return this.#catalog.with(resources, this.#inOrder(groups));
  }

  /** Groups of definitions come after the built-in ones, by name. */
  #inOrder(groups: ReadonlyMap<string, CatalogGroup>): readonly CatalogGroup[] {
    const added = [...groups.values()].filter(({ group }) => !this.#builtins.hasGroup(group));
    return [...this.#builtins.groups, ...added.sort((a, b) => (a.group < b.group ? -1 : 1))];
  }
}

/** The versions of a group by stability and number. */
function versionsIn(own: readonly Served[]): readonly string[] {
  const served = own.flatMap(({ source }) => versionsOf(source).filter((version) => version.served));
  return [...new Set(served.map(({ name }) => name))].sort(compareVersions);
}

/** Whether two states of a definition give the same resources: neither its spec nor its accepted names have changed. */
function servesAlike(before: CustomResourceDefinition, after: CustomResourceDefinition): boolean {
  if (before === after) return true;
  const { uid, generation } = before.metadata;
  if (uid !== after.metadata.uid || !deepEqual(before.status?.acceptedNames, after.status?.acceptedNames)) return false;
  return generation === after.metadata.generation || deepEqual(before.spec, after.spec);
}
