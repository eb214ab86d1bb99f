import type { Activation } from '../evaluate/frame.ts';
import { noSuchOverload } from '../values/traits.ts';
import type { CelType } from '../values/type.ts';
import { CelError, MapValue, type Value } from '../values/value.ts';
import type { CompiledExpression } from './admission-compiler.ts';
import { variablesType } from './admission-types.ts';
import { PER_CALL_COST_LIMIT } from './environment.ts';

/** What all expressions of a policy may cost together, for one binding and its parameters. */
export const POLICY_COST_BUDGET = 10_000_000;
/** The same of conditions. */
export const CONDITION_COST_BUDGET = 2_500_000;

/** Gives the variables by name; undefined for one that does not exist. */
export type AdmissionActivation = (name: string) => unknown;

/** The value of an expression, or why it has none. */
export type ExpressionOutcome = { readonly value: Value; readonly error?: undefined } | { readonly error: string };

/** The budget is used up. */
export class OutOfBudget extends Error {
  override name = 'OutOfBudget';
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/**
 * Evaluates expressions one after the other, which share what variables gave and a budget. A variable is evaluated when
 * it is first looked at. k8s: apiserver/pkg/admission/plugin/cel/activation.go, composition.go
 */
export class AdmissionEvaluation {
  readonly #activation: Activation;
  readonly #variables: Variables;
  #budget: number;

  constructor(options: {
    readonly activation: AdmissionActivation;
    readonly variables: ReadonlyMap<string, CompiledExpression>;
    readonly budget: number;
  }) {
    const { activation } = options;
    this.#activation = (name) => (name === 'variables' ? this.#variables : activation(name));
    this.#variables = new Variables(options.variables, this.#activation);
    this.#budget = options.budget;
  }

  /** The cost that is left. */
  get budget(): number {
    return this.#budget;
  }

  /** Throws `OutOfBudget`. */
  evaluate(compiled: CompiledExpression): ExpressionOutcome {
    if (compiled.fault !== undefined) return { error: `compilation error: ${compiled.fault.detail}` };
    const { value, cost } = compiled.program.evaluate(this.#activation, { costLimit: PER_CALL_COST_LIMIT });
    this.#spend(this.#variables.takeCost());
    this.#spend(cost);
    if (!(value instanceof CelError)) return { value };
    return { error: `expression '${compiled.expression}' resulted in error: ${value.message}` };
  }

  #spend(cost: number): void {
    if (cost > this.#budget) throw new OutOfBudget();
    this.#budget -= cost;
  }
}

/** The variable `variables`. */
class Variables extends MapValue {
  readonly #compiled: ReadonlyMap<string, CompiledExpression>;
  readonly #activation: Activation;
  readonly #values = new Map<string, Value>();
  #cost = 0;

  constructor(compiled: ReadonlyMap<string, CompiledExpression>, activation: Activation) {
    super();
    this.#compiled = compiled;
    this.#activation = activation;
  }
  override get type(): CelType {
    return variablesType;
  }
  get size(): number {
    return this.#compiled.size;
  }
  keys(): readonly Value[] {
    return [...this.#compiled.keys()];
  }
  override equals(other: Value): Value {
    if (other instanceof Variables) return this === other;
    return other instanceof CelError ? other : noSuchOverload();
  }
  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return noSuchOverload();
    const compiled = this.#compiled.get(key);
    if (compiled === undefined) return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = this.#evaluate(key, compiled);
    this.#values.set(key, value);
    return value;
  }
  /** What variables cost since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }
  #evaluate(name: string, compiled: CompiledExpression): Value {
    if (compiled.fault !== undefined) {
      return new CelError(`composited variable "${name}" fails to compile: ${compiled.fault.detail}`);
    }
    const { value, cost } = compiled.program.evaluate(this.#activation, { costLimit: PER_CALL_COST_LIMIT });
    this.#cost += cost;
    if (!(value instanceof CelError)) return value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`);
  }
}
