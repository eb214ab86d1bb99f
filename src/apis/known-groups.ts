import type { CatalogGroup, ResourceDefinition } from '#machinery';

/**
 * Every group and version that can be served: the groups in the order of discovery, their versions in the order of
 * preference.
 */
export const knownGroups: readonly CatalogGroup[] = [
  { group: '', versions: ['v1'] },
  { group: 'apiregistration.k8s.io', versions: ['v1'] },
  { group: 'apps', versions: ['v1'] },
  { group: 'events.k8s.io', versions: ['v1'] },
  { group: 'authentication.k8s.io', versions: ['v1'] },
  { group: 'authorization.k8s.io', versions: ['v1'] },
  { group: 'autoscaling', versions: ['v2', 'v1'] },
  { group: 'batch', versions: ['v1'] },
  { group: 'certificates.k8s.io', versions: ['v1', 'v1beta1', 'v1alpha1'] },
  { group: 'networking.k8s.io', versions: ['v1', 'v1beta1'] },
  { group: 'policy', versions: ['v1'] },
  { group: 'rbac.authorization.k8s.io', versions: ['v1'] },
  { group: 'storage.k8s.io', versions: ['v1', 'v1beta1'] },
  { group: 'admissionregistration.k8s.io', versions: ['v1', 'v1beta1', 'v1alpha1'] },
  { group: 'apiextensions.k8s.io', versions: ['v1', 'v1beta1'] },
  { group: 'scheduling.k8s.io', versions: ['v1', 'v1alpha2'] },
  { group: 'coordination.k8s.io', versions: ['v1', 'v1beta1', 'v1alpha2'] },
  { group: 'node.k8s.io', versions: ['v1'] },
  { group: 'discovery.k8s.io', versions: ['v1'] },
  { group: 'resource.k8s.io', versions: ['v1', 'v1beta2', 'v1beta1', 'v1alpha3'] },
  { group: 'flowcontrol.apiserver.k8s.io', versions: ['v1'] },
  { group: 'internal.apiserver.k8s.io', versions: ['v1alpha1'] },
  { group: 'storagemigration.k8s.io', versions: ['v1beta1'] },
];

/** What could be served beside these groups, and is not. */
export function unservedGroups(groups: readonly CatalogGroup[]): readonly CatalogGroup[] {
  const served = new Map(groups.map(({ group, versions }) => [group, versions]));
  return knownGroups.map(({ group, versions }) => ({
    group,
    versions: versions.filter((version) => !served.get(group)?.includes(version)),
  }));
}

/** The groups and versions of which something is served. */
export function builtinGroups(definitions: readonly ResourceDefinition[]): readonly CatalogGroup[] {
  const served = new Set(
    definitions.flatMap(({ group, versions }) =>
      [...versions.values()].filter((one) => one.served).map(({ version }) => `${group}/${version}`),
    ),
  );
  return knownGroups
    .map(({ group, versions }) => ({
      group,
      versions: versions.filter((version) => served.has(`${group}/${version}`)),
    }))
    .filter(({ versions }) => versions.length > 0);
}
