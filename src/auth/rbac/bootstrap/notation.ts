import type { Role } from '../policy.ts';
import type { RuleJson } from '../policy-rule.ts';
import { initialMetadata, RBAC_API_VERSION } from './initial-metadata.ts';

const read = ['get', 'list', 'watch'];
const write = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const shorthands: { readonly [word: string]: readonly string[] } = {
  read,
  write,
  readwrite: [...read, ...write].sort(),
};
const aggregateTo = (name: string): string => `rbac.authorization.k8s.io/aggregate-to-${name}`;

/**
 * Roles as a table, which says in a page what takes thousands of lines as YAML:
 *
 *     kube-system/NAME -> edit           a role, and the role that it becomes part of
 *       read on core apps: pods = a b    verbs, groups, resources, and names if only some are meant
 *       get at /version /livez           verbs and paths
 *     NAME <- view                       a role that consists of those that become part of it
 *
 * A line that begins further right goes on with the one before.
 */
export function parseRoles(table: string): Role[] {
  const roles: Role[] = [];
  for (const line of table
    .trim()
    .replaceAll(/\n {6}/g, ' ')
    .split('\n')) {
    if (!line.startsWith(' ')) roles.push(parseHead(line));
    else addRule(roles.at(-1), parseRule(line.trim()));
  }
  return roles;
}

function addRule(role: Role | undefined, rule: RuleJson): void {
  if (role !== undefined) role.rules = [...(role.rules ?? []), rule];
}

function parseHead(line: string): Role {
  const [place = '', ...links] = line.split(' ');
  const [name = '', namespace] = place.split('/').reverse();
  const linked = (arrow: string): string | undefined =>
    links.includes(arrow) ? aggregateTo(links[links.indexOf(arrow) + 1] ?? '') : undefined;
  const label = linked('->');
  const gathers = linked('<-');
  return {
    apiVersion: RBAC_API_VERSION,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: {
      ...initialMetadata(name, label === undefined ? {} : { [label]: 'true' }),
      ...(namespace === undefined ? {} : { namespace }),
    },
    ...(gathers === undefined
      ? {}
      : { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [gathers]: 'true' } }] } }),
    rules: null,
  };
}

function parseRule(line: string): RuleJson {
  const [, said = '', kind, rest = ''] = /^(.*?) (on|at) (.*)$/.exec(line) ?? [];
  const verbs = said.split(' ').flatMap((word) => shorthands[word] ?? [word]);
  if (kind === 'at') return { verbs, nonResourceURLs: rest.split(' ') };
  const [groups = '', what = ''] = rest.split(': ');
  const [resources = '', names] = what.split(' = ');
  return {
    verbs,
    apiGroups: groups.split(' ').map((group) => (group === 'core' ? '' : group)),
    resources: resources.split(' '),
    ...(names === undefined ? {} : { resourceNames: names.split(' ') }),
  };
}
