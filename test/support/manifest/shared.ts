import { clusterWide, filler, type Manifest, namespaced, type Part, part, selectorOf } from './made.ts';
import { podTemplate } from './pod-template.ts';

/** Stateful sets, daemon sets and the older ways to keep pods. */
export function keptRunning(namespace: string): Manifest[] {
  return [...[0, 1, 2].flatMap((at) => database(part(`db-${at}`, namespace, 'data'))), ...agents(namespace)];
}

function database(db: Part): Manifest[] {
  const selector = { matchLabels: selectorOf(db) };
  const claim = (name: string, storage: string) => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fleet-fast', resources: { requests: { storage } } },
  });
  return [
    namespaced('v1/ServiceAccount', db, {}),
    namespaced('v1/Service', db, {
      spec: { clusterIP: 'None', publishNotReadyAddresses: true, selector: selectorOf(db), ports: [{ port: 5432 }] },
    }),
    namespaced('apps/v1/StatefulSet', db, {
      spec: {
        replicas: 3,
        serviceName: db.name,
        podManagementPolicy: 'Parallel',
        selector,
        updateStrategy: { rollingUpdate: { partition: 1 } },
        template: podTemplate(db, { priorityClassName: 'fleet-high' }),
        volumeClaimTemplates: [claim('data', '100Gi'), claim('log', '2Gi')],
      },
    }),
  ];
}

function agents(namespace: string): Manifest[] {
  return ['node-exporter', 'log-shipper'].flatMap((name) => {
    const agent = part(name, namespace, 'agents');
    const selector = { matchLabels: selectorOf(agent) };
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } };
    const spec = { selector, updateStrategy, template: podTemplate(agent, { hostPID: true }) };
    return [namespaced('v1/ServiceAccount', agent, {}), namespaced('apps/v1/DaemonSet', agent, { spec })];
  });
}

/** Services of every type, endpoints by hand, limits, claims, leases, templates. */
export function belongings(namespace: string): Manifest[] {
  const edge = part('edge', namespace, 'edge');
  const ports = [{ name: 'https', port: 443, targetPort: 8443 }];
  const selector = selectorOf(edge);
  const subsets = [{ addresses: [{ ip: '192.0.2.10' }], ports: [{ name: 'https', port: 8443, protocol: 'TCP' }] }];
  const claimed = { accessModes: ['ReadWriteMany'], storageClassName: '', volumeName: 'fleet-archive' };
  return [
    namespaced('v1/Service', edge, {
      spec: {
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        selector,
        ports,
      },
    }),
    namespaced('v1/Service', edge, { spec: { type: 'NodePort', selector, ports } }, '-nodes'),
    namespaced('v1/Service', edge, { spec: { type: 'ExternalName', externalName: 'db.example.com' } }, '-outside'),
    namespaced('v1/Endpoints', edge, { subsets }, '-by-hand'),
    namespaced('v1/Service', edge, { spec: { ports } }, '-by-hand'),
    namespaced('v1/ResourceQuota', edge, { spec: { hard: { pods: '500', 'requests.cpu': '1k', services: '200' } } }),
    namespaced('v1/LimitRange', edge, {
      spec: { limits: [{ type: 'Container', default: { cpu: '2' }, defaultRequest: { cpu: '100m', memory: '64Mi' } }] },
    }),
    namespaced('v1/PersistentVolumeClaim', edge, { spec: { ...claimed, resources: { requests: { storage: '1Ti' } } } }),
    namespaced('coordination.k8s.io/v1/Lease', edge, { spec: { holderIdentity: 'edge-0', leaseDurationSeconds: 15 } }),
    namespaced('v1/PodTemplate', edge, { template: podTemplate(edge) }),
    namespaced('v1/ServiceAccount', edge, { secrets: [{ name: 'edge-token' }] }),
    namespaced('v1/ConfigMap', edge, { immutable: true, data: { 'big.txt': filler('edge', 200_000) } }, '-big'),
    namespaced('v1/ReplicationController', edge, { spec: { replicas: 1, selector, template: podTemplate(edge) } }),
  ];
}

const webhook = (name: string, more: object = {}) => ({
  name: `${name}.fleet.example.com`,
  admissionReviewVersions: ['v1', 'v1beta1'],
  clientConfig: { service: { name: 'edge', namespace: 'fleet-0', path: `/${name}` } },
  failurePolicy: 'Ignore',
  sideEffects: 'None',
  timeoutSeconds: 2,
  rules: [
    {
      apiGroups: ['other.example.com'],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['*/*'],
      scope: '*',
    },
  ],
  ...more,
});

/** What lies in no namespace: classes, webhooks, volumes. */
export function clusterParts(): Manifest[] {
  return [
    clusterWide('scheduling.k8s.io/v1/PriorityClass', 'fleet-high', { value: 1_000_000, description: 'Goes first.' }),
    clusterWide('scheduling.k8s.io/v1/PriorityClass', 'fleet-low', { value: -10, preemptionPolicy: 'Never' }),
    clusterWide('storage.k8s.io/v1/StorageClass', 'fleet-fast', {
      provisioner: 'disks.example.com',
      parameters: { type: 'ssd' },
      allowVolumeExpansion: true,
      volumeBindingMode: 'WaitForFirstConsumer',
    }),
    clusterWide('storage.k8s.io/v1/CSIDriver', 'disks.example.com', { spec: { podInfoOnMount: true } }),
    clusterWide('networking.k8s.io/v1/IngressClass', 'fleet', { spec: { controller: 'example.com/ingress' } }),
    clusterWide('node.k8s.io/v1/RuntimeClass', 'fleet-sandbox', { handler: 'sandbox' }),
    clusterWide('v1/PersistentVolume', 'fleet-archive', {
      spec: {
        capacity: { storage: '1Ti' },
        accessModes: ['ReadWriteMany'],
        nfs: { server: '192.0.2.4', path: '/archive' },
        persistentVolumeReclaimPolicy: 'Retain',
      },
    }),
    clusterWide('admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration', 'fleet', {
      webhooks: [webhook('check', { matchPolicy: 'Exact' }), webhook('look')],
    }),
    clusterWide('admissionregistration.k8s.io/v1/MutatingWebhookConfiguration', 'fleet', {
      webhooks: [webhook('change', { reinvocationPolicy: 'IfNeeded', namespaceSelector: { matchLabels: { a: 'b' } } })],
    }),
    clusterWide('flowcontrol.apiserver.k8s.io/v1/FlowSchema', 'fleet', {
      spec: { priorityLevelConfiguration: { name: 'fleet' }, matchingPrecedence: 500 },
    }),
  ];
}
