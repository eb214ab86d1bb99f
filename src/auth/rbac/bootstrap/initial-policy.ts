import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '#meta';
import type { Role, RoleBinding } from '../policy.ts';
import { missingRules, type RuleJson } from '../policy-rule.ts';
import { clusterBindings, controllerBindings, localBindings } from './bindings.ts';
import { clusterRoleTable } from './cluster-roles.ts';
import { controllerRoleTable } from './controller-roles.ts';
import { AUTO_UPDATE } from './initial-metadata.ts';
import { namespaceRoleTable } from './namespace-roles.ts';
import { parseRoles } from './notation.ts';

/** The roles and bindings that every server has. First those of controllers: they are at work already. */
export function initialPolicy(): readonly (Role | RoleBinding)[] {
  const controllers = parseRoles(controllerRoleTable);
  return [
    ...controllers,
    ...controllerBindings(controllers),
    ...parseRoles(clusterRoleTable),
    ...clusterBindings(),
    ...parseRoles(namespaceRoleTable),
    ...localBindings(),
  ];
}

interface Grants extends KubeObject {
  rules?: RuleJson[] | null;
  subjects?: RoleBinding['subjects'];
  aggregationRule?: { clusterRoleSelectors?: KubeObject['metadata'][] };
}

/**
 * One that is there, brought up to date: what is missing is added, what somebody added stays. Undefined when nothing is
 * missing, or when it is not to be touched. k8s: registry/rbac/reconciliation
 */
export function reconciled(live: Grants, wanted: Grants): KubeObject | undefined {
  if (live.metadata.annotations?.[AUTO_UPDATE] === 'false') return undefined;
  const next: Grants = { ...live, metadata: { ...live.metadata } };
  for (const part of ['labels', 'annotations'] as const) {
    next.metadata[part] = { ...live.metadata[part], ...wanted.metadata[part] };
  }
  const rules = missingRules(live.rules ?? [], wanted.rules ?? []) as RuleJson[];
  if (rules.length > 0) next.rules = [...(live.rules ?? []), ...rules];
  const subjects = missing(live.subjects, wanted.subjects);
  if (subjects.length > 0) next.subjects = [...(live.subjects ?? []), ...subjects];
  const selectors = missing(selectorsOf(live), selectorsOf(wanted));
  if (selectors.length > 0) next.aggregationRule = { clusterRoleSelectors: [...selectorsOf(live), ...selectors] };
  return isDeepStrictEqual(next, live) ? undefined : next;
}

const selectorsOf = ({ aggregationRule }: Grants) => aggregationRule?.clusterRoleSelectors ?? [];

function missing<T>(there: readonly T[] = [], wanted: readonly T[] = []): T[] {
  return wanted.filter((one) => !there.some((other) => isDeepStrictEqual(one, other)));
}
