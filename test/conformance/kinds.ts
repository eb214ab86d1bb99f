/** What is needed to make an object of a kind, and what somebody may report about it. */
export interface TriedKind {
  /** `networking.k8s.io/v1`, `v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** All but the metadata. The number makes objects different from each other where they must be. */
  readonly content: (nth: number) => object;
  readonly status?: object;
  /** Where not every name will do. */
  readonly nameOf?: (nth: number) => string;
}

const container = { name: 'c', image: 'i' };
const podTemplate = { metadata: { labels: { app: 'a' } }, spec: { containers: [container], restartPolicy: 'Never' } };
const condition = {
  type: 'Tried',
  status: 'True',
  reason: 'Test',
  message: 'm',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const storage = { requests: { storage: '1Gi' } };
const matchConstraints = {
  resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
};
const device = { name: 'd', exactly: { deviceClassName: 'gpu' } };
const regarding = { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'default' };

const cluster = { namespaced: false } as const;
const inNamespace = { namespaced: true } as const;
const flow = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', ...cluster };
const admission = { apiVersion: 'admissionregistration.k8s.io/v1', ...cluster };
const networking = 'networking.k8s.io/v1';
const devices = 'resource.k8s.io/v1';
const stores = 'storage.k8s.io/v1';

export const triedKinds: readonly TriedKind[] = [
  {
    ...flow,
    kind: 'FlowSchema',
    resource: 'flowschemas',
    content: () => ({ spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9000 } }),
    status: { conditions: [{ ...condition, type: 'Tried' }] },
  },
  {
    ...flow,
    kind: 'PriorityLevelConfiguration',
    resource: 'prioritylevelconfigurations',
    content: () => ({ spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }),
    status: { conditions: [condition] },
  },
  {
    ...admission,
    kind: 'ValidatingAdmissionPolicy',
    resource: 'validatingadmissionpolicies',
    content: () => ({ spec: { matchConstraints, validations: [{ expression: 'object.spec.replicas <= 5' }] } }),
    status: { conditions: [condition] },
  },
  {
    ...admission,
    kind: 'ValidatingAdmissionPolicyBinding',
    resource: 'validatingadmissionpolicybindings',
    content: () => ({ spec: { policyName: 'p', validationActions: ['Deny'] } }),
  },
  {
    ...admission,
    kind: 'MutatingAdmissionPolicy',
    resource: 'mutatingadmissionpolicies',
    content: () => ({
      spec: {
        matchConstraints,
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    }),
  },
  {
    ...admission,
    kind: 'MutatingAdmissionPolicyBinding',
    resource: 'mutatingadmissionpolicybindings',
    content: () => ({ spec: { policyName: 'p' } }),
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'ResourceQuota',
    resource: 'resourcequotas',
    content: () => ({ spec: { hard: { 'count/leases.example.com': '5' } } }),
    status: { hard: { 'count/leases.example.com': '5' } },
  },
  {
    apiVersion: 'batch/v1',
    ...inNamespace,
    kind: 'CronJob',
    resource: 'cronjobs',
    content: () => ({ spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: { template: podTemplate } } } }),
    status: { lastScheduleTime: '2026-01-01T00:00:00Z' },
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'ServiceAccount',
    resource: 'serviceaccounts',
    content: () => ({ automountServiceAccountToken: false }),
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'Event',
    resource: 'events',
    content: () => ({ involvedObject: regarding, reason: 'Tried', message: 'm', type: 'Normal' }),
  },
  {
    apiVersion: 'events.k8s.io/v1',
    ...inNamespace,
    kind: 'Event',
    resource: 'events',
    content: () => ({
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'test',
      reportingInstance: 'test-1',
      action: 'Do',
      reason: 'Tried',
      type: 'Normal',
      regarding,
    }),
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    ...inNamespace,
    kind: 'EndpointSlice',
    resource: 'endpointslices',
    content: () => ({ addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }] }),
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'Endpoints',
    resource: 'endpoints',
    content: () => ({ subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }),
  },
  {
    apiVersion: networking,
    ...inNamespace,
    kind: 'Ingress',
    resource: 'ingresses',
    content: () => ({ spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }),
    status: { loadBalancer: { ingress: [{ ip: '169.1.1.1' }] } },
  },
  {
    apiVersion: networking,
    ...cluster,
    kind: 'IngressClass',
    resource: 'ingressclasses',
    content: () => ({ spec: { controller: 'example.com/controller' } }),
  },
  {
    apiVersion: networking,
    ...cluster,
    kind: 'IPAddress',
    resource: 'ipaddresses',
    content: () => ({ spec: { parentRef: { group: 'g', resource: 'r', namespace: 'foo', name: 'bar' } } }),
    nameOf: (nth) => `10.1.2.${nth}`,
  },
  {
    apiVersion: networking,
    ...cluster,
    kind: 'ServiceCIDR',
    resource: 'servicecidrs',
    content: (nth) => ({ spec: { cidrs: [`10.${nth + 1}.0.0/16`] } }),
    status: { conditions: [condition] },
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'Service',
    resource: 'services',
    content: () => ({ spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }),
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.1' }] } },
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'ConfigMap',
    resource: 'configmaps',
    content: () => ({ data: { a: '1' } }),
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'Secret',
    resource: 'secrets',
    content: () => ({ stringData: { a: '1' } }),
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    ...inNamespace,
    kind: 'Lease',
    resource: 'leases',
    content: () => ({ spec: { holderIdentity: 'a', leaseDurationSeconds: 30, leaseTransitions: 0 } }),
  },
  {
    apiVersion: 'v1',
    ...cluster,
    kind: 'Node',
    resource: 'nodes',
    content: () => ({}),
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'PodTemplate',
    resource: 'podtemplates',
    content: () => ({ template: podTemplate }),
  },
  {
    apiVersion: 'node.k8s.io/v1',
    ...cluster,
    kind: 'RuntimeClass',
    resource: 'runtimeclasses',
    content: () => ({ handler: 'h' }),
  },
  {
    apiVersion: devices,
    ...cluster,
    kind: 'DeviceClass',
    resource: 'deviceclasses',
    content: () => ({ spec: {} }),
  },
  {
    apiVersion: devices,
    ...inNamespace,
    kind: 'ResourceClaim',
    resource: 'resourceclaims',
    content: () => ({ spec: { devices: { requests: [device] } } }),
    status: {},
  },
  {
    apiVersion: devices,
    ...inNamespace,
    kind: 'ResourceClaimTemplate',
    resource: 'resourceclaimtemplates',
    content: () => ({ spec: { spec: { devices: { requests: [device] } } } }),
  },
  {
    apiVersion: devices,
    ...cluster,
    kind: 'ResourceSlice',
    resource: 'resourceslices',
    content: (nth) => ({
      spec: {
        driver: 'driver.example.com',
        nodeName: 'n',
        pool: { name: `pool-${nth}`, generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'd' }],
      },
    }),
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'LimitRange',
    resource: 'limitranges',
    content: () => ({ spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] } }),
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    ...cluster,
    kind: 'PriorityClass',
    resource: 'priorityclasses',
    content: (nth) => ({ value: 100 + nth }),
  },
  {
    apiVersion: stores,
    ...cluster,
    kind: 'CSIDriver',
    resource: 'csidrivers',
    content: () => ({ spec: { volumeLifecycleModes: ['Ephemeral'] } }),
  },
  {
    apiVersion: stores,
    ...cluster,
    kind: 'CSINode',
    resource: 'csinodes',
    content: () => ({ spec: { drivers: [] } }),
  },
  {
    apiVersion: stores,
    ...inNamespace,
    kind: 'CSIStorageCapacity',
    resource: 'csistoragecapacities',
    content: () => ({ storageClassName: 's' }),
  },
  {
    apiVersion: 'v1',
    ...cluster,
    kind: 'PersistentVolume',
    resource: 'persistentvolumes',
    content: () => ({
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/d' } },
    }),
    status: { phase: 'Failed', message: 'm', reason: 'r' },
  },
  {
    apiVersion: 'v1',
    ...inNamespace,
    kind: 'PersistentVolumeClaim',
    resource: 'persistentvolumeclaims',
    content: () => ({ spec: { accessModes: ['ReadWriteOnce'], resources: storage } }),
    status: { conditions: [{ type: 'Tried', status: 'True' }] },
  },
  {
    apiVersion: stores,
    ...cluster,
    kind: 'StorageClass',
    resource: 'storageclasses',
    content: () => ({ provisioner: 'example.com/p' }),
  },
  {
    apiVersion: stores,
    ...cluster,
    kind: 'VolumeAttachment',
    resource: 'volumeattachments',
    content: () => ({ spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } }),
    status: { attached: true },
  },
  {
    apiVersion: stores,
    ...cluster,
    kind: 'VolumeAttributesClass',
    resource: 'volumeattributesclasses',
    content: () => ({ driverName: 'd', parameters: { iops: '1' } }),
  },
];
