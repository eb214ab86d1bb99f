import type { Catalog } from '#machinery';
import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { planDocuments } from './document-v3.ts';
import { schemaV2 } from './schema-v2.ts';

/** One OpenAPI v2 document for everything, translated from the v3 documents. */
export function documentV2(catalog: Catalog): JsonObject {
  const paths: JsonObject = {};
  const definitions: JsonObject = {};
  const shared = new SharedParameters();
  for (const plan of planDocuments(catalog).values()) {
    const document = plan.make();
    for (const [path, item] of members(document.paths)) paths[path] = pathItemV2(item, shared);
    for (const [name, schema] of members(member(document.components, 'schemas'))) {
      if (preferable(getOwn(definitions, name), schema)) setOwn(definitions, name, schema);
    }
  }
  for (const [name, schema] of members(definitions)) setOwn(definitions, name, definitionV2(schema));
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths,
    definitions,
    parameters: shared.definitions,
    securityDefinitions: {
      BearerToken: { type: 'apiKey', description: 'Bearer Token authentication', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  };
}

const GVK = 'x-kubernetes-group-version-kind';
const SELECTABLE = 'x-kubernetes-selectable-fields';

/** Of a kind whose fields are not all known version 2 tells none: clients would refuse the others. */
function definitionV2(schema: JsonObject): JsonObject {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema[GVK] === undefined || !isOpen) return schemaV2(schema);
  const kept = [GVK, SELECTABLE].filter((key) => schema[key] !== undefined);
  return { type: 'object', ...Object.fromEntries(kept.map((key) => [key, schema[key]])) };
}

// A kind's schema says so only in the document of its own group and version; elsewhere it is a mere reference.
const preferable = (known: Json | undefined, schema: JsonObject): boolean =>
  known === undefined || schema[GVK] !== undefined;

const member = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? getOwn(value, name) : undefined;

function members(value: Json | undefined): [string, JsonObject][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}

/** Parameters that many operations have stand in the document once. The same object is the same parameter. */
class SharedParameters {
  readonly definitions: JsonObject = {};
  readonly #names = new Map<JsonObject, string>();

  refer(parameter: JsonObject): JsonObject {
    const name = this.#names.get(parameter) ?? this.#define(parameter);
    return { $ref: `#/parameters/${name}` };
  }
  #define(parameter: JsonObject): string {
    const name = `${parameter.name}-${parameter.in}`;
    this.definitions[name] = parameterV2(parameter);
    this.#names.set(parameter, name);
    return name;
  }
}

function pathItemV2(item: JsonObject, shared: SharedParameters): JsonObject {
  const translated: JsonObject = {};
  for (const [method, operation] of members(item)) translated[method] = operationV2(operation, shared);
  const parameters = parametersV2(item.parameters, shared);
  if (parameters.length > 0) translated.parameters = parameters;
  return translated;
}

function operationV2(operation: JsonObject, shared: SharedParameters): JsonObject {
  const { requestBody, responses, parameters, ...rest } = operation;
  const content = member(requestBody, 'content');
  const [body] = members(content);
  const produced = members(responses).flatMap(([, response]) => members(response.content).map(([type]) => type));
  const all = parametersV2(parameters, shared);
  if (body !== undefined) all.unshift(bodyParameter(body[1], member(requestBody, 'required') === true));
  return {
    ...rest,
    consumes: members(content).map(([type]) => type),
    produces: [...new Set(produced)],
    schemes: ['https'],
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: Object.fromEntries(members(responses).map(([code, response]) => [code, responseV2(response)])),
  };
}

const bodyParameter = (media: JsonObject, required: boolean): JsonObject => ({
  name: 'body',
  in: 'body',
  ...(required ? { required } : {}),
  schema: schemaV2(media.schema ?? {}),
});

function responseV2(response: JsonObject): JsonObject {
  const [media] = members(response.content);
  const description = response.description ?? '';
  return media === undefined ? { description } : { description, schema: schemaV2(media[1].schema ?? {}) };
}

function parametersV2(parameters: Json | undefined, shared: SharedParameters): JsonObject[] {
  if (!Array.isArray(parameters)) return [];
  // A name's description names its kind, so there is nothing to share.
  return parameters.filter(isJsonObject).map((each) => (each.name === 'name' ? parameterV2(each) : shared.refer(each)));
}

function parameterV2({ schema, ...rest }: JsonObject): JsonObject {
  return { uniqueItems: true, type: member(schema, 'type') ?? 'string', ...rest };
}
