import { clusterWide, type Manifest } from './made.ts';

const read = ['get', 'list', 'watch'];
const write = ['create', 'update', 'patch', 'delete'];
const resources: Readonly<Record<string, readonly string[]>> = {
  '': ['pods', 'services', 'endpoints', 'configmaps', 'secrets', 'events', 'nodes/proxy', 'persistentvolumeclaims'],
  apps: ['deployments', 'statefulsets', 'daemonsets', 'replicasets', 'deployments/status'],
  batch: ['jobs', 'cronjobs'],
  'networking.k8s.io': ['ingresses', 'networkpolicies', 'ingresses/status'],
  'wild.example.com': ['*'],
  policy: ['poddisruptionbudgets'],
  'authorization.k8s.io': ['subjectaccessreviews'],
};

/** Cluster roles of many rules with their bindings, and one that is made of others. */
export function roles(count: number): Manifest[] {
  const each = Array.from({ length: count }, (_, at) => role(`fleet-operator-${at}`, at));
  const aggregated = clusterWide('rbac.authorization.k8s.io/v1/ClusterRole', 'fleet-all', {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'fleet.example.com/aggregate': 'true' } }] },
  });
  return [...each.flat(), aggregated];
}

function role(name: string, at: number): Manifest[] {
  const groups = Object.entries(resources);
  const rules = [...groups, ...groups].map(([group, names], row) => ({
    apiGroups: [group],
    resources: names,
    verbs: row < groups.length ? read : write,
  }));
  const labels = { 'fleet.example.com/aggregate': String(at < 2) };
  return [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name, labels },
      rules: [...rules, { nonResourceURLs: ['/metrics', '/metrics/*'], verbs: ['get'] }],
    },
    clusterWide('rbac.authorization.k8s.io/v1/ClusterRoleBinding', name, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [
        { kind: 'ServiceAccount', name: `app-${at}`, namespace: 'fleet-0' },
        { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'fleet-admins' },
      ],
    }),
  ];
}
