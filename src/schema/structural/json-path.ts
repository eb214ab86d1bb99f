import { goJson, goNumber, isJsonObject, type Json, type JsonObject } from '#meta';
import { sortedJson } from './deep-values.ts';
import { type Filter, JsonPathError, type PathStep, parsePath, type Slice } from './json-path-parse.ts';

/** Wildcards and descents multiply; no column needs more. */
const MAX_FOUND = 10_000;

/** A path as printer columns have it. k8s: client-go/util/jsonpath */
export class JsonPath {
  readonly #steps: readonly PathStep[];

  /** Throws a `JsonPathError`. */
  constructor(text: string) {
    this.#steps = parsePath(text);
  }

  /** Everything the path leads to; missing keys lead to nothing. Throws a `JsonPathError` where a step cannot be taken. */
  find(value: Json): Json[] {
    return follow(this.#steps, [value]);
  }

  /** The first of it, or nothing, for whatever reason. */
  first(value: Json): Json | undefined {
    try {
      return this.find(value)[0];
    } catch (error) {
      if (error instanceof JsonPathError) return undefined;
      throw error;
    }
  }
}

function follow(steps: readonly PathStep[], values: Json[]): Json[] {
  let found = values;
  for (const step of steps) {
    found = take(step, found);
    if (found.length > MAX_FOUND) throw new JsonPathError(`found more than ${MAX_FOUND} values`);
  }
  return found;
}

function take(step: PathStep, values: Json[]): Json[] {
  switch (step.kind) {
    case 'field':
      return values.flatMap((value) => (hasKey(value, step.name) ? [value[step.name] ?? null] : []));
    case 'wildcard':
      return values.flatMap(membersOf);
    case 'recursive':
      return descend(values);
    case 'slice':
      return values.flatMap((value) => (value === null ? [] : sliceOf(value, step.slice)));
    case 'union':
      return step.parts.flatMap((part) => follow(part, values));
    case 'filter':
      return values.flatMap((value) => filtered(value, step.filter));
    case 'literal':
      return typeof step.value === 'string' ? [step.value] : values.map(() => step.value);
    case 'identifier':
      throw new JsonPathError(`unrecognized identifier ${step.name}`);
  }
}

function hasKey(value: Json, key: string): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, key);
}

function membersOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).map((member) => member ?? null) : [];
}

/** Every object and list that is not empty, parents before children. */
function descend(values: readonly Json[]): Json[] {
  const found: Json[] = [];
  const open = [...values].reverse();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const members = membersOf(value);
    if (members.length === 0) continue;
    found.push(value);
    if (found.length > MAX_FOUND) throw new JsonPathError(`found more than ${MAX_FOUND} values`);
    for (let i = members.length - 1; i >= 0; i--) open.push(members[i] ?? null);
  }
  return found;
}

function sliceOf(value: Json, { start, end, step = 1, single }: Slice): Json[] {
  if (!Array.isArray(value)) throw new JsonPathError(`${goTypeName(value)} is not array or slice`);
  const size = value.length;
  const from = (start ?? 0) + ((start ?? 0) < 0 ? size : 0);
  let to = end ?? size;
  if (to < 0 || (to === 0 && single)) to += size;
  if (from === to) return [];
  for (const index of [from, to - 1]) {
    if (index < 0 || index >= size)
      throw new JsonPathError(`array index out of bounds: index ${index}, length ${size}`);
  }
  if (from > to) throw new JsonPathError(`starting index ${from} is greater than ending index ${to}`);
  if (step <= 0) throw new JsonPathError('step must be > 0');
  return value.slice(from, to).filter((_, i) => i % step === 0);
}

function filtered(value: Json, filter: Filter): Json[] {
  if (!Array.isArray(value)) {
    throw new JsonPathError(`${cellText(value)} is not array or slice and cannot be filtered`);
  }
  return value.filter((item) => passes(item, filter));
}

function passes(item: Json, { left, operator, right }: Filter): boolean {
  const lefts = follow(left, [item]);
  if (operator === '') return lefts.length > 0;
  const rights = lefts.length === 0 ? [] : follow(right, [item]);
  if (lefts.length === 0 || rights.length === 0) return false;
  if (lefts.length > 1 || rights.length > 1) throw new JsonPathError('can only compare one element at a time');
  return compare(lefts[0] ?? null, operator, rights[0] ?? null);
}

function compare(left: Json, operator: string, right: Json): boolean {
  if (comparableAs(left) !== comparableAs(right)) throw new JsonPathError('incompatible types for comparison');
  const [a, b] = [left as string, right as string];
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

/** Whole numbers and others cannot be compared with each other. */
function comparableAs(value: Json): string {
  if (typeof value === 'object') throw new JsonPathError('invalid type for comparison');
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'bigint' ? 'int' : typeof value;
}

function goTypeName(value: Json): string {
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'bigint' ? 'int64' : 'string';
}

/** What a column of a type shows of a value; null where it does not fit. Dates are given back as the texts they are. */
export function columnCell(type: string, value: Json | undefined): Json {
  if (value === undefined) return null;
  if (type === 'string') return cellText(value);
  if (type === 'integer' && typeof value === 'number') return Math.trunc(value);
  if (type === 'number' && typeof value === 'bigint') return Number(value);
  const fits =
    (type === 'integer' && typeof value === 'bigint') ||
    (type === 'number' && typeof value === 'number') ||
    (type === 'boolean' && typeof value === 'boolean') ||
    (type === 'date' && typeof value === 'string');
  return fits ? value : null;
}

/** Any value as text: objects and lists as JSON. */
export function cellText(value: Json): string {
  if (value === null) return '<no value>';
  if (typeof value === 'object') return goJson(sortedJson(value));
  return typeof value === 'number' || typeof value === 'bigint' ? goNumber(value) : String(value);
}

/** Follows a simple path, `.spec.replicas`: only names, own properties only. Nothing where it leads nowhere. */
export function lookup(object: Json | undefined, path: string): Json | undefined {
  let value = object;
  for (const name of path.replace(/^\./, '').split('.')) {
    if (value === undefined || !hasKey(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
