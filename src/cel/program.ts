import type { CheckedAst } from './check/checked-ast.ts';
import { check } from './check/checker.ts';
import { descendants } from './check/validator.ts';
import type { Range } from './cost/estimate.ts';
import { estimateCost, type SizeOf } from './cost/estimator.ts';
import type { Environment } from './environment.ts';
import { calleeOf } from './evaluate/dispatch.ts';
import { type Activation, CostExceeded, Frame } from './evaluate/frame.ts';
import { PlanError, type PlannedProgram, planProgram } from './evaluate/planner.ts';
import { Issues } from './syntax/issues.ts';
import { parse } from './syntax/parser.ts';
import type { CelType } from './values/type.ts';
import { CelError, type Value } from './values/value.ts';

interface EvaluateOptions {
  /** The evaluation ends when it costs more. */
  readonly costLimit?: number;
}

export interface Evaluation {
  /** A failure is a `CelError`. */
  readonly value: Value | CelError;
  readonly cost: number;
  /** It was stopped because it cost more than the limit. */
  readonly exceeded: boolean;
}

/** The values of expressions, by their ids: of one in a loop, one for each round. */
export type Trace = ReadonlyMap<number, readonly Value[]>;

/** A checked expression, ready to be evaluated any number of times. */
export class Program {
  readonly ast: CheckedAst;
  readonly #environment: Environment;
  readonly #planned: PlannedProgram;
  #observed: PlannedProgram | undefined;

  /** Throws a `PlanError`. */
  constructor(ast: CheckedAst, environment: Environment) {
    this.ast = ast;
    this.#environment = environment;
    this.#planned = planProgram(ast, environment, { observed: false });
  }

  get environment(): Environment {
    return this.#environment;
  }

  get outputType(): CelType {
    return this.ast.types[this.ast.expr.id] as CelType;
  }

  /** What an evaluation can cost at least and at most. `sizeOf` knows how large variables and what is in them can be. */
  estimateCost(sizeOf: SizeOf = () => undefined): Range {
    return estimateCost(this.ast, this.#environment, sizeOf);
  }

  evaluate(activation: Activation, { costLimit = Number.POSITIVE_INFINITY }: EvaluateOptions = {}): Evaluation {
    const { slots } = this.#planned;
    return run(this.#planned, new Frame({ activation, limit: costLimit, slots }));
  }

  /** Like `evaluate`, and tells the value of every part that was evaluated. */
  trace(
    activation: Activation,
    { costLimit = Number.POSITIVE_INFINITY }: EvaluateOptions = {},
  ): Evaluation & { readonly trace: Trace } {
    this.#observed ??= planProgram(this.ast, this.#environment, { observed: true });
    const trace = new Map<number, Value[]>();
    const observe = (id: number, value: Value): void => {
      const values = trace.get(id);
      if (values === undefined) trace.set(id, [value]);
      else values.push(value);
    };
    const frame = new Frame({ activation, limit: costLimit, slots: this.#observed.slots, observe });
    return { ...run(this.#observed, frame), trace };
  }
}

function run({ step }: PlannedProgram, frame: Frame): Evaluation {
  try {
    const value = step(frame);
    return { value, cost: frame.cost, exceeded: false };
  } catch (error) {
    if (error instanceof CostExceeded) return { value: new CelError(error.message), cost: frame.cost, exceeded: true };
    // A text or list longer than JavaScript can hold.
    if (!(error instanceof RangeError)) throw error;
    return { value: new CelError(`internal error: ${error.message}`), cost: frame.cost, exceeded: false };
  }
}

type Compiled =
  | { readonly program: Program }
  /** What is wrong with the expression, with places. */
  | { readonly issues: Issues }
  /** It is well-formed and has types, but cannot become a program: why. */
  | { readonly planFault: string; readonly ast: CheckedAst };

/** Reads, checks and plans an expression. */
export function compile(text: string, environment: Environment): Compiled {
  const parsed = parse(text, environment.syntax);
  if ('issues' in parsed) return parsed;
  const checked = check(parsed.ast, environment);
  if ('issues' in checked) return checked;
  const issues = validate(checked.ast, environment);
  if (issues.count > 0) return { issues };
  try {
    return { program: new Program(checked.ast, environment) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { planFault: error.message, ast: checked.ast };
  }
}

function validate(ast: CheckedAst, environment: Environment): Issues {
  const issues = new Issues(ast.source);
  if (environment.validators.length === 0) return issues;
  const validation = {
    ast,
    expressions: descendants(ast.expr),
    exempt: new Set(environment.validators.flatMap(({ exempts = [] }) => exempts)),
    call(name: string, ...args: Value[]): Value {
      const declared = environment.function(name);
      const callee = declared === undefined ? undefined : calleeOf(declared, undefined);
      return callee === undefined ? new CelError(`no such overload: ${name}`) : callee.call(...args);
    },
    report(id: number, message: string): void {
      issues.add(ast.source.locationOf(ast.positions[id] ?? -1), message);
    },
  };
  for (const validator of environment.validators) validator.validate(validation);
  return issues;
}
