import { isDeepStrictEqual } from 'node:util';
import type { UserInfo } from '#machinery';
import { apiErrors, goQuote, type KubeObject } from '#meta';
import { type Authorizer, MASTERS } from '../authorize.ts';
import type { Policy, Role, RoleBinding, RoleRef } from './policy.ts';
import { compactRules, describeRule, missingRules, quoteAll } from './policy-rule.ts';
import { joinFaults } from './rbac-authorizer.ts';
import type { PolicyRule } from './rule-match.ts';

/** A role or binding that is about to be written. */
interface PolicyWrite {
  readonly user: UserInfo;
  /** `roles`, `clusterroles`, `rolebindings`, `clusterrolebindings`; others are let through. */
  readonly resource: string;
  readonly namespace: string;
  /** '' when it is new. */
  readonly name: string;
  readonly object: KubeObject;
  /** Null when it is new. */
  readonly live: KubeObject | null;
}

const GROUP = 'rbac.authorization.k8s.io';
const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** Nobody gives away what they do not have, unless they may `escalate` the role or `bind` it. k8s: registry/rbac */
export class EscalationGuard {
  readonly #policy: Policy;
  readonly #authorizer: Authorizer;

  constructor(policy: Policy, authorizer: Authorizer) {
    this.#policy = policy;
    this.#authorizer = authorizer;
  }

  async check(write: PolicyWrite): Promise<void> {
    if (write.user.groups.includes(MASTERS)) return;
    if (write.live !== null && onlyForCollector(write.object, write.live)) return;
    if (write.resource === 'roles' || write.resource === 'clusterroles') await this.#checkRole(write);
    else await this.#checkBinding(write);
  }

  async #checkRole(write: PolicyWrite): Promise<void> {
    const { user, resource, namespace, name } = write;
    if (await this.#may(user, { verb: 'escalate', resource, namespace, name })) return;
    const object = write.object as Role;
    await this.#checkRules(write, object.rules ?? []);
    if (!isAggregating(object) && !isAggregating(write.live)) return;
    try {
      await this.#checkRules(write, fullAuthority);
    } catch {
      throw this.#forbidden(write, 'must have cluster-admin privileges to use the aggregationRule');
    }
  }

  async #checkBinding(write: PolicyWrite): Promise<void> {
    const { user, namespace } = write;
    const { roleRef = {} } = write.object as RoleBinding;
    const resource = `${roleRef.kind?.toLowerCase() ?? ''}s`;
    if (await this.#may(user, { verb: 'bind', resource, namespace, name: roleRef.name ?? '' })) return;
    await this.#checkRules(write, await this.#rulesOf(roleRef, write));
  }

  /** A missing role is reported with the resource of the binding, as the real server does. */
  async #rulesOf(roleRef: RoleRef, { resource, namespace }: PolicyWrite): Promise<readonly PolicyRule[]> {
    if (roleRef.kind === 'Role' && namespace === '') throw apiErrors.badRequest('Namespace parameter required.');
    if (!roleRef.name) throw apiErrors.badRequest('Name parameter required.');
    const rules = (await this.#policy.now()).rulesOf(roleRef, namespace);
    if (rules === undefined) throw apiErrors.notFound({ group: GROUP, resource }, roleRef.name ?? '');
    return rules;
  }

  async #checkRules(write: PolicyWrite, wanted: readonly PolicyRule[]): Promise<void> {
    const held: PolicyRule[] = [];
    const faults: string[] = [];
    for (const found of (await this.#policy.now()).held(write.user, write.namespace)) {
      if (typeof found === 'string') faults.push(found);
      else held.push(found.rule);
    }
    const missing = missingRules(held, wanted);
    if (missing.length === 0) return;
    const { name, groups } = write.user;
    const told = [...new Set(compactRules(missing).map(describeRule))].sort().join('\n');
    const why = `user ${goQuote(name)} (groups=${quoteAll(groups)}) is attempting to grant RBAC permissions not currently held:\n${told}`;
    throw this.#forbidden(write, faults.length === 0 ? why : `${why}; resolution errors: [${joinFaults(faults)}]`);
  }

  async #may(
    user: UserInfo,
    wanted: { readonly verb: string; readonly resource: string; readonly namespace: string; readonly name: string },
  ): Promise<boolean> {
    const attributes = { kind: 'resource', group: GROUP, subresource: '', ...wanted } as const;
    return (await this.#authorizer.authorize(user, attributes)).allowed;
  }

  #forbidden({ resource, object }: PolicyWrite, why: string): Error {
    return apiErrors.forbidden({ group: GROUP, resource }, object.metadata.name ?? '', why);
  }
}

function isAggregating(role: KubeObject | null): boolean {
  const { clusterRoleSelectors = [] } = (role?.aggregationRule ?? {}) as { clusterRoleSelectors?: unknown[] };
  return clusterRoleSelectors.length > 0;
}

/** The garbage collector changes owners and finalizers, which gives nobody anything. */
function onlyForCollector(object: KubeObject, live: KubeObject): boolean {
  return isDeepStrictEqual(substance(object), substance(live));
}

function substance({ metadata, ...rest }: KubeObject): unknown {
  const { ownerReferences: _, finalizers: __, managedFields: ___, selfLink: ____, ...kept } = metadata;
  return { ...rest, metadata: kept };
}
