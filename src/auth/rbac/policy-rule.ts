import { goQuote, type JsonObject } from '#meta';
import { has, hasOrAll, isEmpty, type List, type PolicyRule, urlAllows } from './rule-match.ts';

/** A rule as part of an object. */
export type RuleJson = PolicyRule & JsonObject;

/** What is left of the wanted rules, in single permissions, after taking away what the held ones cover. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(singleRules).filter((single) => !held.some((rule) => covers(rule, single)));
}

/** One verb on one thing each. */
function singleRules(rule: PolicyRule): PolicyRule[] {
  const singles: PolicyRule[] = [];
  for (const apiGroup of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs ?? []) {
        const single = { apiGroups: [apiGroup], resources: [resource], verbs: [verb] };
        if (isEmpty(rule.resourceNames)) singles.push(single);
        for (const name of rule.resourceNames ?? []) singles.push({ ...single, resourceNames: [name] });
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs ?? []) singles.push({ nonResourceURLs: [url], verbs: [verb] });
  }
  return singles;
}

/** k8s: component-helpers/auth/rbac/validation ruleCovers */
function covers(held: PolicyRule, single: PolicyRule): boolean {
  const all = (list: List, wanted: List): boolean => (wanted ?? []).every((value) => hasOrAll(list, value));
  if (!all(held.verbs, single.verbs)) return false;
  if (!all(held.apiGroups, single.apiGroups)) return false;
  if (!(single.resources ?? []).every((resource) => resourceCovers(held.resources, resource))) return false;
  if (!(single.nonResourceURLs ?? []).every((url) => (held.nonResourceURLs ?? []).some((own) => urlAllows(own, url)))) {
    return false;
  }
  if (isEmpty(single.resourceNames)) return isEmpty(held.resourceNames);
  return isEmpty(held.resourceNames) || (single.resourceNames ?? []).every((name) => has(held.resourceNames, name));
}

function resourceCovers(held: List, wanted: string): boolean {
  if (hasOrAll(held, wanted)) return true;
  const slash = wanted.indexOf('/');
  return slash >= 0 && has(held, `*${wanted.slice(slash)}`);
}

/** Rules for one resource that differ in their verbs only become one. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const whole: PolicyRule[] = [];
  const simple = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    const isSimple = apiGroups.length === 1 && resources.length === 1 && resourceNames.length <= 1;
    if (!isSimple || nonResourceURLs.length > 0) {
      whole.push(rule);
      continue;
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames]);
    const before = simple.get(key);
    simple.set(
      key,
      before === undefined ? rule : { ...before, verbs: [...(before.verbs ?? []), ...(rule.verbs ?? [])] },
    );
  }
  return [...whole, ...simple.values()];
}

/** `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}` */
export function describeRule(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const;
  const told = parts.filter(([, list]) => !isEmpty(list));
  return `{${told.map(([name, list]) => `${name}:${quoteAll(list ?? [])}`).join(', ')}}`;
}

/** A list as Go's `%q` shows it. */
export const quoteAll = (list: readonly string[]): string => `[${list.map(goQuote).join(' ')}]`;
