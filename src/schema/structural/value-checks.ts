import { goQuote, type Json, matchesPattern, numericEqual, stringFormat } from '#meta';
import type { Findings } from './findings.ts';
import type { JsonSchema } from './json-schema.ts';
import { compileNumber, isNearlyWhole, jsonType, type NumberLimits } from './number-checks.ts';

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

export function compileChecks(source: JsonSchema, types: readonly string[]): ValueChecks {
  const [first = ''] = types;
  const type = types.length === 1 ? first : '';
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
  } else if (typeof value === 'number' && types.includes('integer') && isNearlyWhole(value)) {
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

/** Null is in no enumeration, not even in one that lists it. */
export function checkEnum(allowed: readonly Json[], value: Json, findings: Findings): void {
  if (value !== null && isAmong(allowed, value)) return;
  findings.notSupported(value, allowed);
}

const textsIn = new WeakMap<readonly Json[], ReadonlySet<Json>>();

/** Most enumerations are of texts, and some are long. */
function isAmong(allowed: readonly Json[], value: Json): boolean {
  if (typeof value !== 'string') return allowed.some((one) => numericEqual(one, value));
  const texts = textsIn.get(allowed) ?? new Set(allowed);
  textsIn.set(allowed, texts);
  return texts.has(value);
}
