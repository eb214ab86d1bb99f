import type { Role, RoleBinding, Subject } from '../policy.ts';
import { initialMetadata, RBAC_API_VERSION } from './initial-metadata.ts';

const API_GROUP = 'rbac.authorization.k8s.io';
const groups = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'Group', apiGroup: API_GROUP, name }));
const users = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'User', apiGroup: API_GROUP, name }));
const accounts = (...names: string[]): Subject[] =>
  names.map((name) => ({ kind: 'ServiceAccount', name, namespace: 'kube-system' }));

/** Who has the cluster roles from the start; a binding has the name of its role. k8s: policy.go ClusterRoleBindings */
const clusterWide: { readonly [role: string]: Subject[] } = {
  'cluster-admin': groups('system:masters'),
  'system:basic-user': groups('system:authenticated'),
  'system:discovery': groups('system:authenticated'),
  'system:kube-controller-manager': users('system:kube-controller-manager'),
  'system:kube-dns': accounts('kube-dns'),
  'system:kube-scheduler': users('system:kube-scheduler'),
  'system:monitoring': groups('system:monitoring'),
  // Nodes have an authorizer of their own. The binding is kept without subjects, so that an old one loses its subjects.
  'system:node': [],
  'system:node-proxier': users('system:kube-proxy'),
  'system:public-info-viewer': groups('system:authenticated', 'system:unauthenticated'),
  'system:service-account-issuer-discovery': groups('system:serviceaccounts'),
  'system:volume-scheduler': users('system:kube-scheduler'),
};

interface Local {
  readonly namespace: string;
  readonly name: string;
  /** If not of the same name. */
  readonly role?: string;
  readonly subjects: Subject[];
}

const kubeSystem = (name: string, ...subjects: Subject[]): Local => ({ namespace: 'kube-system', name, subjects });

/** k8s: namespace_policy.go */
const local: readonly Local[] = [
  { namespace: 'kube-public', name: 'system:controller:bootstrap-signer', subjects: accounts('bootstrap-signer') },
  {
    ...kubeSystem(
      'system::extension-apiserver-authentication-reader',
      ...users('system:kube-controller-manager', 'system:kube-scheduler'),
    ),
    role: 'extension-apiserver-authentication-reader',
  },
  kubeSystem(
    'system::leader-locking-kube-controller-manager',
    ...users('system:kube-controller-manager'),
    ...accounts('kube-controller-manager', 'leader-election-controller'),
  ),
  kubeSystem('system::leader-locking-kube-scheduler', ...users('system:kube-scheduler'), ...accounts('kube-scheduler')),
  kubeSystem('system:controller:bootstrap-signer', ...accounts('bootstrap-signer')),
  kubeSystem('system:controller:cloud-provider', ...accounts('cloud-provider')),
  kubeSystem('system:controller:token-cleaner', ...accounts('token-cleaner')),
];

function clusterBinding(name: string, subjects: Subject[]): RoleBinding {
  return {
    apiVersion: RBAC_API_VERSION,
    kind: 'ClusterRoleBinding',
    metadata: initialMetadata(name),
    roleRef: { apiGroup: API_GROUP, kind: 'ClusterRole', name },
    ...(subjects.length === 0 ? {} : { subjects }),
  };
}

/** A controller goes by the service account of its name. */
export function controllerBindings(roles: readonly Role[]): RoleBinding[] {
  return roles.map(({ metadata: { name = '' } }) =>
    clusterBinding(name, accounts(name.slice('system:controller:'.length))),
  );
}

export const clusterBindings = (): RoleBinding[] =>
  Object.entries(clusterWide).map(([role, subjects]) => clusterBinding(role, subjects));

export const localBindings = (): RoleBinding[] =>
  local.map(({ namespace, name, role = name, subjects }) => ({
    apiVersion: RBAC_API_VERSION,
    kind: 'RoleBinding',
    metadata: { ...initialMetadata(name), namespace },
    roleRef: { apiGroup: API_GROUP, kind: 'Role', name: role },
    subjects,
  }));
