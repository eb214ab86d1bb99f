import { CelType } from '../values/type.ts';
import { Bytes, Double, Uint, type Value } from '../values/value.ts';
import {
  type Ast,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type MapExpr,
  operators,
  type StructExpr,
} from './ast.ts';

/** Precedence levels, the weakest first. */
const level = { expression: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, unary: 6, member: 7 } as const;

interface BinaryOperator {
  readonly sign: string;
  readonly level: number;
}

const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map([
  [operators.or, { sign: '||', level: level.or }],
  [operators.and, { sign: '&&', level: level.and }],
  [operators.equals, { sign: '==', level: level.relation }],
  [operators.notEquals, { sign: '!=', level: level.relation }],
  [operators.less, { sign: '<', level: level.relation }],
  [operators.lessEquals, { sign: '<=', level: level.relation }],
  [operators.greater, { sign: '>', level: level.relation }],
  [operators.greaterEquals, { sign: '>=', level: level.relation }],
  [operators.in, { sign: 'in', level: level.relation }],
  [operators.add, { sign: '+', level: level.sum }],
  [operators.subtract, { sign: '-', level: level.sum }],
  [operators.multiply, { sign: '*', level: level.product }],
  [operators.divide, { sign: '/', level: level.product }],
  [operators.modulo, { sign: '%', level: level.product }],
]);

interface Printed {
  readonly text: string;
  readonly level: number;
}

const member = (text: string): Printed => ({ text, level: level.member });

type MacroCalls = Ast['macroCalls'];

/** The text of an expression, or of a part of it. Read again it gives the same tree. */
export function unparse({ macroCalls }: { readonly macroCalls: MacroCalls }, expr: Expr): string {
  return new Printer(macroCalls).print(expr).text;
}

class Printer {
  readonly #macroCalls: MacroCalls;

  constructor(macroCalls: MacroCalls) {
    this.#macroCalls = macroCalls;
  }

  print(expr: Expr): Printed {
    const macro = this.#macroCalls.get(expr.id);
    if (macro !== undefined) return this.#plainCall(macro);
    switch (expr.kind) {
      case 'literal':
        return literal(expr.value);
      case 'ident':
        return member(expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return member(`[${this.#all(expr.elements, (i) => expr.optional.includes(i))}]`);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return this.#loop(expr);
      default:
        return member('');
    }
  }

  /** In parentheses where its precedence requires them. */
  #held(expr: Expr, atLeast: number): string {
    const printed = this.print(expr);
    return printed.level < atLeast ? `(${printed.text})` : printed.text;
  }

