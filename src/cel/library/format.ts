import { goQuote } from '#meta';
import type { FunctionDeclaration } from '../check/declarations.ts';
import type { Validation, Validator } from '../check/validator.ts';
import type { CallExpr, Expr } from '../syntax/ast.ts';
import { arrayOf, type List, listAt, listSize } from '../values/lists.ts';
import { mapFind, mapKeys } from '../values/maps.ts';
import { type CelType, type Kind, listType, types } from '../values/type.ts';
import {
  type Bytes,
  CelError,
  type Double,
  isList,
  isMap,
  readJson,
  typeOf,
  Uint,
  type Value,
} from '../values/value.ts';
import { fixedDigits, scientificDigits } from './exact-decimal.ts';
import { type Clause, FormatFault, followFormat, wrongType } from './format-clauses.ts';
import { declare, memberOverload } from './library.ts';
import { toText } from './standard-conversions.ts';

const DEFAULT_PRECISION = 6;
/** A limit, because digits cost time and no real format needs more. */
const MAX_PRECISION = 10_000;

function format(text: string, args: List): Value {
  const argCount = { size: listSize(args), checked: 'first' } as const;
  try {
    return followFormat(text, argCount, (clause, index) => write(clause, listAt(args, index)));
  } catch (fault) {
    if (!(fault instanceof FormatFault)) throw fault;
    return new CelError(fault.message);
  }
}

export const formatFunction: FunctionDeclaration = declare('format', {
  ...memberOverload('string_format', [[types.string, listType(types.dyn)], types.string], format),
  stopsAtFailure: true,
});

function write(clause: Clause, value: Value): string {
  switch (clause.letter) {
    case 's':
      return writeText(clause, value);
    case 'f':
    case 'e':
      return writeDouble(clause, value);
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return writeInteger(clause, value, 2);
    case 'x':
    case 'X':
      return writeHex(clause, value);
    default:
      return writeInteger(clause, value, clause.letter === 'o' ? 8 : 10);
  }
}

function writeInteger(clause: Clause, value: Value, base: number): string {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString(base);
  if (value instanceof Uint) return value.value.toString(base);
  throw wrongType(clause, typeOf(value).name);
}

function writeHex(clause: Clause, value: Value): string {
  const { kind } = typeOf(value);
  const isText = kind === 'string' || kind === 'bytes';
  const text = isText
    ? Buffer.from(kind === 'string' ? (value as string) : (value as Bytes).value).toString('hex')
    : writeInteger(clause, value, 16);
  return clause.letter === 'X' ? text.toUpperCase() : text;
}

const namedDoubles: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** With the separators and signs of American English. */
function writeDouble(clause: Clause, value: Value): string {
  const isNamed = typeof value === 'string' && Object.hasOwn(namedDoubles, value);
  if (!isNamed && typeOf(value).kind !== 'double') throw wrongType(clause, typeOf(value).name);
  const number = isNamed ? (namedDoubles[value] as number) : (value as Double).value;
  const precision = Math.min(clause.precision ?? DEFAULT_PRECISION, MAX_PRECISION);
  // cel-go takes the precision of an exponent for a width.
  return clause.letter === 'f' ? writeFixed(number, precision) : writeScientific(number).padStart(precision);
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? undefined : `${value < 0 ? '-' : ''}∞`;
}

