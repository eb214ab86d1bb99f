/** One thing that is wrong with one field. Validation returns all of them and never throws. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  /** `Required value`, `Invalid value: "x": must be …`: what stands behind the field's path. */
  readonly body: string;
}

/** The `reason` of a cause in a Status. */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** A path to a field: `path('spec').child('ports').index(0).child('name')` is `spec.ports[0].name`. */
export class FieldPath {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }
  child(name: string): FieldPath {
    return new FieldPath(this.#text === '' ? name : `${this.#text}.${name}`);
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

const suffix = (detail: string): string => (detail === '' ? '' : `: ${detail}`);
const make = (type: FieldErrorType, field: FieldPath, body: string): FieldError => ({
  type,
  field: field.toString(),
  body,
});

export const fieldErrors = {
  required: (field: FieldPath, detail = ''): FieldError =>
    make('FieldValueRequired', field, `Required value${suffix(detail)}`),
  invalid: (field: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueInvalid', field, `Invalid value: ${showValue(value)}${suffix(detail)}`),
  typeInvalid: (field: FieldPath, value: unknown, detail: string): FieldError =>
    make('FieldValueTypeInvalid', field, `Invalid value: ${showValue(value)}${suffix(detail)}`),
  notSupported: (field: FieldPath, value: unknown, supported: readonly string[]): FieldError =>
    make(
      'FieldValueNotSupported',
      field,
      `Unsupported value: ${showValue(value)}${supported.length === 0 ? '' : `: supported values: ${supported.map((s) => showValue(s)).join(', ')}`}`,
    ),
  forbidden: (field: FieldPath, detail: string): FieldError =>
    make('FieldValueForbidden', field, `Forbidden${suffix(detail)}`),
  duplicate: (field: FieldPath, value: unknown): FieldError =>
    make('FieldValueDuplicate', field, `Duplicate value: ${showValue(value)}`),
  notFound: (field: FieldPath, value: unknown): FieldError =>
    make('FieldValueNotFound', field, `Not found: ${showValue(value)}`),
  tooLong: (field: FieldPath, maximum: number): FieldError =>
    make('FieldValueTooLong', field, `Too long: may not be more than ${maximum} bytes`),
  tooMany: (field: FieldPath, actual: number, maximum: number): FieldError =>
    make(
      'FieldValueTooMany',
      field,
      `Too many: ${actual}: must have at most ${maximum} item${maximum === 1 ? '' : 's'}`,
    ),
  internal: (field: FieldPath, detail: string): FieldError =>
    make('InternalError', field, `Internal error${suffix(detail)}`),
};

/** `metadata.name: Required value`: the whole message of one field error. */
export function formatFieldError({ field, body }: FieldError): string {
  return `${field}: ${body}`;
}

/** A value as the messages show it: strings quoted, everything else as JSON. */
export function showValue(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)) ?? 'null';
}
