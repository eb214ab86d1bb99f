// The same code that answers `pinnace who-can`; it imports nothing of the server.
import type { PolicyRule } from '../../../../src/auth/rbac/rule-match.ts';
import type { PolicyObjects } from '../../../../src/auth/rbac/who-can.ts';
import { listAll } from '../../api/list-all.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** The roles and bindings of the cluster, and of a namespace where one is named. */
export async function readPolicy(namespace: string, signal: AbortSignal): Promise<PolicyObjects> {
  const local = <T>(resource: string): Promise<readonly T[]> =>
    namespace === ''
      ? Promise.resolve([])
      : listAll<T>(`${RBAC}/namespaces/${encodeURIComponent(namespace)}/${resource}`, signal);
  const [clusterRoles, roles, everywhere, here] = await Promise.all([
    listAll<PolicyObjects['clusterRoles'][number]>(`${RBAC}/clusterroles`, signal),
    local<PolicyObjects['roles'][number]>('roles'),
    listAll<PolicyObjects['bindings'][number]>(`${RBAC}/clusterrolebindings`, signal),
    local<PolicyObjects['bindings'][number]>('rolebindings'),
  ]);
  return { clusterRoles, roles, bindings: [...everywhere, ...here] };
}

/** `get, list pods in core` */
export function ruleText({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  const did = (verbs ?? []).map((verb) => (verb === '*' ? 'every verb' : verb)).join(', ');
  if (nonResourceURLs !== undefined && nonResourceURLs.length > 0) return `${did} on ${nonResourceURLs.join(', ')}`;
  const on = (resources ?? []).map((one) => (one === '*' ? 'everything' : one)).join(', ');
  const groups = (apiGroups ?? []).map((one) => (one === '*' ? 'all groups' : one === '' ? 'core' : one)).join(', ');
  const names = resourceNames !== undefined && resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : '';
  return `${did} on ${on} in ${groups}${names}`;
}
