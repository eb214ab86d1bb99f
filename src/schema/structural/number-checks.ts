import { goFloat, goNumber, type Json } from '#meta';
import type { Findings } from './findings.ts';
import type { JsonSchema } from './json-schema.ts';

export interface NumberLimits {
  /** `integer`, `number`, or nothing where the type leaves it open. */
  readonly type: string;
  readonly format: string;
  readonly maximum: number | bigint | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | bigint | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
}

export function compileNumber(
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

/** How far from a whole number a float may be, compared with itself. */
const tolerance = 1e-9;

/**
 * Whether a float passes for a whole number. One that is a little too large does, one that is a little too small does
 * not, and none below one. Go: swag IsFloat64AJSONInteger
 */
export function isNearlyWhole(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  if (Number.isInteger(value)) return true;
  const whole = Math.trunc(value);
  return whole > 0 && (value - whole) / (value + whole) < tolerance;
}

type Limit = number | bigint;

/** The order of the checks shows in the order of the errors. k8s: kube-openapi/pkg/validation/validate numberValidator */
export function checkNumber(limits: NumberLimits, value: number | bigint, findings: Findings): void {
  const isWhole = jsonType(value) === 'integer';
  if (!fitsType(limits, value)) findings.general((name) => outOfRange(limits, 'Checked', name));
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits;
  /** Whether a limit is one for whole numbers: if both can be. Then it counts without its fraction, as with Go. */
  const isComparable = (limit: Limit, word: string): boolean => {
    if (fitsType(limits, limit)) return isWhole;
    findings.general((name) => outOfRange(limits, word, name));
    return false;
  };
  if (multipleOf !== undefined) {
    checkFactor(multipleOf, value, { whole: isComparable(multipleOf, 'MultipleOf'), findings });
  }
  if (minimum !== undefined) {
    const whole = isComparable(minimum, 'Minimum boundary');
    const limit = whole ? truncate(minimum) : minimum;
    if (exclusiveMinimum ? value <= limit : value < limit)
      findings.invalid(value, `should be greater than ${orEqual(exclusiveMinimum)}${showLimit(limit, whole)}`);
  }
  if (maximum !== undefined) {
    const whole = isComparable(maximum, 'Maximum boundary');
    const limit = whole ? truncate(maximum) : maximum;
    if (exclusiveMaximum ? value >= limit : value > limit)
      findings.invalid(value, `should be less than ${orEqual(exclusiveMaximum)}${showLimit(limit, whole)}`);
  }
}

function outOfRange({ type, format }: NumberLimits, what: string, name: string): string {
  return `${what} value must be of type ${type} ${format === '' ? '(default format)' : `with format ${format}`} in ${name}`;
}

/** What does not fit into a float32. */
const FLOAT32_LIMIT = 3.4028235677973366e38;

/** Limits have to fit as well as values: a schema for integers with a limit that is none accepts nothing. */
function fitsType({ type, format }: NumberLimits, value: Limit): boolean {
  if (type !== 'integer') return format !== 'float' || Math.abs(Number(value)) < FLOAT32_LIMIT;
  if (Number.isSafeInteger(value)) return format !== 'int32' || ((value as number) | 0) === value;
  // By its digits: the shortest that tell a large float are more than the number itself.
  const digits = String(value);
  if (!/^-?\d+$/.test(digits)) return false;
  return BigInt.asIntN(format === 'int32' ? 32 : 64, BigInt(digits)) === BigInt(digits);
}

interface FactorCheck {
  /** Value and factor are compared as whole numbers. */
  readonly whole: boolean;
  readonly findings: Findings;
}

function checkFactor(declared: number, value: number | bigint, { whole, findings }: FactorCheck): void {
  const factor = whole ? Math.trunc(declared) : declared;
  if (!(factor > 0)) {
    findings.badFactor(factor);
  } else if (!isMultiple(value, factor, whole)) {
    findings.invalid(value, `should be a multiple of ${whole ? goNumber(factor) : goFloat(factor)}`);
  }
}

function isMultiple(value: number | bigint, factor: number, whole: boolean): boolean {
  if (whole) return BigInt(value) % BigInt(factor) === 0n;
  return isNearlyWhole(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor);
}

const orEqual = (exclusive: boolean): string => (exclusive ? '' : 'or equal to ');

function showLimit(limit: Limit, whole: boolean): string {
  return whole ? goNumber(limit) : goFloat(Number(limit));
}

function truncate(limit: Limit): Limit {
  return typeof limit === 'bigint' ? limit : Math.trunc(limit);
}
