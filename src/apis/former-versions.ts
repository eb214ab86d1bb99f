import type { ResourceDefinition } from '#machinery';

/** Versions that are not served any more by anybody, and the kinds that were once in them. */
const former: { readonly [apiVersion: string]: readonly string[] } = {
  'extensions/v1beta1': ['Deployment', 'DaemonSet', 'ReplicaSet', 'Ingress', 'NetworkPolicy'],
  'apps/v1beta1': ['Deployment', 'StatefulSet', 'ControllerRevision'],
  'apps/v1beta2': ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ControllerRevision'],
  'batch/v1beta1': ['CronJob'],
  'events.k8s.io/v1beta1': ['Event'],
  'authentication.k8s.io/v1alpha1': ['SelfSubjectReview'],
  'authentication.k8s.io/v1beta1': ['SelfSubjectReview', 'TokenReview'],
  'authorization.k8s.io/v1beta1': [
    'SelfSubjectRulesReview',
    'SelfSubjectAccessReview',
    'SubjectAccessReview',
    'LocalSubjectAccessReview',
  ],
  'certificates.k8s.io/v1beta1': ['CertificateSigningRequest'],
  'coordination.k8s.io/v1beta1': ['Lease'],
  'discovery.k8s.io/v1beta1': ['EndpointSlice'],
  'networking.k8s.io/v1beta1': ['Ingress', 'IngressClass'],
  'node.k8s.io/v1alpha1': ['RuntimeClass'],
  'node.k8s.io/v1beta1': ['RuntimeClass'],
  'policy/v1beta1': ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io/v1alpha1': ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'],
  'rbac.authorization.k8s.io/v1beta1': ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'],
  'scheduling.k8s.io/v1beta1': ['PriorityClass'],
  'storage.k8s.io/v1alpha1': ['VolumeAttachment', 'CSIStorageCapacity', 'VolumeAttributesClass'],
  'storage.k8s.io/v1beta1': ['StorageClass', 'VolumeAttachment', 'CSIDriver', 'CSINode', 'CSIStorageCapacity'],
  'flowcontrol.apiserver.k8s.io/v1beta1': ['FlowSchema', 'PriorityLevelConfiguration'],
  'flowcontrol.apiserver.k8s.io/v1beta2': ['FlowSchema', 'PriorityLevelConfiguration'],
  'flowcontrol.apiserver.k8s.io/v1beta3': ['FlowSchema', 'PriorityLevelConfiguration'],
  'admissionregistration.k8s.io/v1alpha1': ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
  'admissionregistration.k8s.io/v1beta1': [
    'ValidatingWebhookConfiguration',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ],
};

/** No two kinds here bear the same name, but for events, which are one. */
const byKind: ReadonlyMap<string, ReadonlySet<string>> = invert();

function invert(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [apiVersion, kinds] of Object.entries(former)) {
    for (const kind of kinds) found.set(kind, (found.get(kind) ?? new Set()).add(apiVersion));
  }
  return found;
}

export function formerVersions({ kind }: { readonly kind: string }): Pick<ResourceDefinition, 'formerly'> {
  const formerly = byKind.get(kind);
  return formerly === undefined ? {} : { formerly };
}
