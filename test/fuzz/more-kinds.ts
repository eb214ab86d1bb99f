import type { FuzzedKind } from './kinds.ts';

const namespace = '/namespaces/fuzz';
const metadata = { name: 'seed', labels: { app: 'fuzz' }, annotations: { note: 'some words' } };
const selector = { matchLabels: { app: 'fuzz' } };
const template = {
  metadata: { labels: { app: 'fuzz' } },
  spec: {
    restartPolicy: 'Always',
    volumes: [{ name: 'v', emptyDir: {} }],
    containers: [
      {
        name: 'c',
        image: 'example.com/i:1',
        command: ['run'],
        env: [{ name: 'A', value: 'b' }],
        ports: [{ name: 'web', containerPort: 80, protocol: 'TCP' }],
        resources: { limits: { cpu: '1', memory: '64Mi' }, requests: { cpu: '100m' } },
        volumeMounts: [{ name: 'v', mountPath: '/v' }],
        readinessProbe: { httpGet: { path: '/', port: 'web' } },
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      },
    ],
  },
};
const once = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };

interface Group {
  readonly apiVersion: string;
  readonly resource: string;
  readonly kind: string;
  readonly parts?: readonly string[];
}

function kindOf({ apiVersion, resource, kind, parts }: Group, rest: object): FuzzedKind {
  const root = apiVersion === 'v1' ? '/api' : '/apis';
  return {
    path: `${root}/${apiVersion}${namespace}/${resource}`,
    sample: { apiVersion, kind, metadata, ...rest },
    ...(parts && { parts }),
  };
}

const apps = (resource: string, kind: string): Group => ({
  apiVersion: 'apps/v1',
  resource,
  kind,
  parts: ['status', 'scale'],
});

/** Kinds with more rules than those that every run begins with. */
export const moreKinds: readonly FuzzedKind[] = [
  kindOf({ apiVersion: 'v1', resource: 'pods', kind: 'Pod', parts: ['status'] }, { spec: template.spec }),
  kindOf(apps('deployments', 'Deployment'), { spec: { replicas: 1, selector, template } }),
  kindOf(apps('statefulsets', 'StatefulSet'), { spec: { serviceName: 's', selector, template } }),
  kindOf({ ...apps('daemonsets', 'DaemonSet'), parts: ['status'] }, { spec: { selector, template } }),
  kindOf({ apiVersion: 'batch/v1', resource: 'jobs', kind: 'Job', parts: ['status'] }, { spec: { template: once } }),
  kindOf(
    { apiVersion: 'batch/v1', resource: 'cronjobs', kind: 'CronJob', parts: ['status'] },
    { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: once } } } },
  ),
  kindOf(
    { apiVersion: 'autoscaling/v2', resource: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler' },
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'seed' },
        maxReplicas: 3,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  ),
  kindOf(
    { apiVersion: 'networking.k8s.io/v1', resource: 'ingresses', kind: 'Ingress', parts: ['status'] },
    {
      spec: {
        rules: [
          {
            host: 'example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
  ),
  kindOf(
    { apiVersion: 'networking.k8s.io/v1', resource: 'networkpolicies', kind: 'NetworkPolicy' },
    { spec: { podSelector: selector, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
  ),
  kindOf(
    { apiVersion: 'policy/v1', resource: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', parts: ['status'] },
    { spec: { minAvailable: '50%', selector } },
  ),
  kindOf(
    { apiVersion: 'rbac.authorization.k8s.io/v1', resource: 'roles', kind: 'Role' },
    { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] },
  ),
  kindOf(
    { apiVersion: 'rbac.authorization.k8s.io/v1', resource: 'rolebindings', kind: 'RoleBinding' },
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'seed' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'somebody' }],
    },
  ),
  kindOf(
    { apiVersion: 'v1', resource: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim', parts: ['status'] },
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ),
  kindOf(
    { apiVersion: 'v1', resource: 'resourcequotas', kind: 'ResourceQuota', parts: ['status'] },
    { spec: { hard: { 'count/jobs.batch': '1000', 'requests.storage': '100Ti' } } },
  ),
  kindOf(
    { apiVersion: 'v1', resource: 'limitranges', kind: 'LimitRange' },
    { spec: { limits: [{ type: 'Container', default: { cpu: '1' }, max: { cpu: '64' } }] } },
  ),
];
