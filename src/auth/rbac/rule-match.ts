// Imports nothing: the console asks the same questions in a browser.

/** What is being asked for, as far as permission goes. */
export type Attributes =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      /** '' for the cluster scope. */
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

/** One permission: verbs on resources, or verbs on paths. */
export interface PolicyRule {
  readonly verbs?: readonly string[] | null;
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export type List = readonly string[] | null | undefined;

export function ruleAllows(rule: PolicyRule, wanted: Attributes): boolean {
  if (!hasOrAll(rule.verbs, wanted.verb)) return false;
  if (wanted.kind === 'path') return (rule.nonResourceURLs ?? []).some((url) => urlAllows(url, wanted.path));
  return (
    hasOrAll(rule.apiGroups, wanted.group) &&
    resourceAllows(rule.resources, wanted) &&
    (isEmpty(rule.resourceNames) || has(rule.resourceNames, wanted.name))
  );
}

export const has = (list: List, value: string): boolean => list?.includes(value) ?? false;
export const hasOrAll = (list: List, value: string): boolean => has(list, '*') || has(list, value);
export const isEmpty = (list: List): boolean => (list ?? []).length === 0;

// `*`, `pods`, `pods/log`, and `*/scale` for one part of every resource.
function resourceAllows(
  resources: List,
  { resource, subresource }: { resource: string; subresource: string },
): boolean {
  if (subresource === '') return hasOrAll(resources, resource);
  return hasOrAll(resources, `${resource}/${subresource}`) || has(resources, `*/${subresource}`);
}

/** `*` at the end stands for whatever follows. */
export function urlAllows(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, '')));
}
