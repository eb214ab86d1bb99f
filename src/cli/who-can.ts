import { type Allowed, type Attributes, type Chain, type Role, type RoleBinding, subjectsAllowed } from '#auth';
import { isJsonObject, type JsonObject } from '#meta';
import { CommandError } from './command.ts';
import type { Cluster } from './compat/cluster.ts';
import { exitCodes } from './exit-codes.ts';
import { askTarget, type TargetInvocation } from './local/target.ts';

interface WhoCanInvocation extends TargetInvocation {
  readonly arguments: readonly string[];
  readonly options: TargetInvocation['options'] & {
    readonly namespace: string | undefined;
    readonly name: string | undefined;
    readonly output: 'text' | 'json';
  };
}

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** Tells who may do something, each with all the ways that let them, on any cluster with RBAC. */
export function whoCan(invocation: WhoCanInvocation): Promise<number> {
  const { arguments: words, options, stdout } = invocation;
  const [verb = '', what = ''] = words;
  return askTarget(invocation, async ({ cluster }) => {
    const wanted = await attributesOf(cluster, { verb, what, ...options });
    const allowed = await subjectsFor(cluster, wanted);
    stdout.write(options.output === 'json' ? `${JSON.stringify({ wanted, allowed })}\n` : textOf(wanted, allowed));
    return allowed.length > 0 ? exitCodes.good : exitCodes.failure;
  });
}

interface Question {
  readonly verb: string;
  readonly what: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

async function attributesOf(cluster: Cluster, { verb, what, namespace, name }: Question): Promise<Attributes> {
  if (what.startsWith('/')) return { kind: 'path', verb, path: what };
  const [whole = '', subresource = ''] = what.split('/');
  // What is impersonated (users, groups) is no resource that a server lists.
  const isListed = verb !== 'impersonate';
  const { group, resource, namespaced } = isListed
    ? await resourceNamed(cluster, whole)
    : { group: '', resource: whole, namespaced: whole === 'serviceaccounts' };
  return {
    kind: 'resource',
    verb,
    group,
    resource,
    subresource,
    namespace: namespaced ? (namespace ?? '') : '',
    name: name ?? '',
  };
}

interface NamedResource {
  readonly group: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/** `deployments.apps`, or any name that the server lists, also a short one. What it does not list may be asked for whole. */
async function resourceNamed(cluster: Cluster, whole: string): Promise<NamedResource> {
  const dot = whole.indexOf('.');
  const [word, group] = dot < 0 ? [whole, undefined] : [whole.slice(0, dot), whole.slice(dot + 1)];
  for (const path of await groupPaths(cluster, group)) {
    const { resources } = (await cluster.find(path)) ?? {};
    const list = Array.isArray(resources) ? resources.filter(isJsonObject) : [];
    const found = list.find(
      ({ name, singularName, shortNames }) =>
        name === word || singularName === word || (Array.isArray(shortNames) && shortNames.includes(word)),
    );
    if (found === undefined) continue;
    return {
      group: path.split('/')[3] ? (path.split('/')[2] ?? '') : '',
      resource: String(found.name),
      namespaced: found.namespaced === true,
    };
  }
  if (group !== undefined) return { group, resource: word, namespaced: true };
  throw new CommandError(`the server has no resource ${JSON.stringify(whole)}`);
}

/** The core group first, as kubectl does. */
async function groupPaths(cluster: Cluster, wanted: string | undefined): Promise<readonly string[]> {
  const { groups } = await cluster.get('/apis');
  const list = Array.isArray(groups) ? groups.filter(isJsonObject) : [];
  const paths = list
    .filter(({ name }) => wanted === undefined || name === wanted)
    .flatMap(({ versions }) => (Array.isArray(versions) ? versions.filter(isJsonObject) : []))
    .map(({ groupVersion }) => `/apis/${groupVersion}`);
  return wanted === undefined ? ['/api/v1', ...paths] : paths;
}

async function subjectsFor(cluster: Cluster, wanted: Attributes): Promise<readonly Allowed[]> {
  const namespace = wanted.kind === 'resource' ? wanted.namespace : '';
  const local = (kind: string) => (namespace === '' ? [] : all(cluster, `${RBAC}/namespaces/${namespace}/${kind}`));
  const policy = {
    clusterRoles: (await all(cluster, `${RBAC}/clusterroles`)) as Role[],
    roles: (await local('roles')) as Role[],
    bindings: [
      ...(await all(cluster, `${RBAC}/clusterrolebindings`)),
      ...(await local('rolebindings')),
    ] as RoleBinding[],
  };
  return subjectsAllowed(policy, wanted);
}

async function all(cluster: Cluster, path: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const item of cluster.list(path)) found.push(item);
  return found;
}

function textOf(wanted: Attributes, allowed: readonly Allowed[]): string {
  const lines = allowed.flatMap(({ subject: { kind, name, namespace }, via }) => [
    `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    ...via.map(chainText),
  ]);
  const where = wanted.kind === 'resource' && wanted.namespace === '' ? ' in all namespaces' : '';
  const none = `Nobody is bound to a role that allows it${where}.`;
  return `${[...(allowed.length === 0 ? [none] : lines)].join('\n')}\nMembers of the group system:masters may do everything.\n`;
}

function chainText({ binding, role, rule }: Chain): string {
  const from = binding.namespace === undefined ? binding.name : `${binding.namespace}/${binding.name}`;
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const on = nonResourceURLs?.length ? nonResourceURLs.join(',') : (resources ?? []).join(',');
  const groups = (apiGroups ?? []).filter((group) => group !== '').join(',');
  const names = resourceNames?.length ? ` named ${resourceNames.join(',')}` : '';
  const what = `${(verbs ?? []).join(',')} ${on}${groups === '' ? '' : ` in ${groups}`}${names}`;
  return `    ${binding.kind} ${from} gives ${role.kind} ${role.name}, which allows: ${what}`;
}
