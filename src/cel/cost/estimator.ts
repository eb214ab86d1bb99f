import type { CheckedAst, Reference } from '../check/checked-ast.ts';
import type { Environment } from '../environment.ts';
import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from '../syntax/ast.ts';
import { countCodePoints } from '../syntax/source.ts';
import { type CelType, isOptionalType, types } from '../values/type.ts';
import { Bytes, type Value } from '../values/value.ts';
import { type CallEstimate, type CostNode, LIST_COST, MAP_COST, STRUCT_COST } from './call-cost.ts';
import { fixed, MAX, plus, type Range, times, union, unknownSize } from './estimate.ts';
import { CostPath } from './path.ts';
import { type EntrySize, type SizeBook, standardEstimate } from './standard-estimate.ts';

/** How large the value at a path can be; undefined if that is not known. */
export type SizeOf = (node: CostNode) => Range | undefined;

/** What an expression costs at least and at most. Throws nothing. */
export function estimateCost(ast: CheckedAst, environment: Environment, sizeOf: SizeOf): Range {
  return new Estimator(ast, environment, sizeOf).cost(ast.expr);
}

/** A variable of a loop or a binding. */
interface LocalVariable {
  readonly path: CostPath;
  readonly size: Range | undefined;
  readonly entry: EntrySize | undefined;
}

const accumulators: readonly string[] = ['__result__', '@result'];

class Estimator implements SizeBook {
  readonly #ast: CheckedAst;
  readonly #environment: Environment;
  readonly #sizeOf: SizeOf;
  readonly #paths = new Map<number, CostPath>();
  readonly #sizes = new Map<number, Range>();
  readonly #entries = new Map<number, EntrySize>();
  readonly #locals = new Map<string, LocalVariable[]>();

  constructor(ast: CheckedAst, environment: Environment, sizeOf: SizeOf) {
    this.#ast = ast;
    this.#environment = environment;
    this.#sizeOf = sizeOf;
  }

  cost(expr: Expr): Range {
    switch (expr.kind) {
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return plus(...expr.fields.map(({ value }) => this.cost(value)), fixed(STRUCT_COST));
      case 'comprehension':
        return isBinding(expr) ? this.#binding(expr) : this.#loop(expr);
      default:
        return fixed(0);
    }
  }

