import { filler, type Manifest, namespaced, type Part, selectorOf } from './made.ts';
import { podTemplate } from './pod-template.ts';

/** One application as charts install it: what it runs, is configured by, reached through, guarded and watched by. */
export function application(part: Part): Manifest[] {
  return [...configuration(part), ...access(part), ...workload(part), ...network(part), ...watched(part)];
}

function configuration(part: Part): Manifest[] {
  const dashboards = { panels: Array.from({ length: 20 }, (_, id) => ({ id, title: `Panel ${id}`, type: 'graph' })) };
  const text = (value: string): string => Buffer.from(value).toString('base64');
  return [
    namespaced('v1/ConfigMap', part, { data: { 'settings.ini': filler(part.name, 20_000), level: 'info' } }),
    namespaced(
      'v1/ConfigMap',
      part,
      { data: { 'dashboards.json': JSON.stringify(dashboards, null, 2) }, binaryData: { 'logo.bin': 'AAECAwQ=' } },
      '-dashboards',
    ),
    namespaced('v1/Secret', part, {
      type: 'Opaque',
      data: { password: text(`password of ${part.name}`), 'tls.key': text(filler('key', 1500)) },
    }),
    namespaced(
      'v1/Secret',
      part,
      { type: 'kubernetes.io/basic-auth', data: { username: text('root'), password: text(part.name) } },
      '-login',
    ),
  ];
}

function access(part: Part): Manifest[] {
  const rules = [
    { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [part.name], verbs: ['get', 'update'] },
    { apiGroups: ['apps', 'extensions'], resources: ['deployments/scale'], verbs: ['patch'] },
  ];
  return [
    namespaced('v1/ServiceAccount', part, {
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: 'registry' }],
    }),
    namespaced('rbac.authorization.k8s.io/v1/Role', part, { rules }),
    namespaced('rbac.authorization.k8s.io/v1/RoleBinding', part, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: part.name },
      subjects: [{ kind: 'ServiceAccount', name: part.name, namespace: part.namespace }],
    }),
  ];
}

function workload(part: Part): Manifest[] {
  const selector = { matchLabels: selectorOf(part) };
  const job = {
    template: podTemplate(part, { restartPolicy: 'OnFailure' }),
    backoffLimit: 3,
    activeDeadlineSeconds: 600,
  };
  return [
    namespaced('apps/v1/Deployment', part, {
      spec: {
        replicas: 2,
        revisionHistoryLimit: 3,
        selector,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
        template: podTemplate(part),
      },
    }),
    namespaced('policy/v1/PodDisruptionBudget', part, { spec: { minAvailable: '50%', selector } }),
    namespaced('autoscaling/v2/HorizontalPodAutoscaler', part, {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: part.name },
        minReplicas: 2,
        maxReplicas: 10,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1k' } } },
        ],
        behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
      },
    }),
    namespaced('batch/v1/CronJob', part, {
      spec: { schedule: '17 3 * * *', timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid', jobTemplate: { spec: job } },
    }),
    namespaced('batch/v1/Job', part, { spec: { ...job, ttlSecondsAfterFinished: 300 } }, '-migrate'),
  ];
}

function network(part: Part): Manifest[] {
  const selector = selectorOf(part);
  const ports = [
    { name: 'http', port: 80, targetPort: 'http' },
    { name: 'metrics', port: 9090, targetPort: 'metrics', protocol: 'TCP' },
    { name: 'dns', port: 53, targetPort: 'dns', protocol: 'UDP' },
  ];
  const backend = { service: { name: part.name, port: { name: 'http' } } };
  const host = `${part.name}.example.com`;
  return [
    namespaced('v1/Service', part, { spec: { selector, ports } }),
    namespaced('v1/Service', part, { spec: { clusterIP: 'None', selector, ports: [ports[1]] } }, '-headless'),
    namespaced('networking.k8s.io/v1/NetworkPolicy', part, {
      spec: {
        podSelector: { matchLabels: selector },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [{ namespaceSelector: {} }],
            ports: [
              { protocol: 'TCP', port: 'http' },
              { protocol: 'TCP', port: 9090, endPort: 9099 },
            ],
          },
        ],
        egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] } }] }],
      },
    }),
    namespaced('networking.k8s.io/v1/Ingress', part, {
      spec: {
        ingressClassName: 'fleet',
        tls: [{ hosts: [host], secretName: `${part.name}-tls` }],
        rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      },
    }),
  ];
}

/** What an operator makes of it: objects of the definitions that are set up first. */
function watched(part: Part): Manifest[] {
  const relabelings = [
    { sourceLabels: ['__name__'], regex: 'go_.*', action: 'drop' },
    { regex: '(.*)', action: 'keep' },
  ];
  const container = {
    name: 'main',
    image: 'registry.example.com/main',
    resources: { limits: { cpu: 2, memory: '1Gi' } },
  };
  const template = { metadata: { labels: part.labels }, spec: { containers: [container] } };
  return [
    namespaced('wild.example.com/v1/Monitor', part, {
      spec: {
        replicas: 2,
        retention: '15d',
        containers: [container],
        remoteWrite: [{ url: 'https://metrics.example.com/write', headers: { 'X-Scope': part.name }, relabelings }],
      },
    }),
    namespaced('wild.example.com/v1/Issuer', part, {
      spec: {
        acme: {
          server: 'https://acme.example.com/directory',
          solvers: [{ dns01: { webhook: { groupName: 'g', config: { any: [1, 'two', { three: false }] } } } }],
        },
      },
    }),
    namespaced('wild.example.com/v1/Rollout', part, {
      spec: {
        selector: { matchLabels: selectorOf(part) },
        template,
        strategy: {
          canary: { maxSurge: '20%', steps: [{ setWeight: 20 }, { pause: { duration: '1h' } }, { pause: {} }] },
        },
      },
    }),
  ];
}