  #all(exprs: readonly Expr[], isOptional: (index: number) => boolean = () => false): string {
    return exprs.map((expr, i) => `${isOptional(i) ? '?' : ''}${this.print(expr).text}`).join(', ');
  }

  #select({ operand, field, testOnly }: Expr & { readonly kind: 'select' }): Printed {
    const text = `${this.#held(operand, level.member)}.${fieldName(field)}`;
    return member(testOnly ? `has(${text})` : text);
  }

  #call(expr: CallExpr): Printed {
    const [first, second, third] = expr.args as [Expr, Expr, Expr];
    switch (expr.function) {
      case operators.conditional: {
        const [condition, ifTrue] = [this.#held(first, level.or), this.#held(second, level.or)];
        return { text: `${condition} ? ${ifTrue} : ${this.print(third).text}`, level: level.expression };
      }
      case operators.not:
        return { text: `!${this.#held(first, level.member)}`, level: level.unary };
      case operators.negate:
        return { text: `-${this.#negated(first)}`, level: level.unary };
      case operators.index:
        return member(`${this.#held(first, level.member)}[${this.print(second).text}]`);
      case operators.optionalIndex:
        return member(`${this.#held(first, level.member)}[?${this.print(second).text}]`);
      case operators.optionalSelect: {
        const field = second.kind === 'literal' ? String(second.value) : '';
        return member(`${this.#held(first, level.member)}.?${fieldName(field)}`);
      }
      default: {
        const operator = expr.target === undefined ? binaryOperators.get(expr.function) : undefined;
        return operator === undefined ? this.#plainCall(expr) : this.#binary(expr, operator);
      }
    }
  }

  /** A minus before a number would become part of it. */
  #negated(expr: Expr): string {
    const text = this.#held(expr, level.member);
    return /^[0-9.]/.test(text) ? `(${text})` : text;
  }

  #binary(expr: CallExpr, { sign, level: own }: BinaryOperator): Printed {
    const [left, right] = expr.args as [Expr, Expr];
    if (own > level.and) return { text: `${this.#held(left, own)} ${sign} ${this.#held(right, own + 1)}`, level: own };
    const terms = balancedTerms(expr) ?? [left, right];
    return { text: terms.map((term) => this.#held(term, own + 1)).join(` ${sign} `), level: own };
  }

  #plainCall({ target, function: name, args }: CallExpr): Printed {
    const receiver = target === undefined ? '' : `${this.#held(target, level.member)}.`;
    return member(`${receiver}${name}(${this.#all(args)})`);
  }

  #map({ entries }: MapExpr): Printed {
    const printed = entries.map(
      ({ key, value, optional }) => `${optional ? '?' : ''}${this.print(key).text}: ${this.print(value).text}`,
    );
    return member(`{${printed.join(', ')}}`);
  }

  #struct({ typeName, fields }: StructExpr): Printed {
    const printed = fields.map(
      ({ name, value, optional }) => `${optional ? '?' : ''}${fieldName(name)}: ${this.print(value).text}`,
    );
    return member(`${typeName}{${printed.join(', ')}}`);
  }

  /** A loop without a known macro call: it cannot be written, only shown. */
  #loop(loop: ComprehensionExpr): Printed {
    const variables = [loop.iterVar, ...(loop.iterVar2 === '' ? [] : [loop.iterVar2]), loop.accuVar];
    const parts = [loop.range, loop.accuInit, loop.condition, loop.step, loop.result];
    return member(`@loop(${variables.join(', ')}, ${this.#all(parts)})`);
  }
}

/** The terms of a chain of `&&` or `||`, if the parser would make the same tree of them. */
function balancedTerms(chain: CallExpr): readonly Expr[] | undefined {
  const terms: Expr[] = [];
  const isLink = (expr: Expr): expr is CallExpr =>
    expr.kind === 'call' && expr.target === undefined && expr.function === chain.function;
  const collect = (expr: Expr): void => {
    if (isLink(expr)) for (const arg of expr.args) collect(arg);
    else terms.push(expr);
  };
  collect(chain);
  const isBalanced = (expr: Expr, low: number, high: number): boolean => {
    if (!isLink(expr)) return low > high;
    const middle = Math.trunc((low + high + 1) / 2);
    const [left, right] = expr.args as [Expr, Expr];
    return low <= high && isBalanced(left, low, middle - 1) && isBalanced(right, middle + 1, high);
  };
  return isBalanced(chain, 0, terms.length - 2) ? terms : undefined;
}

function literal(value: Value): Printed {
  const text = literalText(value);
  return { text, level: text.startsWith('-') ? level.unary : level.member };
}

function literalText(value: Value): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Bytes) return `b"${Array.from(value.value, octalEscape).join('')}"`;
  return value instanceof CelType ? value.name : String(value);
}

/** With a point or an exponent, or it would be an integer. */
function doubleText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function octalEscape(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  const escaped = text.replace(/[\u0000-\u001f"\\\u007f-\u009f\u2028\u2029]/g, (character) => {
    return shortEscapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function fieldName(name: string): string {
  return /^[A-Za-z_][0-9A-Za-z_]*$/.test(name) && !['in', 'true', 'false', 'null'].includes(name)
    ? name
    : `\`${name}\``;
}