  #typeOf(expr: Expr): CelType {
    return this.#ast.types[expr.id] ?? types.dyn;
  }

  /** The name of a variable, also of one with dots in it. */
  #variableName(expr: Expr): string | undefined {
    if (expr.kind !== 'ident' && expr.kind !== 'select') return undefined;
    const reference = this.#ast.references[expr.id];
    return reference?.kind === 'ident' ? reference.name : undefined;
  }

  #local(name: string | undefined): LocalVariable | undefined {
    return name === undefined ? undefined : this.#locals.get(name)?.at(-1);
  }

  #ident(expr: Expr): Range {
    const name = this.#variableName(expr) ?? '';
    this.#paths.set(expr.id, this.#local(name)?.path ?? CostPath.of(name));
    return fixed(1);
  }

  #select(expr: SelectExpr): Range {
    if (this.#variableName(expr) !== undefined) return this.#ident(expr);
    const operand = this.cost(expr.operand);
    // A presence test costs nothing besides its operand.
    if (expr.testOnly) return operand;
    const { kind } = this.#typeOf(expr.operand);
    this.#paths.set(expr.id, this.#pathOf(expr.operand).append(expr.field));
    return kind === 'map' || kind === 'struct' || kind === 'parameter' ? plus(operand, fixed(1)) : operand;
  }

  #pathOf(expr: Expr): CostPath {
    return this.#local(this.#variableName(expr))?.path ?? this.#paths.get(expr.id) ?? CostPath.empty;
  }

  #call(expr: CallExpr): Range {
    const reference = this.#ast.references[expr.id] as (Reference & { kind: 'call' }) | undefined;
    if (reference?.function === 'dyn') return this.#dynamic(expr);
    const argCosts: Range[] = [];
    const args: CostNode[] = [];
    for (const arg of expr.args) {
      argCosts.push(this.cost(arg));
      args.push(this.#node(arg));
    }
    if (reference === undefined) return fixed(0);
    const hasTarget = expr.target !== undefined && !reference.namespaced;
    const targetCost = hasTarget ? this.cost(expr.target as Expr) : fixed(0);
    const target = hasTarget ? this.#node(expr.target as Expr) : undefined;
    const call = { expr, target, args, argCosts, name: reference.function };
    return plus(targetCost, this.#overloads(call, reference.overloads));
  }

  /** `dyn()` only turns off the type check: it costs what its argument costs. */
  #dynamic(expr: CallExpr): Range {
    const arg = expr.args[0] as Expr;
    const cost = this.cost(arg);
    this.#copySizes(expr, arg);
    return plus(fixed(1), cost);
  }

  /** A range that covers all overloads that the call may mean. */
  #overloads(call: EstimatedCall, overloads: readonly string[]): Range {
    const { expr } = call;
    let cost: Range = { min: MAX, max: 0n };
    let resultSize: Range | undefined;
    for (const overload of overloads) {
      const estimate = this.#overloadCost(call, overload);
      cost = union(cost, estimate.cost);
      if (estimate.resultSize !== undefined)
        resultSize = resultSize === undefined ? estimate.resultSize : union(resultSize, estimate.resultSize);
      const container = expr.args[0];
      if (container !== undefined && (overload === 'index_list' || overload === 'index_map')) {
        resultSize = this.entryOf(container)?.value;
        this.#paths.set(expr.id, this.#pathOf(container).append(overload === 'index_list' ? '@items' : '@values'));
      }
      resultSize ??= this.#size(expr);
    }
    if (resultSize !== undefined) this.#sizes.set(expr.id, resultSize);
    return cost;
  }

  #overloadCost(call: EstimatedCall, overload: string): CallEstimate {
    const { target, args, argCosts, name } = call;
    const nodes = { target, args, sizeOf: (node: CostNode) => node.size ?? this.#sizeOf(node) ?? unknownSize };
    const own =
      this.#environment.overloadCosts.get(overload)?.estimate(nodes) ??
      this.#environment.functionCosts?.estimate(name, overload, nodes);
    if (own !== undefined) return { ...own, cost: plus(own.cost, ...argCosts) };
    return standardEstimate(overload, { ...call, book: this });
  }

  #node(expr: Expr): CostNode {
    const path = this.#pathOf(expr);
    const isAccumulator = path.first !== undefined && accumulators.includes(path.first);
    const steps = path.first === undefined || isAccumulator ? undefined : path.steps;
    return { path: steps, type: this.#typeOf(expr), expr, size: this.#size(expr) };
  }

  #list(expr: ListExpr): Range {
    const costs: Range[] = [];
    let value: Range = { min: expr.elements.length === 0 ? 0n : MAX, max: 0n };
    for (const element of expr.elements) {
      costs.push(this.cost(element));
      value = union(value, this.#size(element) ?? unknownSize);
    }
    this.setEntry(expr, { container: 'list', key: fixed(1), value });
    return plus(...costs, fixed(LIST_COST));
  }

  #map(expr: MapExpr): Range {
    const costs: Range[] = [];
    const none: Range = { min: expr.entries.length === 0 ? 0n : MAX, max: 0n };
    let [keySize, valueSize] = [none, none];
    for (const { key, value } of expr.entries) {
      costs.push(this.cost(key), this.cost(value));
      keySize = union(keySize, this.#size(key) ?? unknownSize);
      valueSize = union(valueSize, this.#size(value) ?? unknownSize);
    }
    this.setEntry(expr, { container: 'map', key: keySize, value: valueSize });
    return plus(...costs, fixed(MAP_COST));
  }

  #loop(expr: ComprehensionExpr): Range {
    const costs = [this.cost(expr.range), this.cost(expr.accuInit)];
    this.#pushValue(expr.accuVar, expr.accuInit);
    this.#pushIteration(expr);
    const condition = this.cost(expr.condition);
    const step = this.cost(expr.step);
    this.#pop(expr.iterVar);
    if (expr.iterVar2 !== '') this.#pop(expr.iterVar2);
    costs.push(this.cost(expr.result));
    this.#pop(expr.accuVar);
    const rounds = this.#size(expr.range) ?? unknownSize;
    costs.push(times(rounds, plus(step, condition)));
    this.#setLoopSize(expr, rounds);
    return plus(...costs);
  }

  #setLoopSize(expr: ComprehensionExpr, rounds: Range): void {
    const { kind } = expr.accuInit;
    if (kind === 'literal') {
      const size = this.#size(expr.accuInit);
      if (size !== undefined) this.#sizes.set(expr.id, size);
    } else if (kind === 'list' || kind === 'map') {
      this.#sizes.set(expr.id, rounds);
      this.setEntry(expr, this.entryOf(expr.step));
    }
  }

  #binding(expr: ComprehensionExpr): Range {
    const costs = [this.cost(expr.range), this.cost(expr.accuInit)];
    this.#pushValue(expr.accuVar, expr.accuInit);
    costs.push(this.cost(expr.result));
    this.#pop(expr.accuVar);
    this.#copySizes(expr, expr.result);
    return plus(...costs);
  }

  #pushValue(name: string, value: Expr): void {
    this.#push(name, { path: this.#pathOf(value), size: this.#size(value), entry: this.entryOf(value) });
  }

  #pushIteration({ range, iterVar, iterVar2 }: ComprehensionExpr): void {
    const entry = this.entryOf(range);
    const isList = (entry?.container ?? this.#typeOf(range).kind) === 'list';
    const push = (name: string, step: string, size: Range | undefined): void =>
      this.#push(name, { path: this.#pathOf(range).append(step), size, entry: undefined });
    if (iterVar2 === '') {
      push(iterVar, isList ? '@items' : '@keys', isList ? entry?.value : entry?.key);
      return;
    }
    push(iterVar, isList ? '@indices' : '@keys', entry?.key);
    push(iterVar2, isList ? '@items' : '@values', entry?.value);
  }

  #push(name: string, variable: LocalVariable): void {
    const stack = this.#locals.get(name);
    if (stack === undefined) this.#locals.set(name, [variable]);
    else stack.push(variable);
  }
  #pop(name: string): void {
    this.#locals.get(name)?.pop();
  }

  #copySizes(to: Expr, from: Expr): void {
    const size = this.#size(from);
    if (size !== undefined) this.#sizes.set(to.id, size);
    this.setEntry(to, this.entryOf(from));
  }

  /** What is known of the size of an expression. */
  #size(expr: Expr): Range | undefined {
    const known = this.#sizes.get(expr.id) ?? writtenSize(expr);
    if (known !== undefined) return known;
    const { steps } = this.#pathOf(expr);
    const estimated = this.#sizeOf({ path: steps, type: this.#typeOf(expr), expr, size: undefined });
    if (estimated !== undefined) {
      this.#sizes.set(expr.id, estimated);
      return estimated;
    }
    if (isScalar(this.#typeOf(expr))) return fixed(1);
    return this.#local(this.#variableName(expr))?.size;
  }

  entryOf(expr: Expr): EntrySize | undefined {
    return this.#entries.get(expr.id) ?? this.#local(this.#variableName(expr))?.entry;
  }
  setEntry(expr: Expr, entry: EntrySize | undefined): void {
    if (entry !== undefined) this.#entries.set(expr.id, entry);
  }
}

/** A call while its overloads are looked at. */
export interface EstimatedCall {
  readonly expr: CallExpr;
  readonly name: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly argCosts: readonly Range[];
}

/** A `cel.bind`: the macro makes it a loop over an empty list. */
function isBinding({ range, condition, accuVar }: ComprehensionExpr): boolean {
  const isEmpty = range.kind === 'list' && range.elements.length === 0;
  return isEmpty && condition.kind === 'literal' && condition.value === false && accuVar !== '__result__';
}

/** The size of a literal. */
function writtenSize(expr: Expr): Range | undefined {
  if (expr.kind === 'literal') return fixed(literalSize(expr.value));
  if (expr.kind === 'list') return fixed(expr.elements.length);
  return expr.kind === 'map' ? fixed(expr.entries.length) : undefined;
}

function literalSize(value: Value): number {
  if (typeof value === 'string') return countCodePoints(value);
  return value instanceof Bytes ? value.value.length : 1;
}

function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case 'bool':
    case 'double':
    case 'duration':
    case 'int':
    case 'timestamp':
    case 'uint':
      return true;
    default:
      return isOptionalType(type) && isScalar(type.parameters[0] as CelType);
  }
}
