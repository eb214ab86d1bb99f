import { type ConfigurationSources, noObjects, type ObjectsInMemory } from '../configuration.ts';
import { RuleIndex } from '../matching/rule-index.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { Binding, Policy, PolicySpec } from './policy.ts';

/** A policy with what puts it into force. */
export interface BoundPolicy<Spec extends PolicySpec> {
  readonly policy: Policy<Spec>;
  readonly bindings: readonly Binding[];
}

type Bound<Spec extends PolicySpec> = readonly BoundPolicy<Spec>[];

interface ResourceNames {
  readonly policies: string;
  readonly bindings: string;
}

/** The policies that are in force, by what they are for. A request pays for those that name its resource. */
export class PolicyIndex<Spec extends PolicySpec> {
  readonly #sources: ConfigurationSources;
  readonly #resources: ResourceNames;
  #policiesSince = -1;
  #bindingsSince = -1;
  #manifestsSince = -1;
  #inFiles: RuleIndex<BoundPolicy<Spec>> = indexOf<Spec>([]);
  #all: RuleIndex<BoundPolicy<Spec>> = indexOf<Spec>([]);

  constructor(sources: ConfigurationSources, resources: ResourceNames) {
    this.#sources = sources;
    this.#resources = resources;
  }

  /** Those whose rules name what is asked for, in order of name, those in files first. */
  for(request: AdmissionAttributes): Bound<Spec> | Promise<Bound<Spec>> {
    const { readConfiguration } = this.#sources;
    const policies = readConfiguration(this.#resources.policies);
    const bindings = readConfiguration(this.#resources.bindings);
    if (policies instanceof Promise || bindings instanceof Promise) {
      return Promise.all([policies, bindings]).then(([first, second]) => this.#among(first, second, request));
    }
    return this.#among(policies, bindings, request);
  }

  #among(policies: ObjectsInMemory, bindings: ObjectsInMemory, request: AdmissionAttributes): Bound<Spec> {
    this.#renew(policies, bindings);
    switch (exemptionOf(request)) {
      case 'from all':
        return [];
      case 'from those in the store':
        return this.#inFiles.for(request);
      case 'none':
        return this.#all.for(request);
    }
  }

  #renew(policies: ObjectsInMemory, bindings: ObjectsInMemory): void {
    const { readManifests = () => noObjects } = this.#sources;
    const inFiles = {
      policies: readManifests(this.#resources.policies),
      bindings: readManifests(this.#resources.bindings),
    };
    const isSame =
      policies.since === this.#policiesSince &&
      bindings.since === this.#bindingsSince &&
      inFiles.policies.since === this.#manifestsSince;
    if (isSame) return;
    this.#policiesSince = policies.since;
    this.#bindingsSince = bindings.since;
    this.#manifestsSince = inFiles.policies.since;
    const first = bindAll<Spec>(inFiles.policies, inFiles.bindings);
    this.#inFiles = indexOf(first);
    this.#all = indexOf([...first, ...bindAll<Spec>(policies, bindings)]);
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

type Exemption = 'none' | 'from those in the store' | 'from all';

const exempt: ReadonlyMap<string, readonly [Exemption, ReadonlySet<string>]> = new Map([
  [
    'admissionregistration.k8s.io',
    [
      'from those in the store',
      new Set([
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'mutatingadmissionpolicies',
        'mutatingadmissionpolicybindings',
      ]),
    ],
  ],
  ['authentication.k8s.io', ['from all', new Set(['selfsubjectreviews', 'tokenreviews'])]],
  [
    'authorization.k8s.io',
    [
      'from all',
      new Set([
        'localsubjectaccessreviews',
        'selfsubjectaccessreviews',
        'selfsubjectrulesreviews',
        'subjectaccessreviews',
      ]),
    ],
  ],
]);

/** Policies in the store do not apply to policies, and none applies to reviews that everybody must be able to create. */
function exemptionOf({ resource }: AdmissionAttributes): Exemption {
  const [exemption = 'none', resources] = exempt.get(resource.group) ?? [];
  return resources?.has(resource.resource) ? exemption : 'none';
}
