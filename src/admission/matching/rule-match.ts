import type { ResourceDefinition } from '#machinery';
import type { GroupVersionKind, GroupVersionResource } from '#meta';
import type { AdmissionAttributes } from '../plugin.ts';

/** Operations on resources, as webhooks and policies name them. */
export interface MatchRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Only objects of these names, if there are some. */
  readonly resourceNames?: readonly string[];
}

/** What a rule names: what was asked for, or the same in another version. */
export interface MatchedAs {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  /** How a request is asked for its objects so: the version, with the group in front where that is another one. */
  readonly version: string;
}

export type MatchPolicy = 'Exact' | 'Equivalent';

/** What of a request rules look at. */
type RuleTarget = Pick<
  AdmissionAttributes,
  'operation' | 'kind' | 'resource' | 'subresource' | 'served' | 'namespace' | 'name'
>;

/** Requests about a namespace are in that namespace. */
export function namespaceOf({
  resource,
  namespace,
  name,
}: Pick<RuleTarget, 'resource' | 'namespace' | 'name'>): string {
  return isNamespaces(resource) ? name : namespace;
}

const isNamespaces = ({ group, resource }: GroupVersionResource): boolean => group === '' && resource === 'namespaces';

/** As what a request matches one of the rules. k8s: apiserver/pkg/admission/plugin/policy/matching/matching.go */
export function matchRules(
  rules: readonly MatchRule[],
  matchPolicy: MatchPolicy,
  target: RuleTarget,
): MatchedAs | undefined {
  const { resource } = target;
  if (rules.some((rule) => ruleMatches(rule, target, resource) && namesMatch(rule, target))) return asAsked(target);
  if (matchPolicy === 'Exact' || rules.length === 0) return undefined;
  const others = equivalentsOf(target).filter((other) => !isSame(other.resource, resource));
  for (const rule of rules) {
    if (!namesMatch(rule, target)) continue;
    const found = others.find((other) => ruleMatches(rule, target, other.resource));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSame(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource;
}

/** The resource in all versions in which it is served. */
function equivalentsOf({ served, resource, kind, subresource }: RuleTarget): readonly MatchedAs[] {
  const { definition } = served;
  const part = definition.subresources.get(subresource);
  const ownKind = part !== undefined && part.mode !== 'object' ? part.kind : undefined;
  // A question about a part has no other versions than that one.
  if (resource.resource !== definition.resource) return [asAsked({ resource, kind })];
  const { group } = resource;
  const own = [...definition.versions.values()]
    .filter((version) => version.served)
    .map(({ version }) => ({
      resource: { group, version, resource: resource.resource },
      kind: ownKind ?? { group, version, kind: definition.kind },
      version: ownKind?.version ?? version,
    }));
  return definition.elsewhere === undefined ? own : [...own, ...elsewhere(definition)];
}

/** The same objects under another group. */
function elsewhere({ elsewhere: others = new Map(), resource, kind }: ResourceDefinition): readonly MatchedAs[] {
  return [...others.keys()].map((key: string) => {
    const [group = '', version = ''] = key.split('/');
    return { resource: { group, version, resource }, kind: { group, version, kind }, version: key };
  });
}

/** As what a request is, whatever rules say. */
export const asAsked = ({ resource, kind }: Pick<RuleTarget, 'resource' | 'kind'>): MatchedAs => ({
  resource,
  kind,
  version: kind.version,
});

function ruleMatches(rule: MatchRule, target: RuleTarget, resource: GroupVersionResource): boolean {
  return (
    scopeMatches(rule.scope, target, resource) &&
    names(rule.operations, target.operation) &&
    names(rule.apiGroups, resource.group) &&
    names(rule.apiVersions, resource.version) &&
    resourceMatches(rule.resources, resource.resource, target.subresource)
  );
}

function names(list: readonly string[] = [], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted);
}

function resourceMatches(list: readonly string[] = [], resource: string, subresource: string): boolean {
  return list.some((entry) => {
    const slash = entry.indexOf('/');
    const [named, part] = slash < 0 ? [entry, ''] : [entry.slice(0, slash), entry.slice(slash + 1)];
    return (named === '*' || named === resource) && (part === '*' || part === subresource);
  });
}

function scopeMatches(scope: string | undefined, target: RuleTarget, resource: GroupVersionResource): boolean {
  if (scope === undefined || scope === '*') return true;
  const isCluster = isNamespaces(resource) || namespaceOf(target) === '';
  return scope === 'Cluster' ? isCluster : scope === 'Namespaced' && !isCluster;
}

/** A name that is not generated yet matches none of them. */
function namesMatch({ resourceNames = [] }: MatchRule, { name }: RuleTarget): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}
