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
  readonly resources: readonly ResourceDefinition[];
  terminating: boolean;
}

/**
 * Makes the next catalog out of the definitions that are there. A definition that has not changed in what is served of
 * it keeps its resources, and so everything that was compiled or remembered for them.
 */
export class CustomCatalog {
  readonly #parts: CustomCatalogParts;
  readonly #served = new Map<string, Served>();

  constructor(parts: CustomCatalogParts) {
    this.#parts = parts;
  }

  next(definitions: readonly CustomResourceDefinition[]): Catalog {
    const established = definitions.filter((definition) => this.#mayServe(definition));
    const names = new Set(established.map(({ metadata }) => metadata.name as string));
    for (const [name, { source }] of this.#served) if (!names.has(name)) this.#drop(name, source);
    const served = established.map((definition) => this.#serve(definition));
    const resources = served.flatMap(({ resources: own }) => own);
    return new Catalog([...this.#parts.builtins, ...resources], groupsOf(this.#parts.groups, established));
  }

  /** Established, and not in the place of a built-in resource. */
  #mayServe(definition: CustomResourceDefinition): boolean {
    const { group, names } = definition.spec;
    if (!isConditionTrue(definition, 'Established')) return false;
    return !this.#parts.builtins.some((builtin) => builtin.group === group && builtin.resource === names.plural);
  }

  #serve(definition: CustomResourceDefinition): Served {
    const name = definition.metadata.name as string;
    const before = this.#served.get(name);
    if (before !== undefined && servesAlike(before.source, definition)) {
      before.terminating = isTerminating(definition);
      return before;
    }
    if (before !== undefined) this.#drop(name, before.source);
    const { converterFor } = this.#parts;
    const resources = customResources(definition, {
      converterFor,
      isTerminating: () => this.#served.get(name)?.terminating ?? true,
    });
    const served: Served = { source: definition, resources, terminating: isTerminating(definition) };
    this.#served.set(name, served);
    return served;
  }

  #drop(name: string, definition: CustomResourceDefinition): void {
    this.#served.delete(name);
    this.#parts.dropped?.(definition);
  }
}

/** Whether two states of a definition give the same resources: neither its spec nor its accepted names have changed. */
function servesAlike(before: CustomResourceDefinition, after: CustomResourceDefinition): boolean {
  if (before === after) return true;
  const { uid, generation } = before.metadata;
  if (uid !== after.metadata.uid || !deepEqual(before.status?.acceptedNames, after.status?.acceptedNames)) return false;
  return generation === after.metadata.generation || deepEqual(before.spec, after.spec);
}

/** Groups of definitions come after the built-in ones, by name; their versions by stability and number. */
function groupsOf(
  builtins: readonly CatalogGroup[],
  definitions: readonly CustomResourceDefinition[],
): readonly CatalogGroup[] {
  const versions = new Map<string, Set<string>>();
  for (const definition of definitions) {
    const { group } = definition.spec;
    const served = versionsOf(definition).filter((version) => version.served);
    if (served.length === 0) continue;
    const known = versions.get(group) ?? new Set();
    for (const { name } of served) known.add(name);
    versions.set(group, known);
  }
  const extended = builtins.map(({ group, versions: own }) => ({
    group,
    versions: [...own, ...sorted(versions.get(group)).filter((version) => !own.includes(version))],
  }));
  const builtinNames = new Set(builtins.map(({ group }) => group));
  const added = [...versions.keys()].filter((group) => !builtinNames.has(group)).sort();
  return [...extended, ...added.map((group) => ({ group, versions: sorted(versions.get(group)) }))];
}

function sorted(versions: ReadonlySet<string> | undefined): string[] {
  return [...(versions ?? [])].sort(compareVersions);
}
