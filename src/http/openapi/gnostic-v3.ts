import { isJsonObject, type Json, type JsonObject } from '#meta';
import { BackwardWriter } from '../discovery/backward-writer.ts';
import {
  double,
  type Field,
  flag,
  integer,
  many,
  messageField,
  named,
  one,
  type Shape,
  shape,
  text,
  texts,
} from '../discovery/protobuf-shapes.ts';
import { anyValue } from './any-value.ts';

const writer = new BackwardWriter();

/** One entry of a map: repeated messages (1) of a name and a value. */
const entry =
  (thing: Shape) =>
  (name: string, value: JsonObject): Uint8Array => {
    named(1, () => thing)(writer, { [name]: value });
    return writer.take();
  };

/** Members beginning with `x-`: repeated names (1) and values (2). */
export const extensionsWith =
  (content: Shape) =>
  (number: number) =>
  (writer: BackwardWriter, name: string, value: Json): void => {
    if (name.startsWith('x-')) named(number, () => content)(writer, { [name]: value });
  };
const extensions = extensionsWith(anyValue);

/** Where either a thing (1) or a reference (2) may stand. */
const orReference = (thing: () => Shape): Shape => {
  return (writer, value) =>
    isJsonObject(value) && value.$ref !== undefined
      ? writer.message(2, () => reference(writer, value))
      : writer.message(1, () => thing()(writer, value));
};
/** A message that is nothing but a map. */
const mapOf = (thing: () => Shape): Shape => {
  return (writer, value) => named(1, thing)(writer, value);
};

const reference = shape({ $ref: text(1), summary: text(2), description: text(3) });
const externalDocs = shape({ description: text(1), url: text(2) }, extensions(3));

/** The message cannot hold lists and objects as defaults: only that there is one is written. */
const defaultValue: Field = (writer, value) =>
  writer.message(33, () => {
    if (typeof value === 'object') return;
    if (typeof value === 'string') writer.text(3, value);
    else if (typeof value === 'boolean') writer.integer(2, value ? 1 : 0);
    else writer.double(1, Number(value));
  });
const additionalProperties: Shape = (writer, value) =>
  typeof value === 'boolean'
    ? writer.integer(2, value ? 1 : 0)
    : writer.message(1, () => schemaOrReference(writer, value));
const itemsOf: Shape = (writer, value) => writer.message(1, () => schemaOrReference(writer, value));

const schemaShape: Shape = shape(
  {
    nullable: flag(1),
    readOnly: flag(3),
    writeOnly: flag(4),
    externalDocs: one(6, () => externalDocs),
    example: one(7, () => anyValue),
    deprecated: flag(8),
    title: text(9),
    multipleOf: double(10),
    maximum: double(11),
    exclusiveMaximum: flag(12),
    minimum: double(13),
    exclusiveMinimum: flag(14),
    maxLength: integer(15),
    minLength: integer(16),
    pattern: text(17),
    maxItems: integer(18),
    minItems: integer(19),
    uniqueItems: flag(20),
    maxProperties: integer(21),
    minProperties: integer(22),
    required: texts(23),
    enum: many(24, () => anyValue),
    type: text(25),
    allOf: many(26, () => schemaOrReference),
    oneOf: many(27, () => schemaOrReference),
    anyOf: many(28, () => schemaOrReference),
    not: one(29, () => schemaShape),
    items: one(30, () => itemsOf),
    properties: one(31, () => mapOf(() => schemaOrReference)),
    additionalProperties: one(32, () => additionalProperties),
    default: defaultValue,
    description: text(34),
    format: text(35),
  },
  extensions(36),
);
const schemaOrReference = orReference(() => schemaShape);

const mediaType = shape({ schema: one(1, () => schemaOrReference) }, extensions(5));
const content = (number: number): Field => one(number, () => mapOf(() => mediaType));
const parameter = shape(
  { name: text(1), in: text(2), description: text(3), required: flag(4), schema: one(10, () => schemaOrReference) },
  extensions(14),
);
const parameters = (number: number): Field => many(number, () => orReference(() => parameter));
const requestBody = shape({ description: text(1), content: content(2), required: flag(3) }, extensions(4));
const response = shape({ description: text(1), content: content(3) }, extensions(5));
const responses: Shape = (writer, value) => named(2, () => orReference(() => response))(writer, value);

const operation = shape(
  {
    tags: texts(1),
    summary: text(2),
    description: text(3),
    operationId: text(5),
    parameters: parameters(6),
    requestBody: one(7, () => orReference(() => requestBody)),
    responses: one(8, () => responses),
    deprecated: flag(10),
  },
  extensions(13),
);
const call = (number: number): Field => one(number, () => operation);
const pathItem = shape(
  {
    get: call(4),
    put: call(5),
    post: call(6),
    delete: call(7),
    options: call(8),
    head: call(9),
    patch: call(10),
    parameters: parameters(13),
  },
  extensions(14),
);
const securityScheme = shape({ type: text(1), description: text(2), name: text(3), in: text(4) }, extensions(9));
const info = shape({ title: text(1), description: text(2), version: text(6) });
const securitySchemes = mapOf(() => orReference(() => securityScheme));

/** One path of a document. */
export const pathEntryV3 = entry(pathItem);
/** One schema of a document. */
export const schemaEntryV3 = entry(schemaOrReference);

interface GnosticV3 {
  readonly info: JsonObject;
  readonly paths: readonly Uint8Array[];
  readonly schemas: readonly Uint8Array[];
  readonly securitySchemes?: JsonObject;
}

/** An OpenAPI v3 document as a message of gnostic's OpenAPIv3.proto, in parts. */
export function gnosticV3(document: GnosticV3): readonly Uint8Array[] {
  const { paths, schemas } = document;
  const components = [
    ...(schemas.length === 0 ? [] : messageField(1, schemas)),
    ...(document.securitySchemes === undefined ? [] : [field(7, securitySchemes, document.securitySchemes)]),
  ];
  const head = shape({ openapi: text(1), info: one(2, () => info) });
  head(writer, { openapi: '3.0.0', info: document.info });
  return [writer.take(), ...messageField(4, paths), ...messageField(5, components)];
}

function field(number: number, content: Shape, value: JsonObject): Uint8Array {
  one(number, () => content)(writer, value);
  return writer.take();
}
