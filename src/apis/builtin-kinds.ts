import type { ResourceDefinition } from '#machinery';
import type { World } from '#meta';
import { mutatingAdmissionPolicies, validatingAdmissionPolicies } from './admissionregistration/policies.ts';
import {
  mutatingAdmissionPolicyBindings,
  validatingAdmissionPolicyBindings,
} from './admissionregistration/policy-bindings.ts';
import { withStaticNames } from './admissionregistration/static-names.ts';
import { mutatingWebhookConfigurations, validatingWebhookConfigurations } from './admissionregistration/webhooks.ts';
import { customResourceDefinitions, type DefinitionDependencies } from './apiextensions/custom-resource-definition.ts';
import { apiServices } from './apiregistration/api-service.ts';
import { controllerRevisions } from './apps/controller-revision.ts';
import { daemonSets } from './apps/daemon-set.ts';
import { deployments } from './apps/deployment.ts';
import { replicaSets } from './apps/replica-set.ts';
import { statefulSets } from './apps/stateful-set.ts';
import type { TokenIssuer } from './authentication/token-request.ts';
import { type TokenReviewer, userReviews } from './authentication/user-reviews.ts';
import { type AccessReviewer, accessReviews } from './authorization/access-reviews.ts';
import { horizontalPodAutoscalers } from './autoscaling/horizontal-pod-autoscaler.ts';
import { cronJobs } from './batch/cron-job.ts';
import { jobs } from './batch/job.ts';
import { certificateSigningRequests } from './certificates/certificate-signing-request.ts';
import { leases } from './coordination/lease.ts';
import { componentStatuses } from './core/component-status.ts';
import { configMaps } from './core/config-map.ts';
import { endpoints } from './core/endpoints.ts';
import { limitRanges } from './core/limit-range.ts';
import { namespaces } from './core/namespace.ts';
import { nodes } from './core/node.ts';
import { persistentVolumes } from './core/persistent-volume.ts';
import { persistentVolumeClaims } from './core/persistent-volume-claim.ts';
import { bindings } from './core/pod/binding.ts';
import { pods } from './core/pod.ts';
import { podTemplates } from './core/pod-template.ts';
import { replicationControllers } from './core/replication-controller.ts';
import { resourceQuotas } from './core/resource-quota.ts';
import { secrets } from './core/secret.ts';
import type { SharedNetwork } from './core/service/network.ts';
import { servicesOn } from './core/service.ts';
import { serviceAccountsWith } from './core/service-account.ts';
import { endpointSlices } from './discovery/endpoint-slice.ts';
import { coreEvents, newEvents } from './events/event.ts';
import { flowSchemas } from './flowcontrol/flow-schema.ts';
import { priorityLevelConfigurations } from './flowcontrol/priority-level.ts';
import { ingresses } from './networking/ingress.ts';
import { ingressClasses } from './networking/ingress-class.ts';
import { ipAddresses } from './networking/ip-address.ts';
import { networkPolicies } from './networking/network-policy.ts';
import { serviceCidrs } from './networking/service-cidr.ts';
import { runtimeClasses } from './node/runtime-class.ts';
import { podDisruptionBudgets } from './policy/pod-disruption-budget.ts';
import { clusterRoles, roles } from './rbac/role.ts';
import { clusterRoleBindings, roleBindings } from './rbac/role-binding.ts';
import { deviceClasses } from './resource/device-class.ts';
import { resourceClaims, resourceClaimTemplates } from './resource/resource-claim.ts';
import { resourceSlices } from './resource/resource-slice.ts';
import { priorityClasses } from './scheduling/priority-class.ts';
import { csiDrivers } from './storage/csi-driver.ts';
import { csiNodes } from './storage/csi-node.ts';
import { csiStorageCapacities } from './storage/csi-storage-capacity.ts';
import { storageClasses } from './storage/storage-class.ts';
import { volumeAttachments } from './storage/volume-attachment.ts';
import { volumeAttributesClasses } from './storage/volume-attributes-class.ts';

/** What configures admission. */
export const admissionKinds: readonly ResourceDefinition[] = [
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
  mutatingAdmissionPolicies,
  mutatingAdmissionPolicyBindings,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
];

/** What some of the kinds need of the server. */
export interface KindDependencies extends DefinitionDependencies {
  /** Where services get their addresses and ports from. */
  readonly serviceNetwork: SharedNetwork;
  /** Answers reviews of users and permissions; without it these kinds are not served. */
  readonly reviews?: AccessReviewer & TokenReviewer;
  /** Makes the tokens of service accounts; without it there are none. */
  readonly tokens?: TokenIssuer;
  /** Whether configurations of admission may lie in files, so that nobody else may take their names. */
  readonly reservesStaticNames?: boolean;
}

/** Every kind that has a stable version. */
export function stableKinds({
  serviceNetwork,
  reviews,
  tokens,
  reservesStaticNames = false,
  ...definitions
}: KindDependencies): readonly ResourceDefinition[] {
  return [
    bindings,
    componentStatuses,
    configMaps,
    endpoints,
    coreEvents,
    limitRanges,
    namespaces,
    nodes,
    persistentVolumeClaims,
    persistentVolumes,
    pods,
    podTemplates,
    replicationControllers,
    resourceQuotas,
    secrets,
    serviceAccountsWith(tokens),
    servicesOn(serviceNetwork),
    newEvents,
    leases,
    customResourceDefinitions(definitions),
    endpointSlices,
    horizontalPodAutoscalers,
    ingresses,
    ingressClasses,
    ipAddresses,
    networkPolicies,
    serviceCidrs,
    podDisruptionBudgets,
    priorityClasses,
    runtimeClasses,
    controllerRevisions,
    daemonSets,
    deployments,
    replicaSets,
    statefulSets,
    cronJobs,
    jobs,
    roles,
    clusterRoles,
    roleBindings,
    clusterRoleBindings,
    csiDrivers,
    csiNodes,
    csiStorageCapacities,
    storageClasses,
    volumeAttachments,
    volumeAttributesClasses,
    ...admissionKinds.map((kind) => withStaticNames(kind, { reserved: reservesStaticNames })),
    flowSchemas,
    priorityLevelConfigurations,
    certificateSigningRequests,
    deviceClasses,
    resourceClaims,
    resourceClaimTemplates,
    resourceSlices,
    apiServices,
    ...(reviews === undefined ? [] : [...userReviews(reviews), ...accessReviews(reviews)]),
  ];
}

/** A kind without a stable version. Its module is loaded only if the runtime configuration serves it. */
interface PrereleaseKind {
  readonly group: string;
  readonly versions: readonly string[];
  readonly resource: string;
  load(world: Pick<World, 'clock'>): Promise<ResourceDefinition>;
}

export const prereleaseKinds: readonly PrereleaseKind[] = [
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
