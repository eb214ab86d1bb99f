import { AdmissionCompiler, type AdmissionExpression, type CompiledExpression } from '#cel';
import type { ConditionChecks } from '../matching/match-conditions.ts';
import type { MutatingSpec, Policy, PolicySpec, ValidatingSpec } from './policy.ts';

/** The expressions of a policy, ready to be evaluated. */
interface CompiledPolicy {
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  /** Undefined where there are no conditions. */
  readonly conditions: ConditionChecks | undefined;
}

export interface CompiledValidations extends CompiledPolicy {
  readonly validations: readonly CompiledExpression[];
  /** Undefined where a validation has none. */
  readonly messages: readonly (CompiledExpression | undefined)[];
  readonly annotations: readonly CompiledExpression[];
}

export interface CompiledMutations extends CompiledPolicy {
  readonly mutations: readonly CompiledExpression[];
}

/** Compiles a policy when it is first asked about. One that is written anew is another object. */
function once<Spec extends PolicySpec, Compiled extends CompiledPolicy>(compile: (spec: Spec) => Compiled) {
  const known = new WeakMap<Policy<Spec>, Compiled>();
  return (policy: Policy<Spec>): Compiled => {
    let compiled = known.get(policy);
    if (compiled === undefined) {
      compiled = compile(policy.spec);
      known.set(policy, compiled);
    }
    return compiled;
  };
}

class PolicyCompiler {
  readonly #compiler: AdmissionCompiler;

  constructor({ paramKind, variables = [] }: PolicySpec) {
    this.#compiler = new AdmissionCompiler({ params: paramKind !== undefined, composes: true });
    for (const { name = '', expression = '' } of variables) {
      this.#compiler.addVariable(name, expression, { stored: true });
    }
  }
  compile(expression = '', result: AdmissionExpression['result'], { authorizer = true } = {}): CompiledExpression {
    return this.#compiler.compile({ expression, result, authorizer, stored: true });
  }
  shared({ matchConditions = [], failurePolicy: asked }: PolicySpec): CompiledPolicy {
    const { variables } = this.#compiler;
    if (matchConditions.length === 0) return { variables, conditions: undefined };
    const conditions = matchConditions.map(({ expression }) => this.compile(expression, 'condition'));
    const failurePolicy = asked === 'Ignore' ? 'Ignore' : 'Fail';
    return { variables, conditions: { conditions, variables, failurePolicy } };
  }
}

export const compiledValidations = once((spec: ValidatingSpec): CompiledValidations => {
  const compiler = new PolicyCompiler(spec);
  const { validations = [], auditAnnotations = [] } = spec;
  return {
    ...compiler.shared(spec),
    validations: validations.map(({ expression }) => compiler.compile(expression, 'condition')),
    messages: validations.map(({ messageExpression = '' }) =>
      messageExpression === '' ? undefined : compiler.compile(messageExpression, 'message', { authorizer: false }),
    ),
    annotations: auditAnnotations.map(({ valueExpression }) => compiler.compile(valueExpression, 'annotation')),
  };
});

export const compiledMutations = once((spec: MutatingSpec): CompiledMutations => {
  const compiler = new PolicyCompiler(spec);
  const { mutations = [] } = spec;
  return {
    ...compiler.shared(spec),
    mutations: mutations.map(({ patchType, applyConfiguration, jsonPatch }) =>
      patchType === 'JSONPatch'
        ? compiler.compile(jsonPatch?.expression, 'jsonPatch')
        : compiler.compile(applyConfiguration?.expression, 'configuration'),
    ),
  };
});
