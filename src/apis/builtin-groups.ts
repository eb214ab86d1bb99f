import type { CatalogGroup, ResourceDefinition } from '#machinery';
import { compareVersions } from '#meta';
import { prereleaseKinds } from './builtin-kinds.ts';
import { groupPriorities } from './group-priority.ts';

/**
 * Every group and version that can be served: the groups in the order of discovery, their versions in the order of
 * preference. They are those of the stable kinds, whether served or not, and of the kinds that are not loaded.
 */
export function knownGroups(stable: readonly ResourceDefinition[]): readonly CatalogGroup[] {
  return inOrder([
    ...stable.map(({ group, versions }) => ({ group, versions: [...versions.keys()] })),
    ...prereleaseKinds,
  ]);
}

/** The groups and versions of which something is served. */
export function builtinGroups(definitions: readonly ResourceDefinition[]): readonly CatalogGroup[] {
  const served = definitions.map(({ group, versions }) => ({
    group,
    versions: [...versions.values()].filter((one) => one.served).map(({ version }) => version),
  }));
  return inOrder(served.filter(({ versions }) => versions.length > 0));
}

/** What could be served beside these groups, and is not. */
export function unservedGroups(
  groups: readonly CatalogGroup[],
  stable: readonly ResourceDefinition[],
): readonly CatalogGroup[] {
  const served = new Map(groups.map(({ group, versions }) => [group, versions]));
  return knownGroups(stable).map(({ group, versions }) => ({
    group,
    versions: versions.filter((version) => !served.get(group)?.includes(version)),
  }));
}

function inOrder(parts: readonly CatalogGroup[]): readonly CatalogGroup[] {
  const versions = new Map<string, Set<string>>([...groupPriorities.keys()].map((group) => [group, new Set()]));
  for (const { group, versions: own } of parts) {
    const all = versions.get(group) ?? new Set();
    for (const version of own) all.add(version);
    versions.set(group, all);
  }
  return [...versions]
    .filter(([, own]) => own.size > 0)
    .map(([group, own]) => ({ group, versions: [...own].sort(compareVersions) }));
}
