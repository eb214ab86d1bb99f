import { type Part, selectorOf } from './made.ts';

const quantities = { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1500m', memory: '1Gi' } };
const guarded = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const environment = [
  { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v1' } } },
  { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace', apiVersion: 'v1' } } },
  { name: 'MEMORY_LIMIT', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } },
  { name: 'GOGC', value: '75' },
];
const ports = [
  { name: 'http', containerPort: 8080, protocol: 'TCP' },
  { name: 'metrics', containerPort: 9090 },
  { name: 'dns', containerPort: 53, protocol: 'UDP' },
];
const probes = {
  startupProbe: { httpGet: { path: '/ready', port: 'http' }, failureThreshold: 30 },
  livenessProbe: {
    httpGet: { path: '/healthz', port: 'http', httpHeaders: [{ name: 'X-Probe', value: 'liveness' }] },
    initialDelaySeconds: 15,
    periodSeconds: 20,
  },
  readinessProbe: { tcpSocket: { port: 8080 }, timeoutSeconds: 3, successThreshold: 2 },
  lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 5'] } } },
};

const mounts = (name: string) => [
  { name: 'config', mountPath: '/etc/config', readOnly: true },
  { name: 'secret', mountPath: `/etc/${name}/tls`, readOnly: true },
  { name: 'scratch', mountPath: '/tmp' },
  { name: 'all', mountPath: '/var/run/all' },
];

function volumes({ name }: Part): object[] {
  return [
    { name: 'config', configMap: { name, items: [{ key: 'settings.ini', path: 'settings.ini', mode: 0o440 }] } },
    { name: 'secret', secret: { secretName: name, defaultMode: 0o400, optional: true } },
    { name: 'scratch', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
    { name: 'host', hostPath: { path: '/var/log', type: 'Directory' } },
    {
      name: 'all',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token', expirationSeconds: 3600, audience: 'vault' } },
          { configMap: { name: `${name}-dashboards`, optional: true } },
          {
            downwardAPI: { items: [{ path: 'labels', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' } }] },
          },
        ],
      },
    },
  ];
}

function affinityOf(part: Part): object {
  const labelSelector = { matchLabels: selectorOf(part) };
  const expressions = [{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: expressions }] },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 10, preference: { matchExpressions: [{ key: 'spot', operator: 'DoesNotExist' }] } },
      ],
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector } },
      ],
    },
  };
}

/** A pod with all that charts put into one. */
export function podTemplate(part: Part, more: object = {}): object {
  const { name, labels } = part;
  const image = `registry.example.com/${name}:v1.4.2`;
  const main = { name, image, ports, ...probes, securityContext: guarded, resources: quantities };
  const sidecar = {
    name: 'proxy',
    image: 'registry.example.com/proxy@sha256:7a1b',
    args: [`--upstream=http://127.0.0.1:8080/`, '--logtostderr=true', '--v=10'],
    env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name, key: 'password' } } }],
    resources: { requests: { cpu: '20m', memory: '40Mi' } },
  };
  const spec = {
    serviceAccountName: name,
    securityContext: { fsGroup: 65_534, runAsUser: 65_534, sysctls: [{ name: 'net.core.somaxconn', value: '1024' }] },
    initContainers: [
      { name: 'prepare', image, command: ['/bin/prepare'], volumeMounts: mounts(name) },
      { name: 'mesh', image: 'registry.example.com/mesh', restartPolicy: 'Always' },
    ],
    containers: [
      { ...main, args: ['--config=/etc/config/settings.ini'], env: environment, volumeMounts: mounts(name) },
      { ...sidecar, envFrom: [{ configMapRef: { name: `${name}-dashboards` }, prefix: 'D_' }] },
    ],
    volumes: volumes(part),
    affinity: affinityOf(part),
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: name, effect: 'NoSchedule' }, { operator: 'Exists' }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: selectorOf(part) },
      },
    ],
    hostAliases: [{ ip: '10.0.0.9', hostnames: ['db.internal'] }],
    dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
    imagePullSecrets: [{ name: 'registry' }],
    terminationGracePeriodSeconds: 45,
    ...more,
  };
  return { metadata: { labels, annotations: { 'checksum/config': 'b1946ac92492d2347c6235b4d2611184' } }, spec };
}
