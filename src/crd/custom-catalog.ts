import { Catalog, type CatalogGroup, type ResourceDefinition } from '#machinery';
import { compareVersions, strictlyEqual } from '#meta';
import type { ConversionByRules, ConverterFor } from './converter.ts';
import { customResources } from './custom-resource.ts';
import { type CustomResourceDefinition, isConditionTrue, isTerminating, versionsOf } from './definition.ts';

interface CustomCatalogParts {
  readonly builtins: readonly ResourceDefinition[];
  /** In the order of discovery. */
  readonly groups: readonly CatalogGroup[];
  readonly converterFor: ConverterFor;
  /** The rules that convert a definition with the strategy `None`, where there are some. */
  rulesFor?(definition: CustomResourceDefinition): ConversionByRules | undefined;
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
  /** Which rules convert it. */
  readonly rules: string | undefined;
  terminating: boolean;
}

/** A definition of which nothing is served: its names are not accepted, or it cannot be converted. */
interface Waiting {
  seen: CustomResourceDefinition;
  readonly group: string;
}

/**
 * Makes the next catalog out of the definitions that are there. A definition that has not changed in what is served of
 * it keeps its resources, and so everything that was compiled or remembered for them; when no definition has, the
 * catalog stays the same.
 */
export class CustomCatalog {
  readonly #parts: CustomCatalogParts;
  readonly #served = new Map<string, Served>();
  readonly #waiting = new Map<string, Waiting>();
  /** Names of definitions by group, served or waiting. */
  readonly #members = new Map<string, Set<string>>();
  /** Groups whose definitions changed since the catalog was made. They stay here if making the next one fails. */
  readonly #changed = new Set<string>();
  #builtins: Catalog;
  #catalog: Catalog;

  constructor(parts: CustomCatalogParts) {
    this.#parts = parts;
    this.#builtins = new Catalog(parts.builtins, parts.groups);
    this.#catalog = this.#builtins;
  }

  /** Other resources without a definition; groups that definitions serve are not among them. The next catalog has them. */
  rebase(builtins: readonly ResourceDefinition[], groups: readonly CatalogGroup[]): void {
    this.#builtins = new Catalog(builtins, groups);
    this.#catalog = this.#builtins;
    for (const group of this.#members.keys()) this.#changed.add(group);
  }

  /** `definitions` are all that there are, in order of name. */
  next(definitions: Iterable<CustomResourceDefinition>): Catalog {
    const left = new Set([...this.#served.keys(), ...this.#waiting.keys()]);
    for (const definition of definitions) {
      const name = definition.metadata.name as string;
      // Nothing that a definition adds to a built-in group is served.
      if (this.#builtins.hasGroup(definition.spec.group)) continue;
      left.delete(name);
      const served = this.#served.get(name);
      const isOther = (served ?? this.#waiting.get(name))?.seen !== definition;
      if (isOther || (served && served.rules !== this.#parts.rulesFor?.(definition)?.id)) this.#take(name, definition);
    }
    for (const name of left) this.#forget(name);
    if (this.#changed.size > 0) this.#catalog = this.#withChanges();
    this.#changed.clear();
    return this.#catalog;
  }

  #take(name: string, definition: CustomResourceDefinition): void {
    if (isConditionTrue(definition, 'Established')) this.#serve(name, definition);
    else this.#wait(name, definition);
  }

  #serve(name: string, definition: CustomResourceDefinition): void {
    const before = this.#served.get(name);
    const terminating = isTerminating(definition);
    const rules = this.#parts.rulesFor?.(definition);
    if (before !== undefined && before.rules === rules?.id && servesAlike(before.source, definition)) {
      before.terminating = terminating;
      before.seen = definition;
      return;
    }
    this.#forget(name);
    const { converterFor } = this.#parts;
    const resources = customResources(definition, {
      converterFor,
      rules,
      isTerminating: () => this.#served.get(name)?.terminating ?? true,
    });
    this.#served.set(name, { source: definition, seen: definition, resources, rules: rules?.id, terminating });
    this.#join(name, definition.spec.group);
  }

  #wait(name: string, definition: CustomResourceDefinition): void {
    const before = this.#waiting.get(name);
    if (before !== undefined && before.seen.metadata.generation === definition.metadata.generation) {
      before.seen = definition;
      return;
    }
    this.#forget(name);
    const { group } = definition.spec;
    this.#waiting.set(name, { seen: definition, group });
    this.#join(name, group);
  }

  #join(name: string, group: string): void {
    this.#members.set(group, (this.#members.get(group) ?? new Set()).add(name));
    this.#changed.add(group);
  }

  #forget(name: string): void {
    const served = this.#served.get(name);
    const group = served?.source.spec.group ?? this.#waiting.get(name)?.group;
    if (group === undefined) return;
    this.#served.delete(name);
    this.#waiting.delete(name);
    const members = this.#members.get(group);
    members?.delete(name);
    if (members?.size === 0) this.#members.delete(group);
    this.#changed.add(group);
    if (served !== undefined) this.#parts.dropped?.(served.source);
  }

  #withChanges(): Catalog {
    const resources = new Map<string, readonly ResourceDefinition[]>();
    const groups = byName(this.#catalog.groups);
    const announced = byName(this.#catalog.announced);
    for (const group of this.#changed) {
      const names = [...(this.#members.get(group) ?? [])].sort();
      const served = names.flatMap((name) => this.#served.get(name) ?? []);
      const waiting = names.flatMap((name) => this.#waiting.get(name) ?? []);
      resources.set(
        group,
        served.flatMap((one) => one.resources),
      );
      setVersions(groups, group, served);
      setVersions(announced, group, [...served, ...waiting]);
    }
    return this.#catalog.with(resources, { groups: this.#inOrder(groups), announced: this.#inOrder(announced) });
  }

  /** Groups of definitions come after the built-in ones, by name. */
  #inOrder(groups: ReadonlyMap<string, CatalogGroup>): readonly CatalogGroup[] {
    const added = [...groups.values()].filter(({ group }) => !this.#builtins.hasGroup(group));
    return [...this.#builtins.groups, ...added.sort((a, b) => (a.group < b.group ? -1 : 1))];
  }
}

const byName = (groups: readonly CatalogGroup[]): Map<string, CatalogGroup> =>
  new Map(groups.map((known) => [known.group, known]));

/** The versions of a group by stability and number. */
function setVersions(groups: Map<string, CatalogGroup>, group: string, own: readonly Pick<Served, 'seen'>[]): void {
  const served = own.flatMap(({ seen }) => versionsOf(seen).filter((version) => version.served));
  const versions = [...new Set(served.map(({ name }) => name))].sort(compareVersions);
  if (versions.length === 0) groups.delete(group);
  else groups.set(group, { group, versions });
}

/** Whether two states of a definition give the same resources: neither its spec nor its accepted names have changed. */
function servesAlike(before: CustomResourceDefinition, after: CustomResourceDefinition): boolean {
  if (before === after) return true;
  const { uid, generation } = before.metadata;
  if (uid !== after.metadata.uid || !strictlyEqual(before.status?.acceptedNames, after.status?.acceptedNames))
    return false;
  return generation === after.metadata.generation || strictlyEqual(before.spec, after.spec);
}
