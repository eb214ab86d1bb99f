import { compilePattern } from '#meta';
import type { CheckedAst, Reference } from '../check/checked-ast.ts';
import type { FunctionDeclaration } from '../check/declarations.ts';
import { LIST_COST, MAP_COST, STRUCT_COST } from '../cost/call-cost.ts';
import {
  type CallExpr,
  type Expr,
  type ListExpr,
  type MapExpr,
  operators,
  type SelectExpr,
  type StructExpr,
} from '../syntax/ast.ts';
import { KeyedMap } from '../values/maps.ts';
import { CelError, Optional, type Value } from '../values/value.ts';
import {
  type Attribute,
  addQualifier,
  attributeId,
  localStep,
  type Qualifier,
  resolveStep,
  variableStep,
} from './attribute.ts';
import { charging, contentOf, listBuilder, mapBuilder } from './build-step.ts';
import { type CallPlan, planCallStep } from './call-step.ts';
import { type Call, calleeOf } from './dispatch.ts';
import type { EvaluationEnvironment } from './environment.ts';
import type { Step } from './frame.ts';
import { checkedKey, invalidKey, isKey, noKey } from './index-key.ts';
import { andStep, orStep } from './logic.ts';
import { LoopPlanner } from './loop.ts';
import { setMembership } from './set-membership.ts';

/** An expression that cannot be planned: it has a regular expression or a constant that is not valid. */
export class PlanError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PlanError';
  }
}

/** An intermediate form before a step is made: the expression around it may still extend or replace it. */
type Plan =
  | { readonly type: 'constant'; readonly id: number; readonly value: Value }
  | { readonly type: 'attribute'; readonly attribute: Attribute; readonly testOnly: boolean }
  | { readonly type: 'step'; readonly id: number; readonly step: Step };

export interface PlannedProgram {
  readonly step: Step;
  /** How many variables loops have. */
  readonly slots: number;
}

const typeConversions: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
);

/** Makes steps of a checked expression. Throws a `PlanError`. */
export function planProgram(
  ast: CheckedAst,
  environment: EvaluationEnvironment,
  options: { readonly observed: boolean },
): PlannedProgram {
  const planner = new Planner(ast, environment, options);
  const step = planner.stepFor(ast.expr);
  return { step, slots: planner.slots };
}

export class Planner {
  readonly #ast: CheckedAst;
  readonly #environment: EvaluationEnvironment;
  readonly #observed: boolean;
  readonly #loops: LoopPlanner;

  constructor(ast: CheckedAst, environment: EvaluationEnvironment, { observed }: { readonly observed: boolean }) {
    this.#ast = ast;
    this.#environment = environment;
    this.#observed = observed;
    this.#loops = new LoopPlanner(this);
  }

  get slots(): number {
    return this.#loops.slots;
  }

  stepFor(expr: Expr): Step {
    return this.stepOf(this.plan(expr));
  }

  /** The step of a plan, which reports its value if the evaluation is traced. */
  stepOf(plan: Plan): Step {
    const step = this.#bareStep(plan);
    if (!this.#observed) return step;
    const id = planId(plan);
    const isTold = tellsItself(plan);
    return (frame) => {
      const value = step(frame);
      if (!isTold || value === Optional.none) frame.observe?.(id, value);
      return value;
    };
  }

  #bareStep(plan: Plan): Step {
    if (plan.type === 'step') return plan.step;
    if (plan.type === 'constant') {
      const { value } = plan;
      return () => value;
    }
    const resolve = resolveStep(plan.attribute);
    if (plan.testOnly)
      return (frame) => {
        const value = resolve(frame);
        return value instanceof Optional ? value.value !== undefined : value;
      };
    if (plan.attribute.type === 'conditional') return resolve;
    return (frame) => {
      const value = resolve(frame);
      frame.charge(1);
      return value;
    };
  }

  plan(expr: Expr): Plan {
    switch (expr.kind) {
      case 'literal':
        return { type: 'constant', id: expr.id, value: expr.value };
      case 'ident':
        return this.#ident(expr.id, this.#ast.references[expr.id] as Reference);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return { type: 'step', id: expr.id, step: this.#loops.plan(expr) };
      default:
        throw new PlanError('unsupported expr');
    }
  }

