import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ResourceDefinition, Subresource, VersionDefinition } from '#machinery';
import { builtinsWith } from './testing/all-builtins.ts';

/** What the API of Kubernetes consists of: names, verbs, parts and columns of each resource in each version. */
const folder = new URL('../../../shared/facts/', import.meta.url);
const absent = !existsSync(folder);
if (absent) process.emitWarning(`what is registered is not compared: there is no ${folder.pathname}`);

interface Fact {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly singular: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly { subresource: string; verbs: readonly string[]; responseKind: { kind: string } }[];
}
type ColumnFact = readonly [name: string, type: string, format: string, priority: number];

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;
const facts = absent ? [] : read<{ resources: readonly Fact[] }>('builtin-resources.json').resources;
const columnFacts = absent
  ? []
  : read<readonly { group: string; version: string; resource: string; columns: readonly ColumnFact[] }[]>(
      'builtin-columns.json',
    );
const definitions = await builtinsWith('api/all=true');
const nameOf = ({ group, version, resource }: { group: string; version: string; resource: string }) =>
  `${group}/${version}/${resource}`;
const registered = new Map<string, { definition: ResourceDefinition; version: VersionDefinition }>(
  definitions.flatMap((definition) =>
    [...definition.versions.values()].map((version) => [
      nameOf({ ...definition, version: version.version }),
      { definition, version },
    ]),
  ),
);

const partFact = ({ name, verbs, kind }: Subresource) => ({
  subresource: name,
  verbs: [...verbs].sort(),
  kind: kind.kind,
});

describe.skipIf(absent)('what is registered', () => {
  it('is every resource in every version, and one version more', () => {
    const ours = [...registered.keys()].filter(
      (name) => name !== 'apiextensions.k8s.io/v1beta1/customresourcedefinitions',
    );
    expect(ours.sort()).toEqual(facts.map(nameOf).sort());
  });

  it.each(facts.map((fact) => [nameOf(fact), fact] as const))('%s', (name, fact) => {
    const { definition } = registered.get(name) as { definition: ResourceDefinition };
    expect({
      kind: definition.kind,
      scope: definition.namespaced ? 'Namespaced' : 'Cluster',
      singular: definition.singular,
      verbs: [...definition.verbs].sort(),
      shortNames: definition.shortNames,
      categories: definition.categories,
    }).toEqual({
      kind: fact.kind,
      scope: fact.scope,
      singular: fact.singular,
      verbs: [...fact.verbs].sort(),
      shortNames: fact.shortNames ?? [],
      categories: fact.categories ?? [],
    });
    const wanted = (fact.subresources ?? []).map(({ subresource, verbs, responseKind }) => ({
      subresource,
      verbs: [...verbs].sort(),
      kind: responseKind.kind,
    }));
    const parts = [...definition.subresources.values()].map(partFact);
    expect(parts.sort((a, b) => (a.subresource < b.subresource ? -1 : 1))).toEqual(wanted);
  });

  it.each(columnFacts.map((fact) => [nameOf(fact), fact.columns] as const))('%s has its columns', (name, columns) => {
    const { version } = registered.get(name) as { version: VersionDefinition };
    expect(version.columns.map((column) => [column.name, column.type, column.format, column.priority])).toEqual(
      columns,
    );
  });
});
