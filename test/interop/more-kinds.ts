import type { TriedKind } from '../conformance/kinds.ts';

const labels = { app: 'a' };
const selector = { matchLabels: labels };
const pod = { containers: [{ name: 'c', image: 'example.com/i:1', env: [{ name: 'A', value: 'b' }] }] };
const template = { metadata: { labels }, spec: pod };
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }];
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const webhook = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Ignore',
  clientConfig: { url: 'https://127.0.0.1:9/x' },
  rules: [{ apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] }],
};
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, note: { type: 'string' } } } },
  },
};

const kind = (apiVersion: string, resource: string, [name, namespaced, content]: Rest): TriedKind => ({
  apiVersion,
  resource,
  kind: name,
  namespaced,
  content,
});
type Rest = readonly [kind: string, namespaced: boolean, content: TriedKind['content']];

const definition = (nth: number): object => ({
  spec: {
    group: `g${nth}.example.com`,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
});

const rbac = 'rbac.authorization.k8s.io/v1';

/** Stable kinds beside those of `conformance/kinds.ts`: those that have tests of their own there. */
export const moreKinds: readonly TriedKind[] = [
  kind('apps/v1', 'deployments', ['Deployment', true, () => ({ spec: { selector, template, replicas: 2 } })]),
  kind('apps/v1', 'daemonsets', ['DaemonSet', true, () => ({ spec: { selector, template } })]),
  kind('apps/v1', 'replicasets', ['ReplicaSet', true, () => ({ spec: { selector, template, replicas: 0 } })]),
  kind('apps/v1', 'statefulsets', ['StatefulSet', true, () => ({ spec: { selector, template, serviceName: 's' } })]),
  kind('apps/v1', 'controllerrevisions', [
    'ControllerRevision',
    true,
    () => ({ revision: 3, data: { spec: { a: [1, 'two'], b: null } } }),
  ]),
  kind('v1', 'replicationcontrollers', [
    'ReplicationController',
    true,
    () => ({ spec: { selector: labels, template, replicas: 0 } }),
  ]),
  kind('v1', 'namespaces', ['Namespace', false, () => ({})]),
  kind('batch/v1', 'jobs', [
    'Job',
    true,
    () => ({ spec: { template: { spec: { ...pod, restartPolicy: 'Never' } }, suspend: true } }),
  ]),
  kind('autoscaling/v2', 'horizontalpodautoscalers', [
    'HorizontalPodAutoscaler',
    true,
    () => ({ spec: { scaleTargetRef: target, maxReplicas: 3 } }),
  ]),
  kind('policy/v1', 'poddisruptionbudgets', [
    'PodDisruptionBudget',
    true,
    () => ({ spec: { minAvailable: '50%', selector } }),
  ]),
  kind('networking.k8s.io/v1', 'networkpolicies', [
    'NetworkPolicy',
    true,
    () => ({ spec: { podSelector: selector, ingress: [{ ports: [{ port: 80 }, { port: 'web' }] }] } }),
  ]),
  kind(rbac, 'roles', ['Role', true, () => ({ rules })]),
  kind(rbac, 'clusterroles', ['ClusterRole', false, () => ({ rules })]),
  kind(rbac, 'rolebindings', [
    'RoleBinding',
    true,
    () => ({ subjects, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } }),
  ]),
  kind(rbac, 'clusterrolebindings', [
    'ClusterRoleBinding',
    false,
    () => ({ subjects, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } }),
  ]),
  kind('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations', [
    'ValidatingWebhookConfiguration',
    false,
    () => ({ webhooks: [webhook] }),
  ]),
  kind('admissionregistration.k8s.io/v1', 'mutatingwebhookconfigurations', [
    'MutatingWebhookConfiguration',
    false,
    () => ({ webhooks: [webhook] }),
  ]),
  {
    ...kind('apiregistration.k8s.io/v1', 'apiservices', [
      'APIService',
      false,
      (nth) => ({
        spec: {
          group: `far${nth}.example.com`,
          version: 'v1',
          groupPriorityMinimum: 100,
          versionPriority: 10,
          insecureSkipTLSVerify: true,
          service: { namespace: 'default', name: 'far' },
        },
      }),
    ]),
    nameOf: (nth) => `v1.far${nth}.example.com`,
  },
  {
    ...kind('apiextensions.k8s.io/v1', 'customresourcedefinitions', ['CustomResourceDefinition', false, definition]),
    nameOf: (nth) => `things.g${nth}.example.com`,
  },
];

/** A definition, and what is made of it. */
export const customKind: { readonly definition: object; readonly kind: TriedKind } = {
  definition: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.g0.example.com' },
    ...definition(0),
  },
  kind: kind('g0.example.com/v1', 'things', ['Thing', true, (nth) => ({ spec: { size: nth, note: '<a & "b">' } })]),
};
