import { type GroupVersionKind, type Json, type JsonObject, setOwn } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const listMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
const descriptions = {
  apiVersion: 'APIVersion defines the group and version that this form of the object belongs to.',
  kind: 'The type of the resource that this object represents, in CamelCase. It cannot be changed.',
  metadata: "Standard object's metadata: its name, its identity and its history.",
  listMetadata: 'Where the list was taken and how to go on.',
} as const;

export interface PublishOptions {
  readonly gvk: GroupVersionKind;
  /** 3 for the document of a group and version, 2 for the one of everything, which knows less. */
  readonly openapi: 2 | 3;
  /** Paths of the fields that selectors may use, `.spec.color`. */
  readonly selectableFields?: readonly string[];
  /** The old `spec.preserveUnknownFields`: version 2 then tells nothing at all. */
  readonly preserveUnknownFields?: boolean;
}

/** The schema of a custom resource as it is published. k8s: apiextensions controller/openapi/builder */
export function publishSchema(schema: JsonSchema | undefined, options: PublishOptions): JsonObject {
  const silent =
    schema === undefined ||
    (options.openapi === 2 && (options.preserveUnknownFields || schema['x-kubernetes-preserve-unknown-fields']));
  const published: JsonObject = silent ? { type: 'object' } : publishNode(schema, options.openapi);
  // What the schema says of these three gives way to what holds for every resource.
  if (!silent)
    published.properties = {
      ...(published.properties as JsonObject | undefined),
      ...resourceProperties(options.openapi),
    };
  published['x-kubernetes-group-version-kind'] = [{ ...options.gvk }];
  const selectable = options.selectableFields ?? [];
  if (selectable.length > 0) {
    published['x-kubernetes-selectable-fields'] = selectable.map((path) => ({ fieldPath: path.replace(/^\./, '') }));
  }
  return published;
}

export interface PublishListOptions {
  /** Of the list itself: `WidgetList`. */
  readonly gvk: GroupVersionKind;
  readonly kind: string;
  /** The name of the items' schema in the document. */
  readonly items: string;
  readonly openapi: 2 | 3;
}

/** The schema of a list of custom resources. */
export function publishListSchema({ gvk, kind, items, openapi }: PublishListOptions): JsonObject {
  const { apiVersion, kind: kindProperty } = resourceProperties(openapi);
  return {
    type: 'object',
    description: `${gvk.kind} is a list of ${kind}`,
    required: ['items'],
    properties: {
      apiVersion,
      items: { type: 'array', description: 'The objects.', items: reference(items, { openapi }) },
      kind: kindProperty,
      metadata: reference(listMeta, { openapi, description: descriptions.listMetadata }),
    },
    'x-kubernetes-group-version-kind': [{ ...gvk }],
  };
}

function resourceProperties(openapi: 2 | 3): JsonObject {
  return {
    apiVersion: { type: 'string', description: descriptions.apiVersion },
    kind: { type: 'string', description: descriptions.kind },
    metadata: reference(objectMeta, { openapi, description: descriptions.metadata }),
  };
}

/** Version 3.0 has no place for a description beside a reference. */
function reference(name: string, { openapi, description }: { openapi: 2 | 3; description?: string }): JsonObject {
  const $ref = `${openapi === 3 ? '#/components/schemas/' : '#/definitions/'}${name}`;
  if (description === undefined) return { $ref };
  return openapi === 3 ? { allOf: [{ $ref }], description } : { $ref, description };
}

