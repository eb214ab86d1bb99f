import { type Json, type JsonObject, ProtobufReader, setOwn, wireTypes } from '#meta';
import type { ChoiceType, FieldDescription, ListType, MapType, ScalarName, StructType, TypeDescription } from '#schema';
import { DecodeError } from '../version-codec.ts';
import { parseJson } from './json-parse.ts';

/** Deeper than any object, shallower than the stack. */
const MAX_DEPTH = 1000;

/** A message as JSON, not yet in canonical form. */
export function decodeMessage(type: StructType, bytes: Uint8Array): JsonObject {
  return readStruct(type, bytes, 0);
}

const byNumber = new WeakMap<StructType, ReadonlyMap<number, FieldDescription>>();
function fieldsByNumber(type: StructType): ReadonlyMap<number, FieldDescription> {
  const known = byNumber.get(type);
  if (known !== undefined) return known;
  const fields = new Map(type.fields.map((field) => [field.number, field]));
  byNumber.set(type, fields);
  return fields;
}

function readStruct(type: StructType, bytes: Uint8Array, depth: number): JsonObject {
  if (depth > MAX_DEPTH) throw new DecodeError('proto: exceeded max depth');
  const reader = new ProtobufReader(bytes);
  const fields = fieldsByNumber(type);
  const name = type.goName.slice(type.goName.lastIndexOf('.') + 1);
  const object: JsonObject = {};
  while (!reader.done) {
    const { number, wireType } = reader.tag(name);
    const field = fields.get(number);
    if (field === undefined) {
      reader.skip(wireType);
      continue;
    }
    if (wireType !== wireTypeOfField(field)) {
      if (readPacked({ reader, field, depth }, { wireType, object })) continue;
      const goField = field.name.charAt(0).toUpperCase() + field.name.slice(1);
      throw new DecodeError(`proto: wrong wireType = ${wireType} for field ${goField}`);
    }
    readField({ reader, field, depth }, object);
  }
  return object;
}

interface FieldWork {
  readonly reader: ProtobufReader;
  readonly field: FieldDescription;
  readonly depth: number;
}

function readField({ reader, field, depth }: FieldWork, object: JsonObject): void {
  const { type, name } = field;
  if (type.shape === 'struct' && field.inline) {
    Object.assign(object, readStruct(type, reader.bytes(), depth + 1));
  } else if (type.shape === 'list') {
    object[name] = readListPart({ reader, field, depth }, { type, before: object[name] as Json[] | undefined });
  } else if (type.shape === 'map') {
    const map = (object[name] ?? {}) as JsonObject;
    readEntry(type, { bytes: reader.bytes(), depth, map });
    object[name] = map;
  } else {
    const value = readValue(reader, type, depth);
    object[name] = type.shape === 'struct' ? mergeMessages(object[name], value) : value;
  }
}

/** Lists of numbers may come packed into one value, though nobody writes them so. */
function readPacked(
  { reader, field, depth }: FieldWork,
  { wireType, object }: { readonly wireType: number; readonly object: JsonObject },
): boolean {
  const { type, name } = field;
  if (type.shape !== 'list' || wireType !== wireTypes.bytes) return false;
  const list = (object[name] ?? []) as Json[];
  const packed = new ProtobufReader(reader.bytes());
  while (!packed.done) list.push(readValue(packed, type.items, depth));
  object[name] = list;
  return true;
}

function wireTypeOfField({ type, boxed }: FieldDescription): number {
  return wireTypeOf(type.shape === 'list' && !boxed ? type.items : type);
}

/** A message that comes twice is read into the same struct. */
function mergeMessages(before: Json | undefined, value: Json): Json {
  return before === undefined ? value : { ...(before as JsonObject), ...(value as JsonObject) };
}

function readListPart(
  { reader, field, depth }: FieldWork,
  { type, before }: { readonly type: ListType; readonly before: Json[] | undefined },
): Json[] {
  if (field.boxed) return readBox(type, reader.bytes(), depth + 1);
  const list = before ?? [];
  list.push(readValue(reader, type.items, depth));
  return list;
}

function readBox(type: ListType, bytes: Uint8Array, depth: number): Json[] {
  const reader = new ProtobufReader(bytes);
  const list: Json[] = [];
  while (!reader.done) {
    const { number, wireType } = reader.tag('Items');
    if (number === 1 && wireType === wireTypeOf(type.items)) list.push(readValue(reader, type.items, depth));
    else reader.skip(wireType);
  }
  return list;
}