function writeFixed(value: number, precision: number): string {
  const [whole = '', fraction] = fixedDigits(Number.isFinite(value) ? value : 0, precision).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return special(value) ?? `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

function writeScientific(value: number): string {
  const named = special(value);
  if (named !== undefined) return named;
  const { mantissa, power } = scientificDigits(value, DEFAULT_PRECISION);
  const digits = String(Math.abs(power)).padStart(2, '0');
  const raised = digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] as string);
  return `${value < 0 ? '-' : ''}${mantissa}×10${power < 0 ? '⁻' : ''}${raised}`;
}

function fault(message: string): FormatFault {
  return new FormatFault(`error during formatting: ${message}`);
}

function writeText(clause: Clause, value: Value): string {
  if (isList(value)) return writeList(value);
  if (isMap(value)) return writeMap(value);
  const text = toText(value);
  if (text === undefined) throw wrongType(clause, typeOf(value).name);
  if (text instanceof CelError) throw fault(`could not convert argument ${goQuote(text.message)} to string`);
  return text;
}

function writeList(list: List): string {
  return `[${arrayOf(list)
    .map((element) => writeEntry(readJson(element)))
    .join(', ')}]`;
}

const keyKinds: readonly Kind[] = ['string', 'bool', 'int', 'uint'];

function writeMap(map: Parameters<typeof mapKeys>[0]): string {
  const entries = mapKeys(map).map((key): readonly [string, string] => {
    if (!keyKinds.includes(typeOf(key).kind))
      throw fault(`no formatting function for map key of type ${typeOf(key).name}`);
    return [writeEntry(key), writeEntry(mapFind(map, key) as Value)];
  });
  entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** An element of a list or map: texts are quoted. */
function writeEntry(value: Value): string {
  const text: Clause = { letter: 's', precision: undefined };
  switch (typeOf(value).kind) {
    case 'string':
      return goQuote(value as string);
    case 'bytes':
      return `b${goQuote(writeText(text, value))}`;
    case 'timestamp':
      return `timestamp(${goQuote(writeText(text, value))})`;
    case 'duration':
      return `duration(${goQuote(writeText(text, value))})`;
    case 'double':
      return writeElementDouble((value as Double).value);
    case 'int':
    case 'uint':
    case 'bool':
    case 'null':
    case 'type':
    case 'list':
    case 'map':
      return writeText(text, value);
    default:
      throw fault(`no formatting function for ${typeOf(value).name}`);
  }
}

function writeElementDouble(value: number): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"';
  const negative = value < 0 || Object.is(value, -0);
  return `${negative ? '-' : ''}${fixedDigits(value, DEFAULT_PRECISION)}`;
}

const accepted: Readonly<Record<Clause['letter'], readonly Kind[]>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

/** Formats that are literals, with literal lists of arguments, are checked when they are compiled. */
export const formatCalls: Validator = {
  name: 'string_format',
  exempts: ['format'],
  validate(validation) {
    for (const expr of validation.expressions) if (isLiteralFormat(expr)) checkFormat(expr, validation);
  },
};

type FormatCall = CallExpr & { readonly target: Expr & { kind: 'literal' }; readonly args: [Expr & { kind: 'list' }] };

function isLiteralFormat(expr: Expr): expr is FormatCall {
  if (expr.kind !== 'call' || expr.function !== 'format' || expr.args.length !== 1) return false;
  const { target } = expr;
  return target?.kind === 'literal' && typeof target.value === 'string' && expr.args[0]?.kind === 'list';
}

function checkFormat(expr: FormatCall, validation: Validation): void {
  const args = expr.args[0].elements;
  let at = expr.id;
  let used = 0;
  try {
    const argCount = { size: args.length, checked: 'after the clause begins' } as const;
    followFormat(expr.target.value as string, argCount, (clause, index) => {
      used++;
      const wrong = wrongArgument(clause, args[index] as Expr, validation);
      if (wrong === undefined) return '';
      at = wrong.id;
      throw wrongType(clause, typeAt(validation, wrong).name);
    });
  } catch (fault) {
    if (!(fault instanceof FormatFault)) throw fault;
    validation.report(at, fault.message);
    return;
  }
  if (args.length > used)
    validation.report(expr.id, `too many arguments supplied to string.format (expected ${used}, got ${args.length})`);
}

function typeAt({ ast }: Validation, expr: Expr): CelType {
  return ast.types[expr.id] as CelType;
}

/** The argument, or the part of it, that the clause does not accept. */
function wrongArgument(clause: Clause, expr: Expr, validation: Validation): Expr | undefined {
  const { kind } = typeAt(validation, expr);
  if (kind !== 'dyn' && !accepted[clause.letter].includes(kind)) return expr;
  if (clause.letter !== 's') return undefined;
  const parts =
    expr.kind === 'list'
      ? expr.elements
      : expr.kind === 'map'
        ? expr.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of parts) {
    const wrong = wrongArgument(clause, part, validation);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
