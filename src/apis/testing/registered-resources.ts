import { readFileSync, writeFileSync } from 'node:fs';
import type { ResourceDefinition, Subresource } from '#machinery';

/**
 * What clients see of each resource in each version: its names, verbs, parts and columns, and where it is stored. Kept in a file, so that none of it
 * changes by accident. `npm run gen -- --golden` writes the file again.
 */
export interface RegisteredResource {
  /** `apps/v1/deployments`; of the core group `/v1/pods`. */
  readonly resource: string;
  readonly kind: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly singular: string;
  /** The version in which it is stored, one that one release back can read; only of resources with several. */
  readonly storedAs?: string;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[];
  readonly columns: readonly (readonly [name: string, type: string, format: string, priority: number])[];
}

const file = new URL('../testdata/registered-resources.json', import.meta.url);

export function readRegisteredResources(): readonly RegisteredResource[] {
  return JSON.parse(readFileSync(file, 'utf8')) as RegisteredResource[];
}

/** A line for each, so that changes are seen. */
export function writeRegisteredResources(resources: readonly RegisteredResource[]): void {
  writeFileSync(file, `[\n${resources.map((resource) => JSON.stringify(resource)).join(',\n')}\n]\n`);
}

export function registeredResources(definitions: readonly ResourceDefinition[]): readonly RegisteredResource[] {
  return definitions.flatMap(inEachVersion).sort((one, other) => (one.resource < other.resource ? -1 : 1));
}

function inEachVersion(definition: ResourceDefinition): readonly RegisteredResource[] {
  const { group, resource, kind, namespaced, singular, verbs, shortNames, categories, subresources } = definition;
  const storedAs = definition.storage.apiVersion.replace(/^.*\//, '');
  return [...definition.versions.values()].map(({ version, columns }) => ({
    resource: `${group}/${version}/${resource}`,
    kind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singular,
    ...(definition.versions.size > 1 ? { storedAs } : {}),
    verbs: [...verbs].sort(),
    shortNames,
    categories,
    subresources: [...subresources.values()].map(partOf).sort((one, other) => (one.name < other.name ? -1 : 1)),
    columns: columns.map((column) => [column.name, column.type, column.format, column.priority] as const),
  }));
}

function partOf({ name, kind, verbs }: Subresource): RegisteredResource['subresources'][number] {
  return { name, kind: kind.kind, verbs: [...verbs].sort() };
}
