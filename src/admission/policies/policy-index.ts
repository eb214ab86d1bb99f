import type { ObjectsInMemory, ReadConfiguration } from '../configuration.ts';
import { RuleIndex } from '../matching/rule-index.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { Binding, Policy, PolicySpec } from './policy.ts';

/** A policy with what puts it into force. */
export interface BoundPolicy<Spec extends PolicySpec> {
  readonly policy: Policy<Spec>;
  readonly bindings: readonly Binding[];
}

type Bound<Spec extends PolicySpec> = readonly BoundPolicy<Spec>[];

/** The policies that are in force, by what they are for. A request pays for those that name its resource. */
export class PolicyIndex<Spec extends PolicySpec> {
  readonly #read: ReadConfiguration;
  readonly #resources: { readonly policies: string; readonly bindings: string };
  #policiesSince = -1;
  #bindingsSince = -1;
  #bound: RuleIndex<BoundPolicy<Spec>> = indexOf<Spec>([]);

  constructor(read: ReadConfiguration, resources: { readonly policies: string; readonly bindings: string }) {
    this.#read = read;
    this.#resources = resources;
  }

  /** Those whose rules name what is asked for, in order of name. */
  for(request: AdmissionAttributes): Bound<Spec> | Promise<Bound<Spec>> {
    const policies = this.#read(this.#resources.policies);
    const bindings = this.#read(this.#resources.bindings);
    if (policies instanceof Promise || bindings instanceof Promise) {
      return Promise.all([policies, bindings]).then(([first, second]) => this.#among(first, second, request));
    }
    return this.#among(policies, bindings, request);
  }

  #among(policies: ObjectsInMemory, bindings: ObjectsInMemory, request: AdmissionAttributes): Bound<Spec> {
    if (policies.since !== this.#policiesSince || bindings.since !== this.#bindingsSince) {
      this.#policiesSince = policies.since;
      this.#bindingsSince = bindings.since;
      this.#bound = indexOf(bindAll<Spec>(policies, bindings));
    }
    return isExempt(request) ? [] : this.#bound.for(request);
  }
}

function indexOf<Spec extends PolicySpec>(bound: Bound<Spec>): RuleIndex<BoundPolicy<Spec>> {
  return new RuleIndex(bound, ({ policy: { spec } }) => {
    const { resourceRules: rules = [], matchPolicy } = spec.matchConstraints ?? {};
    return { rules, matchPolicy: matchPolicy === 'Equivalent' ? 'Equivalent' : 'Exact' };
  });
}

function bindAll<Spec extends PolicySpec>(policies: ObjectsInMemory, bindings: ObjectsInMemory): Bound<Spec> {
  const byPolicy = new Map<string, Binding[]>();
  for (const object of bindings.all()) {
    const binding = object as unknown as Binding;
    const { policyName = '' } = binding.spec;
    const others = byPolicy.get(policyName);
    if (others === undefined) byPolicy.set(policyName, [binding]);
    else others.push(binding);
  }
  const bound: BoundPolicy<Spec>[] = [];
  for (const object of policies.all()) {
    const own = byPolicy.get(object.metadata.name ?? '');
    if (own !== undefined) bound.push({ policy: object as unknown as Policy<Spec>, bindings: own });
  }
  return bound;
}

const exempt: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'admissionregistration.k8s.io',
    new Set([
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
      'mutatingadmissionpolicies',
      'mutatingadmissionpolicybindings',
    ]),
  ],
  ['authentication.k8s.io', new Set(['selfsubjectreviews', 'tokenreviews'])],
  [
    'authorization.k8s.io',
    new Set([
      'localsubjectaccessreviews',
      'selfsubjectaccessreviews',
      'selfsubjectrulesreviews',
      'subjectaccessreviews',
    ]),
  ],
]);

/** Policies do not apply to policies, nor to reviews that everybody must be able to create. */
function isExempt({ resource }: AdmissionAttributes): boolean {
  return exempt.get(resource.group)?.has(resource.resource) ?? false;
}
