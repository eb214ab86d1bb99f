import type { ResourceDefinition } from '#machinery';
import type { Clock, World } from '#meta';
import { type BuiltinOptions, builtinDefinitions } from './builtins.ts';
import { type RuntimeConfig, RuntimeConfigError, servedBy, type VersionedResource } from './runtime-config.ts';

/** A kind without a stable version: not even loaded before somebody wants it. */
interface PrereleaseKind {
  readonly group: string;
  readonly versions: readonly string[];
  readonly resource: string;
  load(world: Pick<World, 'clock'>): Promise<ResourceDefinition>;
}

const prereleaseKinds: readonly PrereleaseKind[] = [
  {
    group: 'certificates.k8s.io',
    versions: ['v1beta1', 'v1alpha1'],
    resource: 'clustertrustbundles',
    load: async () => (await import('./certificates/cluster-trust-bundle.ts')).clusterTrustBundles,
  },
  {
    group: 'certificates.k8s.io',
    versions: ['v1beta1'],
    resource: 'podcertificaterequests',
    load: async () => (await import('./certificates/pod-certificate-request.ts')).podCertificateRequests,
  },
  {
    group: 'coordination.k8s.io',
    versions: ['v1beta1', 'v1alpha2'],
    resource: 'leasecandidates',
    load: async () => (await import('./coordination/lease-candidate.ts')).leaseCandidates,
  },
  {
    group: 'internal.apiserver.k8s.io',
    versions: ['v1alpha1'],
    resource: 'storageversions',
    load: async () => (await import('./apiserverinternal/storage-version.ts')).storageVersions,
  },
  {
    group: 'resource.k8s.io',
    versions: ['v1beta2', 'v1alpha3'],
    resource: 'devicetaintrules',
    load: async ({ clock }) => (await import('./resource/device-taint-rule.ts')).deviceTaintRules(clock),
  },
  {
    group: 'resource.k8s.io',
    versions: ['v1alpha3'],
    resource: 'resourcepoolstatusrequests',
    load: async () => (await import('./resource/resource-pool-status-request.ts')).resourcePoolStatusRequests,
  },
  {
    group: 'scheduling.k8s.io',
    versions: ['v1alpha2'],
    resource: 'podgroups',
    load: async () => (await import('./scheduling/pod-group.ts')).podGroups,
  },
  {
    group: 'scheduling.k8s.io',
    versions: ['v1alpha2'],
    resource: 'workloads',
    load: async () => (await import('./scheduling/workload.ts')).workloads,
  },
  {
    group: 'storagemigration.k8s.io',
    versions: ['v1beta1'],
    resource: 'storageversionmigrations',
    load: async () => (await import('./storagemigration/storage-version-migration.ts')).storageVersionMigrations,
  },
];

export interface LoadOptions extends BuiltinOptions {
  readonly runtimeConfig: RuntimeConfig;
  readonly clock: Clock;
}

/** All kinds that are compiled in, as far as they are served. */
export async function loadBuiltins(options: LoadOptions): Promise<readonly ResourceDefinition[]> {
  const { runtimeConfig } = options;
  const stable = builtinDefinitions(options);
  refuseUnknown(runtimeConfig.resources, stable);
  const wanted = prereleaseKinds.filter(({ group, versions, resource }) =>
    versions.some((version) => runtimeConfig.serves({ group, version, resource }) === true),
  );
  const loaded = await Promise.all(wanted.map(({ load }) => load(options)));
  return [...stable, ...loaded.map((definition) => servedBy(runtimeConfig, definition))];
}

function refuseUnknown(named: readonly VersionedResource[], stable: readonly ResourceDefinition[]): void {
  const all = [...stable.map((one) => ({ ...one, versions: [...one.versions.keys()] })), ...prereleaseKinds];
  for (const { group, version, resource } of named) {
    const known = all.filter((one) => one.group === group && one.versions.includes(version));
    if (known.some((one) => one.resource === resource)) continue;
    const names = known.map((one) => one.resource).sort();
    const what = `${group}/${version}/${resource}: there is no such resource`;
    throw new RuntimeConfigError(`${what}; there are ${names.join(', ')}`);
  }
}
