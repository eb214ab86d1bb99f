import { isJsonObject, type JsonObject } from '#meta';
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
import { sortedAnyValue as anyValue } from './any-value.ts';
import { extensionsWith } from './gnostic-v3.ts';

const writer = new BackwardWriter();
const extensions = extensionsWith(anyValue);

const mapOf = (thing: () => Shape): Shape => {
  return (writer, value) => named(1, thing)(writer, value);
};

const externalDocs = shape({ description: text(1), url: text(2) }, extensions(3));
const additionalProperties: Shape = (writer, value) =>
  typeof value === 'boolean' ? writer.integer(2, value ? 1 : 0) : writer.message(1, () => schemaShape(writer, value));
const typeItem: Shape = (writer, value) => texts(1)(writer, Array.isArray(value) ? value : [value]);
const itemsOf: Shape = (writer, value) => writer.message(1, () => schemaShape(writer, value));

const schemaShape: Shape = shape(
  {
    $ref: text(1),
    format: text(2),
    title: text(3),
    description: text(4),
    default: one(5, () => anyValue),
    multipleOf: double(6),
    maximum: double(7),
    exclusiveMaximum: flag(8),
    minimum: double(9),
    exclusiveMinimum: flag(10),
    maxLength: integer(11),
    minLength: integer(12),
    pattern: text(13),
    maxItems: integer(14),
    minItems: integer(15),
    uniqueItems: flag(16),
    maxProperties: integer(17),
    minProperties: integer(18),
    required: texts(19),
    enum: many(20, () => anyValue),
    additionalProperties: one(21, () => additionalProperties),
    type: one(22, () => typeItem),
    items: one(23, () => itemsOf),
    allOf: many(24, () => schemaShape),
    properties: one(25, () => mapOf(() => schemaShape)),
    readOnly: flag(27),
    externalDocs: one(29, () => externalDocs),
    example: one(30, () => anyValue),
  },
  extensions(31),
);

const bodyParameter = shape(
  { description: text(1), name: text(2), in: text(3), required: flag(4), schema: one(5, () => schemaShape) },
  extensions(6),
);
const queryParameter = shape(
  {
    required: flag(1),
    in: text(2),
    description: text(3),
    name: text(4),
    type: text(6),
    format: text(7),
    uniqueItems: flag(20),
  },
  extensions(23),
);
const pathParameter = shape(
  {
    required: flag(1),
    in: text(2),
    description: text(3),
    name: text(4),
    type: text(5),
    format: text(6),
    uniqueItems: flag(19),
  },
  extensions(22),
);
/** A body (1), or one of the other places (2), of which there are four. */
const parameter: Shape = (writer, value) => {
  if (!isJsonObject(value)) return;
  if (value.in === 'body') return writer.message(1, () => bodyParameter(writer, value));
  const [number, place] = value.in === 'path' ? ([4, pathParameter] as const) : ([3, queryParameter] as const);
  writer.message(2, () => writer.message(number, () => place(writer, value)));
};
const reference = shape({ $ref: text(1), description: text(2) });
const parameterOrReference: Shape = (writer, value) =>
  isJsonObject(value) && value.$ref !== undefined
    ? writer.message(2, () => reference(writer, value))
    : writer.message(1, () => parameter(writer, value));
const parameters = (number: number): Field => many(number, () => parameterOrReference);

const schemaItem: Shape = (writer, value) => writer.message(1, () => schemaShape(writer, value));
const response = shape({ description: text(1), schema: one(2, () => schemaItem) }, extensions(5));
const responseValue: Shape = (writer, value) => writer.message(1, () => response(writer, value));
const responses: Shape = (writer, value) => named(1, () => responseValue)(writer, value);

const operation = shape(
  {
    tags: texts(1),
    summary: text(2),
    description: text(3),
    operationId: text(5),
    produces: texts(6),
    consumes: texts(7),
    parameters: parameters(8),
    responses: one(9, () => responses),
    schemes: texts(10),
    deprecated: flag(11),
  },
  extensions(13),
);
const call = (number: number): Field => one(number, () => operation);
const pathItem = shape(
  {
    get: call(2),
    put: call(3),
    post: call(4),
    delete: call(5),
    options: call(6),
    head: call(7),
    patch: call(8),
    parameters: parameters(9),
  },
  extensions(10),
);
const apiKey = shape({ type: text(1), name: text(2), in: text(3), description: text(4) }, extensions(5));
const securityDefinition: Shape = (writer, value) => writer.message(2, () => apiKey(writer, value));
const textArray: Shape = (writer, value) => texts(1)(writer, value);
const info = shape({ title: text(1), version: text(2), description: text(3) });

export const pathEntryV2 = (name: string, value: JsonObject): Uint8Array => {
  named(2, () => pathItem)(writer, { [name]: value });
  return writer.take();
};
export const definitionEntryV2 = (name: string, value: JsonObject): Uint8Array => {
  named(1, () => schemaShape)(writer, { [name]: value });
  return writer.take();
};

interface GnosticV2 {
  readonly info: JsonObject;
  readonly paths: readonly Uint8Array[];
  readonly definitions: readonly Uint8Array[];
  readonly parameters: JsonObject;
  readonly security: readonly JsonObject[];
  readonly securityDefinitions: JsonObject;
}

const head = shape({ swagger: text(1), info: one(2, () => info) });
const tail = shape({
  parameters: one(10, () => mapOf(() => parameter)),
  security: many(12, () => mapOf(() => textArray)),
  securityDefinitions: one(13, () => mapOf(() => securityDefinition)),
});

/** An OpenAPI v2 document as a message of gnostic's OpenAPIv2.proto, in parts. */
export function gnosticV2({ paths, definitions, ...rest }: GnosticV2): readonly Uint8Array[] {
  head(writer, { swagger: '2.0', info: rest.info });
  const first = writer.take();
  tail(writer, {
    parameters: rest.parameters,
    security: [...rest.security],
    securityDefinitions: rest.securityDefinitions,
  });
  const last = writer.take();
  return [first, ...messageField(8, paths), ...messageField(9, definitions), last];
}