  #ident(id: number, reference: Reference): Plan {
    if (reference.kind !== 'ident') throw new PlanError('unsupported expr');
    const { name, value } = reference;
    if (value !== undefined) return { type: 'constant', id, value };
    if (this.#ast.types[id]?.kind === 'type') {
      const type = this.#environment.findIdent(name);
      if (type === undefined) throw new PlanError(`reference to undefined type: ${name}`);
      return { type: 'constant', id, value: type };
    }
    const local = this.#loops.find(name);
    const root = local === undefined ? variableStep(name) : localStep(local.slot, local.init);
    return { type: 'attribute', attribute: { type: 'variable', id, root, qualifiers: [] }, testOnly: false };
  }

  #select(expr: SelectExpr): Plan {
    const reference = this.#ast.references[expr.id];
    if (reference !== undefined) return this.#ident(expr.id, reference);
    const attribute = this.#attributeOf(this.plan(expr.operand));
    const qualifier = this.#qualifier(expr.id, { constant: expr.field, optional: false, testOnly: expr.testOnly });
    return { type: 'attribute', attribute: addQualifier(attribute, qualifier), testOnly: expr.testOnly };
  }

  /** The plan as an attribute: itself if it is one, else an attribute that begins with its value. */
  #attributeOf(plan: Plan): Attribute {
    if (plan.type === 'attribute') return plan.attribute;
    return { type: 'value', id: plan.id, root: this.stepOf(plan), qualifiers: [] };
  }

  #qualifier(id: number, parts: { constant?: Value; key?: Step; optional: boolean; testOnly?: boolean }): Qualifier {
    const { constant, key = noKey, optional, testOnly = false } = parts;
    return { id, optional, testOnly, constant, key };
  }

  #call(expr: CallExpr): Plan {
    const reference = this.#ast.references[expr.id] as Reference & { kind: 'call' };
    const target = reference.namespaced ? undefined : expr.target;
    const args = (target === undefined ? expr.args : [target, ...expr.args]).map((arg) => this.plan(arg));
    switch (reference.function) {
      case operators.and:
        return { type: 'step', id: expr.id, step: andStep(args.map((arg) => this.stepOf(arg))) };
      case operators.or:
        return { type: 'step', id: expr.id, step: orStep(args.map((arg) => this.stepOf(arg))) };
      case operators.conditional:
        return this.#conditional(expr.id, args);
      case operators.index:
        return this.#index(expr.id, args, { optional: false });
      case operators.optionalIndex:
      case operators.optionalSelect:
        return this.#index(expr.id, args, { optional: true });
      default:
        return this.#function(expr.id, reference, args);
    }
  }

  #conditional(id: number, [condition, whenTrue, whenFalse]: readonly Plan[]): Plan {
    const attribute: Attribute = {
      type: 'conditional',
      id,
      condition: this.stepOf(condition as Plan),
      whenTrue: this.#attributeOf(whenTrue as Plan),
      whenFalse: this.#attributeOf(whenFalse as Plan),
    };
    return { type: 'attribute', attribute, testOnly: false };
  }

  #index(id: number, [operand, index]: readonly Plan[], { optional }: { optional: boolean }): Plan {
    const attribute = this.#attributeOf(operand as Plan);
    const qualifier = this.#indexQualifier(id, index as Plan, { optional });
    return { type: 'attribute', attribute: addQualifier(attribute, qualifier), testOnly: false };
  }

  #indexQualifier(id: number, index: Plan, { optional }: { optional: boolean }): Qualifier {
    if (index.type !== 'constant') {
      // An attribute that is an index has no cost of its own: the step that it makes has.
      const key = index.type === 'attribute' ? resolveStep(index.attribute) : this.stepOf(index);
      return this.#qualifier(id, { key: checkedKey(key), optional });
    }
    if (!isKey(index.value)) throw new PlanError(invalidKey(index.value));
    return this.#qualifier(id, { constant: index.value, optional });
  }

  #function(id: number, reference: Reference & { kind: 'call' }, args: readonly Plan[]): Plan {
    const { function: name, overloads } = reference;
    const overload = overloads.length === 1 ? (overloads[0] as string) : '';
    const optional = this.#optionalChain(id, name, args);
    if (optional !== undefined) return optional;
    const declared = this.#environment.function(name) as FunctionDeclaration;
    const callee = calleeOf(declared, overload);
    if (callee === undefined) throw new PlanError(`no such overload: ${name}`);
    if (typeConversions.has(name) && args.length === 1 && args[0]?.type === 'constant')
      return foldConversion(id, callee.call, args[0].value);
    if (overload === 'in_list' && args[1]?.type === 'constant') {
      const member = this.#membership(id, args);
      if (member !== undefined) return member;
    }
    const call: CallPlan = {
      name,
      overload,
      callee: this.#withPattern(name, args) ?? callee,
      args: args.map((arg) => this.stepOf(arg)),
      cost: this.#environment.costCounter(name, overload),
    };
    return { type: 'step', id, step: planCallStep(call) };
  }

  /** `or` and `orValue` evaluate their argument only if it is needed, and cost nothing. */
  #optionalChain(id: number, name: string, args: readonly Plan[]): Plan | undefined {
    if ((name !== 'or' && name !== 'orValue') || args.length !== 2) return undefined;
    const [left, right] = args.map((arg) => this.stepOf(arg)) as [Step, Step];
    const step: Step = (frame) => {
      const value = left(frame);
      if (!(value instanceof Optional)) return value;
      if (value.value === undefined) return right(frame);
      return name === 'or' ? value : value.value;
    };
    return { type: 'step', id, step };
  }

  #membership(id: number, [element, list]: readonly Plan[]): Plan | undefined {
    const contains = setMembership((list as Plan & { type: 'constant' }).value);
    if (contains === undefined) return undefined;
    if (contains === 'never') return { type: 'constant', id, value: false };
    const step = this.stepOf(element as Plan);
    return {
      type: 'step',
      id,
      step: (frame) => {
        const value = step(frame);
        return value instanceof CelError ? value : contains(value);
      },
    };
  }

  /** A pattern that is a constant is compiled now. */
  #withPattern(
    name: string,
    args: readonly Plan[],
  ): { readonly call: Call; readonly stopsAtFailure: true } | undefined {
    const use = this.#environment.patternFunctions.get(name);
    const pattern = args[1];
    if (use === undefined || pattern?.type !== 'constant' || typeof pattern.value !== 'string') return undefined;
    const compiled = compilePattern(pattern.value);
    if (typeof compiled === 'string') throw new PlanError(compiled);
    return { call: (text, _, ...rest) => use(compiled, text as Value, ...rest), stopsAtFailure: true };
  }

  #list(expr: ListExpr): Plan {
    const plans = expr.elements.map((element) => this.plan(element));
    const steps = plans.map((plan) => this.stepOf(plan));
    const build = listBuilder(steps, new Set(expr.optional));
    if (plans.every(({ type }) => type === 'constant') && expr.optional.length === 0)
      return { type: 'constant', id: expr.id, value: plans.map((plan) => (plan as Plan & { type: 'constant' }).value) };
    return { type: 'step', id: expr.id, step: charging(build, LIST_COST) };
  }

  #map(expr: MapExpr): Plan {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }));
    const constant = entries.every(({ key, value }) => key.type === 'constant' && value.type === 'constant');
    if (constant && entries.every(({ optional }) => !optional)) {
      const map = new KeyedMap();
      for (const { key, value } of entries)
        map.set((key as Plan & { type: 'constant' }).value, (value as Plan & { type: 'constant' }).value);
      return { type: 'constant', id: expr.id, value: map };
    }
    const steps = entries.map(({ key, value, optional }) => ({
      key: this.stepOf(key),
      value: this.stepOf(value),
      optional,
    }));
    return { type: 'step', id: expr.id, step: charging(mapBuilder(steps), MAP_COST) };
  }

  #struct(expr: StructExpr): Plan {
    const reference = this.#ast.references[expr.id];
    const typeName = reference?.kind === 'ident' ? reference.name : expr.typeName;
    const fields = expr.fields.map(({ name, value, optional }) => ({ name, step: this.stepFor(value), optional }));
    const environment = this.#environment;
    const build: Step = (frame) => {
      const values = new Map<string, Value>();
      for (const { name, step, optional } of fields) {
        const value = step(frame);
        if (value instanceof CelError) return value;
        const entry = optional ? contentOf(value, name) : value;
        if (entry instanceof CelError) return entry;
        if (entry === undefined) values.delete(name);
        else values.set(name, entry);
      }
      return environment.newObject(typeName, values);
    };
    return { type: 'step', id: expr.id, step: charging(build, STRUCT_COST) };
  }
}

/** The last step of an attribute reports the value itself, unless it finds nothing. */
function tellsItself(plan: Plan): boolean {
  if (plan.type !== 'attribute' || plan.attribute.type === 'conditional') return false;
  return plan.attribute.qualifiers.length > 0;
}

function planId(plan: Plan): number {
  return plan.type === 'attribute' ? attributeId(plan.attribute) : plan.id;
}

function foldConversion(id: number, call: Call, arg: Value): Plan {
  const value = call(arg);
  if (value instanceof CelError) throw new PlanError(value.message);
  return { type: 'constant', id, value };
}
