import type { Json, JsonObject } from '#meta';
import { ProtobufWriter, wireTypes } from '#meta';
import type { ChoiceType, FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';
import { encodeJson, sortedKeys } from './go-json.ts';

/**
 * A message as the generated Go marshalers write it, byte for byte: by field number, values that are no pointers even
 * when they are zero, maps by key. Everything is written backwards.
 */
export function encodeMessage(type: StructType, object: JsonObject): Uint8Array {
  const writer = new ProtobufWriter();
  writeStruct(writer, type, object);
  return writer.finish();
}

const ordered = new WeakMap<StructType, readonly FieldDescription[]>();
function fieldsFromLast(type: StructType): readonly FieldDescription[] {
  const known = ordered.get(type);
  if (known !== undefined) return known;
  const fields = [...type.fields].sort((a, b) => b.number - a.number);
  ordered.set(type, fields);
  return fields;
}

function writeStruct(writer: ProtobufWriter, type: StructType, object: JsonObject): void {
  for (const field of fieldsFromLast(type)) {
    const value = field.inline ? object : object[field.name];
    if (field.type.shape === 'list') writeListField(writer, field, value as Json[] | null | undefined);
    else if (field.type.shape === 'map') writeMapField(writer, field, value as JsonObject | null | undefined);
    else writeSingle(writer, field, value);
  }
}

function writeSingle(writer: ProtobufWriter, field: FieldDescription, value: Json | undefined): void {
  const absent = value === undefined || value === null;
  if (absent && (field.pointer || field.type.shape === 'bytes')) return;
  writeValue(writer, field.type, value ?? undefined);
  writer.tag(field.number, wireTypeOf(field.type));
}

function writeListField(writer: ProtobufWriter, field: FieldDescription, list: Json[] | null | undefined): void {
  if (list === undefined || list === null || field.type.shape !== 'list') return;
  if (field.boxed) {
    writeBox(writer, field.type.items, list);
    writer.tag(field.number, wireTypes.bytes);
    return;
  }
  writeItems(writer, { number: field.number, type: field.type.items }, list);
}

function writeItems(writer: ProtobufWriter, item: { number: number; type: TypeDescription }, list: Json[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    writeValue(writer, item.type, list[index]);
    writer.tag(item.number, wireTypeOf(item.type));
  }
}

/** A list as a message of its own. */
function writeBox(writer: ProtobufWriter, items: TypeDescription, list: Json[]): void {
  const mark = writer.length;
  writeItems(writer, { number: 1, type: items }, list);
  writer.lengthSince(mark);
}

function writeMapField(writer: ProtobufWriter, field: FieldDescription, map: JsonObject | null | undefined): void {
  if (map === undefined || map === null || field.type.shape !== 'map') return;
  const { values } = field.type;
  for (const key of sortedKeys(map).reverse()) {
    const mark = writer.length;
    const value = map[key];
    // Absent bytes are not written; everything else has a zero value that is.
    if (!(values.shape === 'bytes' && value === null)) {
      writeValue(writer, values, value);
      writer.tag(2, wireTypeOf(values));
    }
    writer.text(key);
    writer.tag(1, wireTypes.bytes);
    writer.lengthSince(mark);
    writer.tag(field.number, wireTypes.bytes);
  }
}

function wireTypeOf(type: TypeDescription): number {
  switch (type.shape) {
    case 'bool':
    case 'int32':
    case 'int64':
      return wireTypes.varint;
    case 'double':
      return wireTypes.fixed64;
    default:
      return wireTypes.bytes;
  }
}

/** Null and undefined are the zero value. */
function writeValue(writer: ProtobufWriter, type: TypeDescription, value: Json | undefined): void {
  switch (type.shape) {
    case 'struct': {
      const mark = writer.length;
      writeStruct(writer, type, (value ?? {}) as JsonObject);
      writer.lengthSince(mark);
      return;
    }
    case 'list':
      writeBox(writer, type.items, (value ?? []) as Json[]);
      return;
    case 'map':
      throw new Error('protobuf has no maps of maps');
    case 'choice': {
      const mark = writer.length;
      writeStruct(writer, type.forms, formsOf(type, value ?? null));
      writer.lengthSince(mark);
      return;
    }
    default:
      writeScalar(writer, type.shape, value ?? null);
  }
}

/** A value as the message of its choice: the field of its form, and true for a boolean that stands beside a schema. */
function formsOf({ forms }: ChoiceType, value: Json): JsonObject {
  const shape = Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'struct' : 'bool';
  const message: JsonObject = {};
  for (const { name, type } of forms.fields) {
    if (type.shape === shape) message[name] = value;
    else if (type.shape === 'bool') message[name] = shape === 'struct';
  }
  return message;
}

function writeScalar(writer: ProtobufWriter, shape: ScalarName, value: Json): void {
  switch (shape) {
    case 'string':
      writer.text((value ?? '') as string);
      return;
    case 'bool':
      writer.varint(value === true ? 1 : 0);
      return;
    case 'int32':
    case 'int64':
      writer.integer((value ?? 0) as number | bigint);
      return;
    case 'double':
      writer.double(Number(value ?? 0));
      return;
    case 'bytes': {
      const bytes = Buffer.from((value ?? '') as string, 'base64');
      writer.raw(bytes);
      writer.varint(bytes.length);
      return;
    }
    default: {
      const mark = writer.length;
      specialMessages[shape](writer, value);
      writer.lengthSince(mark);
    }
  }
}

/** Scalars of JSON that are messages in protobuf. */
const specialMessages = {
  time: writeTime,
  microTime: writeTime,
  quantity(writer: ProtobufWriter, value: Json): void {
    writer.text((value ?? '0') as string);
    writer.tag(1, wireTypes.bytes);
  },
  intOrString(writer: ProtobufWriter, value: Json): void {
    const isText = typeof value === 'string';
    writer.text(isText ? value : '');
    writer.tag(3, wireTypes.bytes);
    writer.integer(isText ? 0 : ((value ?? 0) as number));
    writer.tag(2, wireTypes.varint);
    writer.varint(isText ? 1 : 0);
    writer.tag(1, wireTypes.varint);
  },
  json(writer: ProtobufWriter, value: Json): void {
    if (value === null) return;
    writer.text(encodeJson(value));
    writer.tag(1, wireTypes.bytes);
  },
} satisfies { [shape: string]: (writer: ProtobufWriter, value: Json) => void };

/** Seconds and nanoseconds since the epoch; the zero time is an empty message. */
function writeTime(writer: ProtobufWriter, value: Json): void {
  if (typeof value !== 'string') return;
  const micros = /\.(\d{6})/.exec(value)?.[1] ?? '0';
  writer.integer(Number(micros) * 1000);
  writer.tag(2, wireTypes.varint);
  writer.integer(Math.floor(Date.parse(value.replace(/\.\d+/, '')) / 1000));
  writer.tag(1, wireTypes.varint);
}
