import { whenReady } from '#meta';
import type { Authorizer, Decision } from '../authorize.ts';
import type { CurrentPolicy, Policy } from './policy.ts';
import type { RuleJson } from './policy-rule.ts';
import { type Attributes, ruleAllows } from './rule-match.ts';

/** Allows what some rule of some role that is bound to the user allows. k8s: plugin/pkg/auth/authorizer/rbac */
export function rbacAuthorizer(policy: Policy): Required<Authorizer> {
  return {
    authorize(user, attributes) {
      const namespace = attributes.kind === 'resource' ? attributes.namespace : '';
      return whenReady(policy.now(), (current) => decide(current.held(user, namespace), attributes));
    },
    async rules(user, namespace) {
      const rules: RuleJson[] = [];
      const faults: string[] = [];
      for (const held of (await policy.now()).held(user, namespace)) {
        if (typeof held === 'string') faults.push(held);
        else rules.push(held.rule);
      }
      return { rules, faults };
    },
  };
}

function decide(rules: ReturnType<CurrentPolicy['held']>, attributes: Attributes): Decision {
  const faults: string[] = [];
  for (const held of rules) {
    if (typeof held === 'string') faults.push(held);
    else if (ruleAllows(held.rule, attributes)) {
      return { allowed: true, reason: `RBAC: allowed by ${held.source()}` };
    }
  }
  return { allowed: false, reason: faults.length === 0 ? '' : `RBAC: ${joinFaults(faults)}` };
}

/** Several errors as one text, each told once. */
export function joinFaults(faults: readonly string[]): string {
  const different = [...new Set(faults)];
  return different.length === 1 ? (different[0] as string) : `[${different.join(', ')}]`;
}
