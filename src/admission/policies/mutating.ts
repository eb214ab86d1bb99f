import { isDeepStrictEqual } from 'node:util';
import { AdmissionEvaluation, type CompiledExpression, POLICY_COST_BUDGET } from '#cel';
import { isCustom } from '#machinery';
import type { Json, KubeObject, Versioned } from '#meta';
import { activationOf } from '../matching/activation.ts';
import { conditionTeller, policyConditions } from '../matching/condition-teller.ts';
import { checkConditions } from '../matching/match-conditions.ts';
import { Permits } from '../matching/permits.ts';
import type { MatchedAs } from '../matching/rule-match.ts';
import type { AdmissionRequest, DynamicPlugin, MutationRounds } from '../plugin.ts';
import { sentCodec } from '../sent-codec.ts';
import { errorOf, type PolicyCheck, type StepObserver } from '../step-observation.ts';
import { type CompiledMutations, compiledMutations } from './compiled-policy.ts';
import { type Invocation, invocationsFor, namespaceObject, type PolicyParts } from './dispatch.ts';
import { mutationFault, type PolicyError, refused } from './mutation-refusal.ts';
import type { Parameter } from './parameters.ts';
import { applyConfiguration, applyPatch, MutationError } from './patches.ts';
import type { MutatingSpec } from './policy.ts';
import { type BoundPolicy, PolicyIndex } from './policy-index.ts';

/** Asks MutatingAdmissionPolicies. k8s: apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go */
export function mutatingAdmissionPolicy(parts: PolicyParts): DynamicPlugin {
  const index = new PolicyIndex<MutatingSpec>(parts, {
    policies: 'mutatingadmissionpolicies',
    bindings: 'mutatingadmissionpolicybindings',
  });
  const plugin: DynamicPlugin = {
    name: 'MutatingAdmissionPolicy',
    looksAt: 'steps',
    mutateInRounds(request, rounds) {
      // There is nothing to change in what goes.
      if (request.operation === 'DELETE') return undefined;
      const bound = index.for(request);
      if (!(bound instanceof Promise) && bound.length === 0) return undefined;
      return mutateAll(bound, { request, parts, plugin, rounds });
    },
  };
  return plugin;
}

interface Asked {
  readonly request: Parameters<NonNullable<DynamicPlugin['mutateInRounds']>>[0];
  readonly parts: PolicyParts;
  readonly plugin: DynamicPlugin;
  readonly rounds: () => MutationRounds;
}

async function mutateAll(
  bound: readonly BoundPolicy<MutatingSpec>[] | Promise<readonly BoundPolicy<MutatingSpec>[]>,
  { request, parts, plugin, rounds }: Asked,
): Promise<void> {
  const found = await invocationsFor(await bound, request, parts);
  if (found.length === 0) return;
  const errors: PolicyError[] = found.filter((one) => 'message' in one);
  const invocations = found.filter((one) => 'parameters' in one && one.parameters.length > 0);
  const whole = await request.load();
  if (invocations.length > 0) {
    const mutation = await Mutation.begin(whole, { parts, plugin, rounds: rounds() });
    errors.push(...(await mutation.run(invocations as readonly Invocation<MutatingSpec>[])));
  }
  const refusing = errors.filter(({ policy }) => policy.spec.failurePolicy !== 'Ignore');
  if (refusing.length > 0) throw refused(whole, refusing);
}

interface MutationParts {
  readonly parts: PolicyParts;
  readonly plugin: DynamicPlugin;
  readonly rounds: MutationRounds;
}

/** One round of all policies that are for a request. */
class Mutation {
  readonly #request: AdmissionRequest;
  readonly #rounds: MutationRounds;
  readonly #plugin: DynamicPlugin;
  readonly #permits: Permits;
  readonly #namespace: KubeObject | null;
  /** What is wanted, in each version that policies see it in. Each goes on from what those of its version made. */
  readonly #objects = new Map<string, Versioned | null>();
  readonly #observer: StepObserver | undefined;
  readonly #errors: PolicyError[] = [];
  #changed = false;

  private constructor(
    request: AdmissionRequest,
    { parts, plugin, rounds }: MutationParts,
    namespace: KubeObject | null,
  ) {
    this.#request = request;
    this.#rounds = rounds;
    this.#plugin = plugin;
    this.#namespace = namespace;
    this.#permits = new Permits(parts.answerPermit);
    this.#observer = parts.observer;
  }

  static async begin(request: AdmissionRequest, parts: MutationParts): Promise<Mutation> {
    return new Mutation(request, parts, await namespaceObject(request, parts.parts.lookup));
  }

