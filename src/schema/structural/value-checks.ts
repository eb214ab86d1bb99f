import { goNumber, goQuote, type Json } from '#meta';
import { sameJson } from './deep-values.ts';
import type { Findings } from './findings.ts';
import { stringFormat } from './formats.ts';
import type { JsonSchema } from './json-schema.ts';
import { matchesPattern } from './patterns.ts';

/** What a schema asks of a value itself, without looking below it. */
export interface ValueChecks {
  readonly types: readonly string[];
  /** Enforced ones only; empty otherwise. */
  readonly format: string;
  readonly stringFormat: ((text: string) => boolean) | undefined;
  readonly text: TextLimits | undefined;
  readonly number: NumberLimits | undefined;
  readonly enum: readonly Json[] | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
}

interface TextLimits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string;
}

interface NumberLimits {
  /** `integer`, `number`, or nothing where the type leaves it open. */
  readonly type: string;
  readonly format: string;
  readonly maximum: number | bigint | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | bigint | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
}

export function compileChecks(source: JsonSchema, types: readonly string[]): ValueChecks {
  const type = types.length === 1 ? (types[0] as string) : '';
  const format = enforcedFormat(type, source.format ?? '');
  return {
    types,
    format,
    stringFormat: type === '' || type === 'string' ? stringFormat(format) : undefined,
    text: compileText(source),
    number: compileNumber(source, { type, format }),
    enum: source.enum?.length ? source.enum : undefined,
    minItems: source.minItems ?? undefined,
    maxItems: source.maxItems ?? undefined,
    minProperties: source.minProperties ?? undefined,
    maxProperties: source.maxProperties ?? undefined,
  };
}

function enforcedFormat(type: string, format: string): string {
  switch (type) {
    case '':
    case 'string':
      return stringFormat(format) === undefined ? '' : format;
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

function compileText({ minLength, maxLength, pattern }: JsonSchema): TextLimits | undefined {
  if ((minLength ?? maxLength ?? pattern ?? undefined) === undefined) return undefined;
  return { minLength: minLength ?? undefined, maxLength: maxLength ?? undefined, pattern: pattern ?? '' };
}

function compileNumber(
  source: JsonSchema,
  { type, format }: { type: string; format: string },
): NumberLimits | undefined {
  const { maximum, minimum, multipleOf } = source;
  const numeric = type === 'integer' || type === 'number';
  if (!numeric && (maximum ?? minimum ?? multipleOf ?? undefined) === undefined) return undefined;
  return {
    type: numeric ? type : '',
    format: numeric ? format : '',
    maximum: maximum ?? undefined,
    exclusiveMaximum: source.exclusiveMaximum === true,
    minimum: minimum ?? undefined,
    exclusiveMinimum: source.exclusiveMinimum === true,
    multipleOf: multipleOf === undefined || multipleOf === null ? undefined : Number(multipleOf),
  };
}

/** `integer` for what Go would hold in an int64, `number` for other numbers. */
export function jsonType(value: Json): string {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? 'integer' : 'number';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
    default:
      return typeof value;
  }
}

/**
 * Whether the type fits. A wrong one is told by the format where there is one; but a format that is none of a number's
 * is asked about texts and lists in place of the type, and has nothing to say about lists.
 */
export function checkType(checks: ValueChecks, value: Json, findings: Findings): boolean {
  const { types, format } = checks;
  const type = jsonType(value);
  const isNumeric = types.includes('number') || types.includes('integer');
  if (!isNumeric && format !== '' && (type === 'string' || type === 'array')) return true;
  if (types.length === 0) {
    if (format === '') return true;
  } else if (types.includes(type) || (type === 'integer' && types.includes('number'))) {
    return true;
  }
  const byFormat = format !== '' && type !== 'string' && type !== 'array' && type !== 'null';
  const given = byFormat ? goFormat(type) : type;
  findings.typeInvalid(given, `must be of type ${byFormat ? format : types.join(',')}: "${given}"`);
  return false;
}

function goFormat(type: string): string {
  return type === 'integer' ? 'int64' : type === 'number' ? 'float64' : '';
}

export function checkText(limits: TextLimits, text: string, findings: Findings): void {
  const { minLength, maxLength, pattern } = limits;
  if (maxLength !== undefined && text.length > maxLength && countCharacters(text) > maxLength) {
    findings.tooLong(maxLength);
  } else if (minLength !== undefined && (text.length < minLength || countCharacters(text) < minLength)) {
    findings.invalid(text, `should be at least ${minLength} chars long`);
  } else if (pattern !== '') {
    const matches = matchesPattern(pattern, text);
    if (matches === true) return;
    const wrong = typeof matches === 'string' ? `${pattern}, but pattern is invalid: ${matches}` : pattern;
    findings.invalid(text, `should match '${wrong}'`);
  }
}

function countCharacters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++, count++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++;
  }
  return count;
}

