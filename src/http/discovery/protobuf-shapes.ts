import type { Json, JsonObject } from '#meta';
import { isJsonObject } from '#meta';
import type { BackwardWriter } from './backward-writer.ts';

/**
 * JSON to protobuf by tables: a document is a tree of plain values, a `Shape` says how one kind of node becomes the
 * content of a message, a `Field` how one member becomes a field of it. Members without a field are left out.
 */
export type Shape = (writer: BackwardWriter, value: Json) => void;
export type Field = (writer: BackwardWriter, value: Json) => void;

/** Shapes refer to each other in circles, so fields take them as functions. */
type Later = () => Shape;

export const text =
  (number: number): Field =>
  (writer, value) => {
    if (typeof value === 'string') writer.text(number, value);
  };

export const texts =
  (number: number): Field =>
  (writer, value) => {
    if (!Array.isArray(value)) return;
    for (const item of value.toReversed()) if (typeof item === 'string') writer.text(number, item);
  };

export const flag =
  (number: number): Field =>
  (writer, value) => {
    if (value === true) writer.integer(number, 1);
  };

export const integer =
  (number: number): Field =>
  (writer, value) => {
    if (typeof value === 'number' || typeof value === 'bigint') writer.integer(number, value);
  };

export const double =
  (number: number): Field =>
  (writer, value) => {
    if (typeof value === 'number' || typeof value === 'bigint') writer.double(number, Number(value));
  };

export const one =
  (number: number, shape: Later): Field =>
  (writer, value) =>
    writer.message(number, () => shape()(writer, value));

export const many =
  (number: number, shape: Later): Field =>
  (writer, value) => {
    if (!Array.isArray(value)) return;
    for (const item of value.toReversed()) writer.message(number, () => shape()(writer, item));
  };

/** A JSON object whose keys are data: repeated messages of a name (1) and a value (2). */
export const named =
  (number: number, shape: Later): Field =>
  (writer, value) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value).toReversed()) {
      writer.message(number, () => {
        writer.message(2, () => shape()(writer, value[name] ?? null));
        writer.text(1, name);
      });
    }
  };

interface FieldTable {
  readonly [member: string]: Field;
}

/** A message by its members. `others` takes the members that the table does not know. */
export function shape(table: FieldTable, others?: (writer: BackwardWriter, name: string, value: Json) => void): Shape {
  const fields = new Map(Object.entries(table));
  return (writer, value) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value).toReversed()) writeMember(writer, value, name);
  };
  function writeMember(writer: BackwardWriter, value: JsonObject, name: string): void {
    const member = value[name];
    if (member === undefined || member === null) return;
    const field = fields.get(name);
    if (field !== undefined) field(writer, member);
    else others?.(writer, name, member);
  }
}

/** A field that holds a message, from the parts of its content. */
export function messageField(number: number, parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.of(...varint(number * 8 + 2), ...varint(length)), ...parts];
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}
