import type { ResourceDefinition } from '#machinery';
import type { KubeObject } from '#meta';
import { matchRules } from '../matching/rule-match.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { Binding, Policy, PolicySpec } from './policy.ts';

/** Objects in memory as they are now. */
interface ObjectsInMemory {
  /** Another number whenever one of them has changed. */
  readonly since: number;
  /** The same object as long as it does not change. */
  all(): Iterable<KubeObject>;
}

/** The objects of a resource of admission; a promise until they are in memory. */
export type ReadConfiguration = (resource: string) => ObjectsInMemory | Promise<ObjectsInMemory>;

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
  #bound: Bound<Spec> = [];
  #byDefinition = new WeakMap<ResourceDefinition, Map<string, Bound<Spec>>>();

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
      this.#bound = bindAll<Spec>(policies, bindings);
      this.#byDefinition = new WeakMap();
    }
    return this.#bound.length === 0 || isExempt(request) ? [] : this.#find(request);
  }

  #find(request: AdmissionAttributes): Bound<Spec> {
    const { definition } = request.served;
    const { resource, subresource, operation } = request;
    let known = this.#byDefinition.get(definition);
    if (known === undefined) {
      known = new Map();
      this.#byDefinition.set(definition, known);
    }
    const key = `${operation} ${resource.version}/${resource.resource}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) {
      found = this.#bound.filter(({ policy }) => mayMatch(policy, request));
      known.set(key, found);
    }
    return found;
  }
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

/** Whether the rules name the resource, whatever the object is called. */
function mayMatch({ spec }: Policy<PolicySpec>, request: AdmissionAttributes): boolean {
  const { resourceRules = [], matchPolicy } = spec.matchConstraints ?? {};
  const anyName = resourceRules.map(({ resourceNames: _, ...rule }) => rule);
  return matchRules(anyName, matchPolicy === 'Equivalent' ? 'Equivalent' : 'Exact', request) !== undefined;
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

/** Policies are not asked about policies, nor about what everybody must be able to ask. */
function isExempt({ resource }: AdmissionAttributes): boolean {
  return exempt.get(resource.group)?.has(resource.resource) ?? false;
}
