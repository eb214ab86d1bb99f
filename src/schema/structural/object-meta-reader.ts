import { canonicalTime, isJsonObject, type Json, type JsonObject, setOwn, TimeError } from '#meta';
import { metaV1 } from '../meta-v1.ts';
import type { FieldDescription, StructType, TypeDescription } from '../type-description.ts';

/** Metadata that cannot be read, in the words of Go's decoder. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

export interface ReadMetadata {
  /** In canonical form: only known fields, nothing empty. */
  readonly metadata: JsonObject;
  /** Paths below the metadata: `ownerReferences[0].colour`. */
  readonly unknown: readonly string[];
}

const objectMeta = metaV1.type('ObjectMeta');
const MAX_REPORTS = 100;

/**
 * Reads JSON as ObjectMeta, its keys in their order. Throws a `MetadataError` where a field has the wrong type: the first
 * such field is told, unless a time cannot be read, which ends it at once.
 */
export function readObjectMeta(source: Json): ReadMetadata {
  const reading = new Reading();
  const metadata = reading.struct(objectMeta, source ?? {}, undefined);
  if (reading.error !== undefined) throw reading.error;
  return { metadata, unknown: reading.unknown };
}

/** Reads field by field and leaves out those that have the wrong type. */
export function salvageObjectMeta(source: JsonObject): ReadMetadata {
  const metadata: JsonObject = {};
  const unknown: string[] = [];
  for (const key of Object.keys(source)) {
    const single: JsonObject = {};
    setOwn(single, key, source[key] ?? null);
    try {
      const read = readObjectMeta(single);
      Object.assign(metadata, read.metadata);
      unknown.push(...read.unknown);
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
    }
  }
  return { metadata, unknown };
}

class Reading {
  readonly unknown: string[] = [];
  /** The first field of the wrong type. */
  error: MetadataError | undefined;
  readonly #way: (string | number)[] = [];
  /** The struct that is being read, and the fields on the way to it: what errors tell. */
  #struct = '';
  readonly #fields: string[] = [];

  struct(type: StructType, source: Json, field: FieldDescription | undefined): JsonObject {
    if (!isJsonObject(source)) return this.#wrongly(source, goTypeOf(type, field), {});
    const outer = this.#struct;
    this.#struct = type.goName.slice(type.goName.indexOf('.') + 1);
    const found: JsonObject = {};
    for (const key of Object.keys(source).sort()) {
      const member = type.byName.get(key);
      if (member === undefined) this.#noteUnknown(key);
      else this.#member(member, source[key] ?? null, found);
    }
    this.#struct = outer;
    for (const member of type.fields) {
      if (member.whenEmpty === 'always' && !Object.hasOwn(found, member.name)) found[member.name] = '';
    }
    return found;
  }

  #member(member: FieldDescription, source: Json, into: JsonObject): void {
    if (source === null) return;
    this.#fields.push(member.name);
    this.#way.push(member.name);
    const value = this.#value(member.type, source, member);
    this.#way.pop();
    this.#fields.pop();
    if (member.pointer || member.whenEmpty === 'always' || !isEmpty(value)) into[member.name] = value;
  }

  #value(type: TypeDescription, source: Json, field: FieldDescription): Json {
    switch (type.shape) {
      case 'struct':
        return this.struct(type, source, field);
      case 'list':
        if (!Array.isArray(source)) return this.#wrongly(source, goTypeOf(type, field), []);
        return source.map((item, index) => this.#step(index, () => this.#item(type.items, item, field)));
      case 'map':
        return this.#map(type.values, source, { type, field });
      case 'time':
        return this.#time(source);
      case 'json':
        return source;
      default:
        return this.#scalar(type, source, field);
    }
  }

  #map(values: TypeDescription, source: Json, { type, field }: Described): JsonObject {
    if (!isJsonObject(source)) return this.#wrongly(source, goTypeOf(type, field), {});
    const map: JsonObject = {};
    for (const key of Object.keys(source).sort()) {
      setOwn(
        map,
        key,
        this.#step(key, () => this.#item(values, source[key] ?? null, field)),
      );
    }
    return map;
  }

  /** A null inside of a list or map is the empty value of its type. */
  #item(type: TypeDescription, source: Json, field: FieldDescription): Json {
    if (source !== null) return this.#value(type, source, field);
    return type.shape === 'struct' ? this.struct(type, {}, field) : '';
  }

  #step(step: string | number, read: () => Json): Json {
    this.#way.push(step);
    const value = read();
    this.#way.pop();
    return value;
  }

  #scalar(type: TypeDescription, source: Json, field: FieldDescription): Json {
    if (type.shape === 'string' && typeof source === 'string') return source;
    if (type.shape === 'bool' && typeof source === 'boolean') return source;
    if (type.shape === 'int64' && isInt64(source)) return source;
    const number = typeof source === 'number' || typeof source === 'bigint';
    const literal = number && type.shape === 'int64' ? ` ${source}` : '';
    this.error ??= this.#wrongType(source, goTypeOf(type, field), literal);
    return '';
  }

  #time(source: Json): Json {
    if (typeof source !== 'string') throw this.#wrongType(source, 'string');
    try {
      const time = canonicalTime(source);
      return time === '0001-01-01T00:00:00Z' ? '' : time;
    } catch (error) {
      throw error instanceof TimeError ? new MetadataError(error.message) : error;
    }
  }

  /** Remembers it, and goes on with something of the right type. */
  #wrongly<T extends Json>(source: Json, goType: string, instead: T): T {
    this.error ??= this.#wrongType(source, goType);
    return instead;
  }

  #wrongType(source: Json, goType: string, literal = ''): MetadataError {
    const field = this.#fields.join('.');
    const where = field === '' ? 'Go value' : `Go struct field ${this.#struct}.${field}`;
    return new MetadataError(`json: cannot unmarshal ${typeName(source)}${literal} into ${where} of type ${goType}`);
  }

  #noteUnknown(key: string): void {
    if (this.unknown.length >= MAX_REPORTS) return;
    let path = '';
    for (const step of this.#way) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    this.unknown.push(path === '' ? key : `${path}.${key}`);
  }
}

interface Described {
  readonly type: TypeDescription;
  readonly field: FieldDescription;
}

function isEmpty(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

function isInt64(value: Json): value is number | bigint {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function typeName(value: Json): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : value === null ? 'null' : typeof value;
}

function goTypeOf(type: TypeDescription, field: FieldDescription | undefined): string {
  switch (type.shape) {
    case 'struct':
      return type.goName;
    case 'list':
      return `[]${goTypeOf(type.items, field)}`;
    case 'map':
      return `map[string]${goTypeOf(type.values, undefined)}`;
    default:
      return field?.goType ?? type.shape;
  }
}