  async run(invocations: readonly Invocation<MutatingSpec>[]): Promise<readonly PolicyError[]> {
    const round = this.#rounds.roundOf(this.#plugin);
    round.begin(this.#rounds, this.#request.object);
    try {
      for (const { matched } of invocations) await this.#objectIn(matched.version);
      for (const invocation of invocations) {
        for (const params of invocation.parameters) await this.#invoke(invocation, params);
      }
      if (this.#changed) {
        round.requireEarlier();
        this.#rounds.wantSecond();
      }
      return this.#errors;
    } finally {
      round.output = structuredClone(this.#request.object);
    }
  }

  async #objectIn(version: string): Promise<Versioned | null> {
    if (!this.#objects.has(version)) this.#objects.set(version, await this.#request.objectIn(version));
    return this.#objects.get(version) ?? null;
  }

  async #invoke(invocation: Invocation<MutatingSpec>, params: Parameter | null): Promise<void> {
    const { policy, binding, matched } = invocation;
    const { version } = matched;
    const compiled = compiledMutations(policy);
    if (!(await this.#conditionsHold(invocation, compiled, params))) return;
    const round = this.#rounds.roundOf(this.#plugin);
    const step = stepOf(invocation, params);
    if (this.#rounds.isSecond && !round.requires(step)) return;
    const before = await this.#objectIn(version);
    for (const [at, expression] of compiled.mutations.entries()) {
      if ((await this.#objectIn(version)) === null) continue;
      const told = this.#beginMutation(invocation);
      try {
        await this.#apply(invocation, { at, expression, compiled, params });
        told('no_error');
      } catch (error) {
        const message = mutationFault(error);
        told(errorOf(message));
        this.#errors.push({ policy, binding, message, reason: 'Invalid' });
      }
    }
    if (!isDeepStrictEqual(before, await this.#objectIn(version))) {
      round.requireEarlier();
      this.#rounds.wantSecond();
    }
    round.asked(step);
  }

  /** Times one mutation. What it gives tells what was wrong with it. */
  #beginMutation({ policy, binding }: Invocation<MutatingSpec>): (error: PolicyCheck['error']) => void {
    const observer = this.#observer;
    const began = observer?.now() ?? 0;
    return (error) => {
      const names = { policy: policy.metadata.name ?? '', binding: binding.metadata.name ?? '' };
      observer?.observe({ of: 'policy', kind: 'mutating', ...names, error, milliseconds: observer.now() - began });
    };
  }

  /** Where nobody can tell, they do not hold, and that is an error. */
  async #conditionsHold(
    invocation: Invocation<MutatingSpec>,
    { conditions }: CompiledMutations,
    params: Parameter | null,
  ): Promise<boolean> {
    if (conditions === undefined) return true;
    const { policy, binding, matched } = invocation;
    const resource = this.#request.resource;
    const activation = await this.#activation({ ...invocation, matched: { ...matched, resource } }, params);
    const told = conditionTeller(this.#observer, policyConditions(policy, this.#request));
    const verdict = await this.#permits.during(() => checkConditions(conditions, activation({ namespace: null })));
    told(verdict);
    if ('matches' in verdict) return verdict.matches;
    this.#errors.push({ policy, binding, message: verdict.error, reason: 'Invalid' });
    return false;
  }

  async #activation({ matched, builtInParameters }: Invocation<MutatingSpec>, params: Parameter | null) {
    const { version } = matched;
    const parts = {
      request: this.#request,
      matched,
      object: await this.#objectIn(version),
      oldObject: await this.#request.oldObjectIn(version),
      params: builtInParameters && params !== null ? withoutKind(params) : params,
      authorize: this.#permits.ask,
    };
    return ({ namespace }: { readonly namespace: KubeObject | null }) =>
      activationOf({ ...parts, namespaceObject: namespace && withoutKind(namespace) });
  }

  async #apply(invocation: Invocation<MutatingSpec>, mutating: Mutating): Promise<void> {
    const { policy, matched } = invocation;
    const { version } = matched;
    const { at, expression, compiled, params } = mutating;
    const activation = (await this.#activation(invocation, params))({ namespace: this.#namespace });
    const { variables } = compiled;
    const value = await this.#permits.during(() => {
      if (expression.fault !== undefined) throw new MutationError(expression.fault.detail);
      const evaluation = new AdmissionEvaluation({ activation, variables, budget: POLICY_COST_BUDGET });
      const outcome = evaluation.evaluate(expression);
      if (outcome.error !== undefined) throw new MutationError(outcome.error);
      return outcome.value;
    });
    const object = (await this.#objectIn(version)) as Versioned;
    const codec = sentCodec(this.#request, version);
    const { served } = this.#request;
    const { patchType } = policy.spec.mutations?.[at] ?? {};
    const patched =
      patchType === 'JSONPatch'
        ? applyPatch(object, value, { codec, served })
        : applyConfiguration(object, value, codec);
    refuseOtherVersion(this.#request, matched);
    await this.#replace(version, patched);
  }

  /** It is decoded and defaulted before the next one sees it. */
  async #replace(version: string, object: Json): Promise<void> {
    this.#changed = true;
    // It shares parts with the one before, and decoding may change what it reads.
    await this.#request.replace({ version, object: structuredClone(object) });
    this.#objects.set(version, await this.#request.objectIn(version));
  }
}

interface Mutating {
  readonly at: number;
  readonly expression: CompiledExpression;
  readonly compiled: CompiledMutations;
  readonly params: Parameter | null;
}

/** What tells it from other invocations in the second round. */
function stepOf({ policy, binding }: Invocation<MutatingSpec>, params: Parameter | null) {
  const { name = '', namespace = '' } = params?.metadata ?? {};
  const id = JSON.stringify([policy.metadata.name, binding.metadata.name, namespace, name]);
  return {
    id,
    reinvocation: policy.spec.reinvocationPolicy === 'IfNeeded' ? ('IfNeeded' as const) : ('Never' as const),
  };
}

/** The real server reads these as Go objects, which do not know what they are called. */
function withoutKind({ apiVersion: _, kind: __, ...rest }: { readonly [key: string]: unknown }): object {
  return rest;
}

/** The real server cannot take over what was changed in another version than that of the request, of built-in kinds. */
function refuseOtherVersion({ served, kind }: AdmissionRequest, { kind: matched }: MatchedAs): void {
  if (isCustom(served) || matched.version === kind.version) return;
  const [from, to] = [matched, kind].map((one) => `(${one.version}.${one.kind})`);
  throw new MutationError(`converting ${from} to ${to}: unknown conversion`);
}