export function checkFormat(checks: ValueChecks, text: string, findings: Findings): void {
  if (checks.stringFormat === undefined || checks.stringFormat(text)) return;
  findings.typeInvalid(text, `must be of type ${checks.format}: ${goQuote(text)}`);
}

/** What does not fit into a float32. */
const float32Limit = 3.4028235677973366e38;

export function checkNumber(limits: NumberLimits, value: number | bigint, findings: Findings): void {
  const whole = jsonType(value) === 'integer';
  if (!isInRange(limits, value, whole)) {
    const format = limits.format === '' ? '(default format)' : `with format ${limits.format}`;
    findings.general((name) => `Checked value must be of type ${limits.type} ${format} in ${name}`);
  }
  const { multipleOf, minimum, maximum } = limits;
  if (multipleOf !== undefined && !(multipleOf > 0)) {
    findings.badFactor(multipleOf);
  } else if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    findings.invalid(value, `should be a multiple of ${showLimit(multipleOf, false)}`);
  }
  if (minimum !== undefined && (limits.exclusiveMinimum ? value <= minimum : value < minimum)) {
    const truncates = whole && (limits.exclusiveMinimum ? value <= truncate(minimum) : value < truncate(minimum));
    findings.invalid(
      value,
      `should be greater than ${orEqual(limits.exclusiveMinimum)}${showLimit(minimum, truncates)}`,
    );
  }
  if (maximum !== undefined && (limits.exclusiveMaximum ? value >= maximum : value > maximum)) {
    const truncates = whole && (limits.exclusiveMaximum ? value >= truncate(maximum) : value > truncate(maximum));
    findings.invalid(value, `should be less than ${orEqual(limits.exclusiveMaximum)}${showLimit(maximum, truncates)}`);
  }
}

const orEqual = (exclusive: boolean): string => (exclusive ? '' : 'or equal to ');

/** Whole numbers are told their limit without its fraction, wherever that is still true. */
function showLimit(limit: number | bigint, truncates: boolean): string {
  return goNumber(truncates ? truncate(limit) : limit);
}

function truncate(limit: number | bigint): number | bigint {
  return typeof limit === 'bigint' ? limit : Math.trunc(limit);
}

function isInRange({ type, format }: NumberLimits, value: number | bigint, whole: boolean): boolean {
  if (type === 'integer') return whole && (format !== 'int32' || BigInt.asIntN(32, BigInt(value)) === BigInt(value));
  return format !== 'float' || Math.abs(Number(value)) < float32Limit;
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (Number.isSafeInteger(factor) && jsonType(value) === 'integer') return BigInt(value) % BigInt(factor) === 0n;
  const quotient = factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor;
  // Past this, every number looks whole.
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const nearest = Math.round(quotient);
  return quotient === nearest || Math.abs(quotient - nearest) < 1e-9 * Math.max(1, Math.abs(nearest));
}

/** Null is in no enumeration, not even in one that lists it. */
export function checkEnum(allowed: readonly Json[], value: Json, findings: Findings): void {
  if (value !== null && allowed.some((one) => sameJson(one, value))) return;
  findings.notSupported(value, allowed);
}
