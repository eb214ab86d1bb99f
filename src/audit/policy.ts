import type { Attributes } from '#auth';
import type { UserInfo } from '#machinery';

export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type Level = (typeof levels)[number];

export const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type Stage = (typeof stages)[number];

/** Which requests are written down, and how much of them. The first rule that matches counts. */
export interface AuditPolicy {
  readonly rules: readonly PolicyRule[];
  readonly omitStages?: readonly Stage[];
  readonly omitManagedFields?: boolean;
}

export interface PolicyRule {
  readonly level: Level;
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly GroupResources[];
  readonly namespaces?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly Stage[];
  readonly omitManagedFields?: boolean;
}

export interface GroupResources {
  readonly group?: string;
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** What a policy says of one request. */
export interface RequestAuditConfig {
  readonly level: Level;
  readonly omitStages: ReadonlySet<Stage>;
  readonly omitManagedFields: boolean;
}

/** k8s: apiserver/pkg/audit/policy/checker.go */
export class PolicyRuleEvaluator {
  readonly #rules: readonly { readonly rule: PolicyRule; readonly config: RequestAuditConfig }[];
  readonly #otherwise: RequestAuditConfig;

  constructor({ rules, omitStages = [], omitManagedFields = false }: AuditPolicy) {
    this.#rules = rules.map((rule) => ({
      rule,
      config: {
        level: rule.level,
        omitStages: new Set([...omitStages, ...(rule.omitStages ?? [])]),
        omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
      },
    }));
    this.#otherwise = { level: 'None', omitStages: new Set(omitStages), omitManagedFields };
  }

  /** Nobody is known where authentication failed. */
  evaluate(attributes: Attributes, user: UserInfo | undefined): RequestAuditConfig {
    return this.#rules.find(({ rule }) => matches(rule, attributes, user))?.config ?? this.#otherwise;
  }
}

function matches(rule: PolicyRule, attributes: Attributes, user: UserInfo | undefined): boolean {
  const { users = [], userGroups = [], verbs = [], namespaces = [], resources = [], nonResourceURLs = [] } = rule;
  if (users.length > 0 && (user === undefined || !users.includes(user.name))) return false;
  if (userGroups.length > 0 && !user?.groups.some((group) => userGroups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(attributes.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) {
    if (attributes.kind !== 'resource') return false;
    if (namespaces.length > 0 && !namespaces.includes(attributes.namespace)) return false;
    return resources.length === 0 || resources.some((one) => namesResource(one, attributes));
  }
  if (nonResourceURLs.length === 0) return true;
  return attributes.kind === 'path' && nonResourceURLs.some((spec) => matchesPath(spec, attributes.path));
}

type ResourceAttributes = Attributes & { readonly kind: 'resource' };

function namesResource(
  { group = '', resources = [], resourceNames = [] }: GroupResources,
  attributes: ResourceAttributes,
): boolean {
  if (group !== '*' && group !== attributes.group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(attributes.name)) return false;
  return resources.some((said) => matchesResource(said, attributes));
}

/** `pods`, `pods/log`, `pods/*`, `*\/log` or `*`. */
function matchesResource(said: string, { resource, subresource }: ResourceAttributes): boolean {
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  if (said === whole || said === '*') return true;
  if (subresource !== '' && said === `*/${subresource}`) return true;
  return said === `${resource}/*`;
}

function matchesPath(spec: string, path: string): boolean {
  if (spec === '*' || spec === path) return true;
  return spec.endsWith('*') && path.startsWith(spec.replace(/\*+$/, ''));
}
