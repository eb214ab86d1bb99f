/** Good objects to begin with, one of each kind, by the path of their collection. */
export interface FuzzedKind {
  readonly path: string;
  readonly sample: object;
}

const namespace = '/namespaces/fuzz';
const meta = (name: string) => ({
  name,
  labels: { app: 'fuzz', 'example.com/part': 'one' },
  annotations: { note: 'some words' },
  finalizers: ['example.com/hold'],
});
const core = (kind: string, rest: object) => ({ apiVersion: 'v1', kind, metadata: meta('seed'), ...rest });

export const kinds: readonly FuzzedKind[] = [
  {
    path: `/api/v1${namespace}/configmaps`,
    sample: core('ConfigMap', { data: { a: 'b', c: 'd' }, binaryData: { e: 'AAEC' }, immutable: false }),
  },
  {
    path: `/api/v1${namespace}/secrets`,
    sample: core('Secret', { type: 'Opaque', data: { a: 'Yg==' }, stringData: { c: 'd' } }),
  },
  {
    path: `/api/v1${namespace}/services`,
    sample: core('Service', {
      spec: {
        selector: { app: 'fuzz' },
        type: 'ClusterIP',
        ports: [
          { name: 'web', port: 80, targetPort: 'web' },
          { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
        ],
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
        sessionAffinity: 'ClientIP',
      },
    }),
  },
  {
    path: `/api/v1${namespace}/serviceaccounts`,
    sample: core('ServiceAccount', { secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'b' }] }),
  },
  {
    path: `/api/v1${namespace}/endpoints`,
    sample: core('Endpoints', { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ name: 'a', port: 80 }] }] }),
  },
  {
    path: `/api/v1${namespace}/events`,
    sample: core('Event', {
      involvedObject: { kind: 'ConfigMap', namespace: 'fuzz', name: 'a' },
      reason: 'Because',
      count: 3,
      firstTimestamp: '2026-01-01T00:00:00Z',
      type: 'Normal',
      source: { component: 'x' },
    }),
  },
  { path: '/api/v1/namespaces', sample: core('Namespace', { spec: { finalizers: ['kubernetes'] } }) },
  {
    path: `/apis/coordination.k8s.io/v1${namespace}/leases`,
    sample: {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: meta('seed'),
      spec: { holderIdentity: 'a', leaseDurationSeconds: 10, renewTime: '2026-01-01T00:00:00.123456Z' },
    },
  },
  {
    path: `/apis/discovery.k8s.io/v1${namespace}/endpointslices`,
    sample: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: meta('seed'),
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'], conditions: { ready: true }, hints: { forZones: [{ name: 'z' }] } }],
      ports: [{ name: 'web', port: 80, protocol: 'TCP' }],
    },
  },
];
