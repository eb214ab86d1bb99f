import { ruleAllows } from '../../../../src/auth/rbac/rule-match.ts';
import { type Chain, chainsTo, type NamedSubject, type PolicyObjects } from '../../../../src/auth/rbac/who-can.ts';
import type { ServedResource } from '../../api/discovery.ts';

export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;

/** Somebody, as kubectl names them: a user, a group, or a service account of a namespace. */
export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  /** Of a service account. */
  readonly namespace: string;
}

export interface MatrixRow {
  readonly resource: ServedResource;
  /** What lets them, by verb; absent where they may not. */
  readonly cells: ReadonlyMap<string, Chain>;
}

const MASTERS = 'system:masters';
const AUTHENTICATED = 'system:authenticated';

/** The groups that somebody is in without anybody saying so. */
function groupsOf({ kind, name, namespace }: Subject): readonly string[] {
  if (kind === 'Group') return [name];
  const accounts = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return kind === 'ServiceAccount' ? [...accounts, AUTHENTICATED] : [AUTHENTICATED];
}

/** Whether a subject of a binding is somebody, or a group that they are in. */
export function isThem(somebody: Subject): (subject: NamedSubject) => boolean {
  const groups = groupsOf(somebody);
  const { kind, name, namespace } = somebody;
  const user = kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name;
  return (subject) => {
    if (subject.kind === 'Group') return groups.includes(subject.name ?? '');
    if (kind === 'Group') return false;
    if (subject.kind === 'User') return subject.name === user;
    return kind === 'ServiceAccount' && subject.name === name && subject.namespace === namespace;
  };
}

/** Who may do everything, whatever the roles say. */
export const isMaster = (somebody: Subject): boolean => somebody.kind === 'Group' && somebody.name === MASTERS;

interface MatrixSources {
  readonly policy: PolicyObjects;
  readonly resources: readonly ServedResource[];
  /** '' for what they may do in all namespaces. */
  readonly namespace: string;
}

/** What somebody may do with each resource, those first that they may do something with. Rules that name single objects do not count: they are not for all of them. */
export function matrixOf(somebody: Subject, { policy, resources, namespace }: MatrixSources): readonly MatrixRow[] {
  const chains = chainsTo(policy, isThem(somebody));
  const rows = resources.map((resource) => {
    const cells = new Map<string, Chain>();
    for (const verb of resource.verbs) {
      const { group, resource: name } = resource;
      const wanted = { kind: 'resource', verb, group, resource: name, subresource: '', namespace, name: '' } as const;
      // What is given in a namespace counts for what lies in one.
      const chain = chains.find(
        ({ rule, binding }) => (resource.namespaced || binding.namespace === undefined) && ruleAllows(rule, wanted),
      );
      if (chain !== undefined) cells.set(verb, chain);
    }
    return { resource, cells };
  });
  // What they may do is soon told; the rest is nearly everything.
  return [...rows.filter(({ cells }) => cells.size > 0), ...rows.filter(({ cells }) => cells.size === 0)];
}

/** All whom bindings name, each once, by kind and name. */
export function boundSubjects(bindings: PolicyObjects['bindings']): readonly Subject[] {
  const found = new Map<string, Subject>();
  for (const { subjects = [] } of bindings) {
    for (const { kind, name = '', namespace = '' } of subjects) {
      const subject: Subject = { kind: kind as Subject['kind'], name, namespace };
      found.set(JSON.stringify(subject), subject);
    }
  }
  return [...found.values()].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

const textOf = ({ kind, namespace, name }: Subject): string => `${kind} ${namespace} ${name}`;