function readEntry(type: MapType, entry: { bytes: Uint8Array; depth: number; map: JsonObject }): void {
  const reader = new ProtobufReader(entry.bytes);
  let key = '';
  let value: Json = null;
  while (!reader.done) {
    const { number, wireType } = reader.tag('Entry');
    if (number === 1 && wireType === wireTypes.bytes) key = reader.bytes().toString();
    else if (number === 2 && wireType === wireTypeOf(type.values)) value = readValue(reader, type.values, entry.depth);
    else reader.skip(wireType);
  }
  setOwn(entry.map, key, value);
}

function wireTypeOf(type: TypeDescription): number {
  if (type.shape === 'bool' || type.shape === 'int32' || type.shape === 'int64') return wireTypes.varint;
  return type.shape === 'double' ? wireTypes.fixed64 : wireTypes.bytes;
}

function readValue(reader: ProtobufReader, type: TypeDescription, depth: number): Json {
  switch (type.shape) {
    case 'struct':
      return readStruct(type, reader.bytes(), depth + 1);
    case 'list':
      return readBox(type, reader.bytes(), depth + 1);
    case 'map':
      throw new Error('protobuf has no maps of maps');
    case 'choice':
      return readChoice(type, reader.bytes(), depth + 1);
    default:
      return readScalar(reader, type.shape);
  }
}

/** The form that says most: a boolean beside a schema only repeats that there is one. */
function readChoice({ forms }: ChoiceType, bytes: Uint8Array, depth: number): Json {
  const message = readStruct(forms, bytes, depth);
  const found = (shape: string): Json | undefined => {
    const field = forms.fields.find(({ type }) => type.shape === shape);
    return field === undefined ? undefined : message[field.name];
  };
  return found('list') ?? found('struct') ?? found('bool') ?? null;
}

function readScalar(reader: ProtobufReader, shape: ScalarName): Json {
  switch (shape) {
    case 'string':
      return reader.bytes().toString();
    case 'bool':
      return reader.integer() !== 0;
    case 'int32':
      return Number(BigInt.asIntN(32, BigInt(reader.integer())));
    case 'int64':
      return reader.integer();
    case 'double':
      return reader.double();
    case 'bytes':
      return reader.bytes().toString('base64');
    default:
      return specialMessages[shape](readParts(reader.bytes()));
  }
}

/** The parts of a special message by number: integers and bytes. */
type Parts = ReadonlyMap<number, number | bigint | Buffer>;
function readParts(bytes: Uint8Array): Parts {
  const reader = new ProtobufReader(bytes);
  const parts = new Map<number, number | bigint | Buffer>();
  while (!reader.done) {
    const { number, wireType } = reader.tag('Message');
    if (wireType === wireTypes.varint) parts.set(number, reader.integer());
    else if (wireType === wireTypes.bytes) parts.set(number, reader.bytes());
    else reader.skip(wireType);
  }
  return parts;
}

const specialMessages = {
  time: (parts: Parts): Json => readTime(parts, 0),
  microTime: (parts: Parts): Json => readTime(parts, 6),
  quantity: (parts: Parts): Json => partText(parts, 1) || '0',
  intOrString: (parts: Parts): Json =>
    partNumber(parts, 1) === 1 ? partText(parts, 3) : Number(BigInt.asIntN(32, BigInt(partNumber(parts, 2)))),
  json: (parts: Parts): Json => {
    const raw = parts.get(1);
    return raw instanceof Buffer && raw.length > 0 ? parseJson(raw, { duplicates: false }).value : null;
  },
};

function partText(parts: Parts, number: number): string {
  const part = parts.get(number);
  return part instanceof Buffer ? part.toString() : '';
}

function partNumber(parts: Parts, number: number): number {
  const part = parts.get(number);
  return part === undefined || part instanceof Buffer ? 0 : Number(part);
}

/** Years 1 to 9999: what RFC 3339 can tell. */
const FIRST_SECOND = -62135596800;
const LAST_SECOND = 253402300799;

function readTime(parts: Parts, digits: number): Json {
  if (parts.size === 0) return null;
  const nanos = partNumber(parts, 2);
  const seconds = partNumber(parts, 1) + Math.floor(nanos / 1e9);
  if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) {
    throw new DecodeError('Time.MarshalJSON: year outside of range [0,9999]');
  }
  const text = new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length);
  if (digits === 0) return `${text}Z`;
  const micros = Math.floor((((nanos % 1e9) + 1e9) % 1e9) / 1000);
  return `${text}.${String(micros).padStart(digits, '0')}Z`;
}
