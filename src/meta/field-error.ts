import { goJson, goNumber, goQuote } from './go-text.ts';

/** One thing that is wrong with one field. Validation returns all of them and never throws. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  /** `Required value`, `Invalid value: "x": must be …`: what stands behind the field's path. */
  readonly body: string;
  /** What helps to understand it. It is told beside the answer, which says what the real server says. */
  readonly hint?: string;
  /** Not an error where the cluster allows this policy. */
  readonly unlessAllowed?: ClusterPolicy;
}

/** What a cluster may allow or not: containers as powerful as their node. */
export type ClusterPolicy = 'privileged';

/** The `reason` of a cause in a Status. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooShort'
  | 'FieldValueTooMany'
  | 'FieldValueTooFew'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** A path to a field: `path('spec').child('ports').index(0).child('name')` is `spec.ports[0].name`. */
export class FieldPath {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }
  child(...names: readonly string[]): FieldPath {
    const below = names.length === 1 ? (names[0] as string) : names.join('.');
    return new FieldPath(this.#text === '' ? below : `${this.#text}.${below}`);
  }
  index(position: number): FieldPath {
    return new FieldPath(`${this.#text}[${position}]`);
  }
  key(key: string): FieldPath {
    return new FieldPath(`${this.#text}[${key}]`);
  }
  toString(): string {
    return this.#text === '' ? '<nil>' : this.#text;
  }
}

export function path(first: string, ...rest: readonly string[]): FieldPath {
  return new FieldPath([first, ...rest].join('.'));
}

/** Stands for a bad value that the message leaves out: `spec: Invalid value: a must exceed b`. */
export const omitValue: unique symbol = Symbol('omitted');

/** A string that is an optional one in Go: messages show it as JSON does. */
export class OptionalText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value whose text is put together once, however often it is told. */
export class ShownOnce {
  readonly #value: unknown;
  #text: string | undefined;
  constructor(value: unknown) {
    this.#value = value;
  }
  get text(): string {
    this.#text ??= showValue(this.#value);
    return this.#text;
  }
}

const suffix = (detail: string): string => (detail === '' ? '' : `: ${detail}`);
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const make = (type: FieldErrorType, field: FieldPath, body: string): FieldError => ({
  type,
  field: field.toString(),
  body,
});
/** Put together once for each list: a long one may be told of thousands of values. */
const supportedTexts = new WeakMap<readonly string[], string>();
function supportedValues(supported: readonly string[]): string {
  if (supported.length === 0) return '';
  const known = supportedTexts.get(supported) ?? `supported values: ${supported.map(goQuote).join(', ')}`;
  supportedTexts.set(supported, known);
  return known;
}
const withValue = (what: string, value: unknown, detail = ''): string =>
  `${what}${value === omitValue ? '' : `: ${showValue(value)}`}${suffix(detail)}`;

export const fieldErrors = {
  required: (field: FieldPath, detail = ''): FieldError =>
    make('FieldValueRequired', field, `Required value${suffix(detail)}`),
  invalid: (field: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueInvalid', field, withValue('Invalid value', value, detail)),
  typeInvalid: (field: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueTypeInvalid', field, withValue('Invalid value', value, detail)),
  /** The supported values are listed in the order given. */
  notSupported: (field: FieldPath, value: unknown, supported: readonly string[]): FieldError =>
    make('FieldValueNotSupported', field, withValue('Unsupported value', value, supportedValues(supported))),
  forbidden: (field: FieldPath, detail: string): FieldError =>
    make('FieldValueForbidden', field, `Forbidden${suffix(detail)}`),
  /** Forbidden where the cluster does not allow it. */
  disallowed: (field: FieldPath, detail: string, unlessAllowed: ClusterPolicy): FieldError => ({
    ...make('FieldValueForbidden', field, `Forbidden${suffix(detail)}`),
    unlessAllowed,
  }),
  duplicate: (field: FieldPath, value: unknown): FieldError =>
    make('FieldValueDuplicate', field, withValue('Duplicate value', value)),
  notFound: (field: FieldPath, value: unknown): FieldError =>
    make('FieldValueNotFound', field, withValue('Not found', value)),
  /** A negative maximum stands for one that is not told. */
  tooLong: (field: FieldPath, maximum: number): FieldError =>
    make(
      'FieldValueTooLong',
      field,
      `Too long: ${maximum < 0 ? 'value is too long' : `may not be more than ${plural(maximum, 'byte')}`}`,
    ),
  tooLongCharacters: (field: FieldPath, maximum: number): FieldError =>
    make(
      'FieldValueTooLong',
      field,
      `Too long: ${maximum < 0 ? 'value is too long' : `may not be more than ${plural(maximum, 'character')}`}`,
    ),
  tooShort: (field: FieldPath, minimum: number): FieldError =>
    make(
      'FieldValueTooShort',
      field,
      `Too short: ${minimum < 0 ? 'value is too short' : `must be at least ${plural(minimum, 'character')}`}`,
    ),
  /** A negative count or maximum is left out. */
  tooMany: (field: FieldPath, actual: number, maximum: number): FieldError =>
    make(
      'FieldValueTooMany',
      field,
      withValue(
        'Too many',
        actual < 0 ? omitValue : actual,
        maximum < 0 ? 'has too many items' : `must have at most ${plural(maximum, 'item')}`,
      ),
    ),
  tooFew: (field: FieldPath, actual: number, minimum: number): FieldError =>
    make('FieldValueTooFew', field, withValue('Too few', actual, `must have at least ${plural(minimum, 'item')}`)),
  internal: (field: FieldPath, detail: string): FieldError =>
    make('InternalError', field, `Internal error${suffix(detail)}`),
};

/** `metadata.name: Required value`: the whole message of one field error. */
export function formatFieldError({ field, body }: FieldError): string {
  return `${field}: ${body}`;
}

/** What helps with those that have something. */
export function hintOf(faults: readonly FieldError[]): string {
  const hints = faults.flatMap(({ field, hint }) => (hint === undefined ? [] : [`${field}: ${hint}`]));
  return hints.join('; ');
}

/** One fault stands alone; several stand in brackets, each told once. */
export function formatFieldErrors(faults: readonly FieldError[]): string {
  const told = tellable(faults);
  const lines = [...new Set(told.map(formatFieldError))];
  if (told.length < faults.length) lines.push(`and ${faults.length - told.length} more`);
  return lines.length === 1 ? (lines[0] as string) : `[${lines.join(', ')}]`;
}

/** How much text the faults of one object may have: an answer is not the place for megabytes. */
const MOST_TEXT = 512 * 1024;

/** The faults that fit into an answer: the first one always does. */
export function tellable(faults: readonly FieldError[]): readonly FieldError[] {
  let length = 0;
  for (const [at, { field, body }] of faults.entries()) {
    length += field.length + body.length;
    if (length > MOST_TEXT && at > 0) return faults.slice(0, at);
  }
  return faults;
}

/** A value as the messages show it: strings quoted as Go does, objects and lists as JSON with the keys in their order. */
function showValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (value instanceof ShownOnce) return value.text;
  if (value instanceof OptionalText) return goJson(value.text);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  return goJson(value);
}
