import type { Value } from '../values/value.ts';
import type { ComprehensionExpr, Expr, IdentExpr } from './ast.ts';
import type { AstBuilder } from './ast-builder.ts';
import { type MacroCall, MacroError } from './macro.ts';

/** The variable that loops collect in. The name cannot be written in an expression. */
const ACCUMULATOR = '@result';
/** The former name of that variable, which is still refused. */
const OLD_ACCUMULATOR = '__result__';

/** The parts of a loop. */
export type Loop = Omit<ComprehensionExpr, 'kind' | 'id' | 'iterVar2'> & { readonly iterVar2?: string };

/** Makes the expressions that a macro becomes. All of them lie where the macro is called. */
export class MacroExpander {
  readonly #builder: AstBuilder;
  readonly #position: number;

  constructor(builder: AstBuilder, call: MacroCall) {
    this.#builder = builder;
    this.#position = builder.positionOf(call.id);
  }

  literal(value: Value): Expr {
    return { kind: 'literal', id: this.#id(), value };
  }
  ident(name: string): Expr {
    return { kind: 'ident', id: this.#id(), name };
  }
  accumulator(): Expr {
    return this.ident(ACCUMULATOR);
  }
  list(...elements: Expr[]): Expr {
    return { kind: 'list', id: this.#id(), elements, optional: [] };
  }
  emptyMap(): Expr {
    return { kind: 'map', id: this.#id(), entries: [] };
  }
  call(name: string, ...args: Expr[]): Expr {
    return { kind: 'call', id: this.#id(), target: undefined, function: name, args };
  }
  memberCall(name: string, target: Expr, ...args: Expr[]): Expr {
    return { kind: 'call', id: this.#id(), target, function: name, args };
  }
  presenceTest(operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.#id(), operand, field, testOnly: true };
  }
  loop(parts: Loop): Expr {
    return { kind: 'comprehension', id: this.#id(), iterVar2: '', ...parts };
  }
  /** `name` stands for `value` in `result`. It is evaluated when it is first used, and once. */
  binding(name: string, value: Expr, result: Expr): Expr {
    return this.loop({
      range: this.list(),
      iterVar: '#unused',
      accuVar: name,
      accuInit: value,
      condition: this.literal(false),
      step: this.ident(name),
      result,
    });
  }

  /** The same expression with ids of its own, in the same places. */
  copy(expr: Expr): Expr {
    const id = this.#builder.id(this.#builder.positionOf(expr.id));
    switch (expr.kind) {
      case 'select':
        return { ...expr, id, operand: this.copy(expr.operand) };
      case 'call':
        return {
          ...expr,
          id,
          target: expr.target === undefined ? undefined : this.copy(expr.target),
          args: expr.args.map((arg) => this.copy(arg)),
        };
      case 'list':
        return { ...expr, id, elements: expr.elements.map((element) => this.copy(element)) };
      case 'map':
        return {
          ...expr,
          id,
          entries: expr.entries.map((entry) => ({
            ...entry,
            id: this.#id(),
            key: this.copy(entry.key),
            value: this.copy(entry.value),
          })),
        };
      case 'struct':
        return {
          ...expr,
          id,
          fields: expr.fields.map((field) => ({ ...field, id: this.#id(), value: this.copy(field.value) })),
        };
      case 'comprehension':
        return { ...this.#copyLoop(expr), id };
      default:
        return { ...expr, id };
    }
  }

  #copyLoop(loop: ComprehensionExpr): ComprehensionExpr {
    return {
      ...loop,
      range: this.copy(loop.range),
      accuInit: this.copy(loop.accuInit),
      condition: this.copy(loop.condition),
      step: this.copy(loop.step),
      result: this.copy(loop.result),
    };
  }

  #id(): number {
    return this.#builder.id(this.#position);
  }
}

export function simpleName(arg: Expr, message: string): IdentExpr {
  if (arg.kind !== 'ident') throw new MacroError(arg, message);
  return arg;
}

/** The name of a loop's variable. */
export function iterationVariable(arg: Expr, message: string): string {
  const { name } = simpleName(arg, message);
  refuseAccumulator(arg, name);
  return name;
}

export function refuseAccumulator(arg: Expr, name: string): void {
  if (name === ACCUMULATOR || name === OLD_ACCUMULATOR)
    throw new MacroError(arg, 'iteration variable overwrites accumulator variable');
}