/** Keywords that are published as they are, of both versions. */
const plainKeywords = [
  'title',
  'description',
  'externalDocs',
  'example',
  'format',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'enum',
  'maxProperties',
  'minProperties',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const satisfies readonly (keyof JsonSchema)[];

function publishNode(schema: JsonSchema, openapi: 2 | 3): JsonObject {
  const published: JsonObject = {};
  // Clients of version 2 cannot cope with more than one type, nor with fields that they are not told of.
  const open = openapi === 2 && (schema.nullable || schema['x-kubernetes-preserve-unknown-fields']) === true;
  for (const keyword of plainKeywords) {
    const value = schema[keyword];
    if (value !== undefined && value !== null && value !== false) published[keyword] = value as Json;
  }
  const fallback = defaultOf(schema);
  if (fallback !== undefined) published.default = fallback;
  publishType(schema, published, { openapi, open });
  const required = requiredOf(schema, openapi);
  if (required.length > 0) published.required = required;
  const additional = additionalOf(schema);
  if (additional !== undefined) published.additionalProperties = publishNode(additional, openapi);
  else if (typeof schema.additionalProperties === 'boolean')
    published.additionalProperties = schema.additionalProperties;
  if (!open) publishBelow(schema, published, openapi);
  if (schema['x-kubernetes-embedded-resource'] === true && !open) publishResource(published, openapi);
  if (openapi === 3) publishAlternatives(schema, published);
  return published;
}

function publishType(schema: JsonSchema, published: JsonObject, how: { openapi: 2 | 3; open: boolean }): void {
  const { type = '' } = schema;
  const untyped =
    how.openapi === 2 &&
    (schema.nullable === true || (how.open && type === 'object') || (how.open && type === 'array'));
  if (type !== '' && !untyped) published.type = type;
  if (how.openapi === 3 && schema.nullable === true) published.nullable = true;
}

/** In version 2, what may be null cannot be required as well. */
function requiredOf(schema: JsonSchema, openapi: 2 | 3): string[] {
  const required = [...(schema.required ?? [])];
  if (openapi === 3) return required;
  if (additionalOf(schema)?.nullable === true) return [];
  const nullable = new Set(propertiesOf(schema).flatMap(([name, one]) => (one.nullable === true ? [name] : [])));
  return required.filter((name) => !nullable.has(name));
}

function publishBelow(schema: JsonSchema, published: JsonObject, openapi: 2 | 3): void {
  const items = itemsOf(schema);
  if (items !== undefined) published.items = publishNode(items, openapi);
  if (schema.properties === undefined || schema.properties === null) return;
  const properties: JsonObject = {};
  for (const [name, one] of propertiesOf(schema)) setOwn(properties, name, publishNode(one, openapi));
  published.properties = properties;
}

function publishResource(published: JsonObject, openapi: 2 | 3): void {
  published.properties = { ...(published.properties as JsonObject | undefined), ...resourceProperties(openapi) };
  const required = (published.required ?? []) as string[];
  published.required = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
}

/** An int-or-string says so in words that every reader of version 3 knows. */
function publishAlternatives(schema: JsonSchema, published: JsonObject): void {
  const eitherType = [{ type: 'integer' }, { type: 'string' }];
  const publish = (schemas: readonly JsonSchema[] | undefined): Json[] =>
    (schemas ?? []).map((one) => publishNode(one, 3));
  const allOf = publish(schema.allOf);
  const anyOf = publish(schema.anyOf);
  if (schema['x-kubernetes-int-or-string'] === true && !namesBothTypes(schema)) {
    if (anyOf.length === 0) anyOf.push(...eitherType);
    else allOf.unshift({ anyOf: eitherType });
  }
  const oneOf = publish(schema.oneOf);
  for (const [keyword, list] of Object.entries({ allOf, anyOf, oneOf })) if (list.length > 0) published[keyword] = list;
  if (schema.not !== undefined && schema.not !== null) published.not = publishNode(schema.not, 3);
}

function namesBothTypes({ anyOf, allOf }: JsonSchema): boolean {
  const both = (schemas: readonly JsonSchema[] | undefined): boolean =>
    schemas?.length === 2 && schemas[0]?.type === 'integer' && schemas[1]?.type === 'string';
  return both(anyOf) || both(allOf?.[0]?.anyOf);
}
