import { type GroupVersionKind, type Json, type JsonObject, setOwn } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema, propertiesOf, type ValidationRule } from './json-schema.ts';

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
  return { ...published, ...kindExtensions(options) };
}

function kindExtensions({ gvk, selectableFields = [] }: Pick<PublishOptions, 'gvk' | 'selectableFields'>): JsonObject {
  const { group, kind, version } = gvk;
  const extensions: JsonObject = { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
  if (selectableFields.length > 0) {
    const fields = selectableFields.map((path) => ({ fieldPath: path.replace(/^\./, '') }));
    extensions['x-kubernetes-selectable-fields'] = fields;
  }
  return extensions;
}

export interface PublishListOptions extends Pick<PublishOptions, 'openapi' | 'selectableFields'> {
  /** Of the list itself: `WidgetList`. */
  readonly gvk: GroupVersionKind;
  readonly kind: string;
  /** The name of the items' schema in the document. */
  readonly items: string;
}

/** The schema of a list of custom resources. */
export function publishListSchema({ kind, items, openapi, ...options }: PublishListOptions): JsonObject {
  const { apiVersion, kind: kindProperty } = resourceProperties(openapi);
  return {
    type: 'object',
    description: `${options.gvk.kind} is a list of ${kind}`,
    required: ['items'],
    properties: {
      apiVersion,
      items: { type: 'array', description: 'The objects.', items: reference(items, { openapi }) },
      kind: kindProperty,
      metadata: reference(listMeta, { openapi, description: descriptions.listMetadata }),
    },
    ...kindExtensions(options),
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
const copied: ReadonlySet<string> = new Set([
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
] satisfies (keyof JsonSchema)[]);

/** Looks at the keywords that are there: most schemas have two or three, and there are many of them. */
function publishNode(schema: JsonSchema, openapi: 2 | 3): JsonObject {
  const published: JsonObject = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword as keyof JsonSchema];
    if (value === undefined || value === null || value === false) continue;
    if (copied.has(keyword)) published[keyword] = value as Json;
  }
  const { 'x-kubernetes-validations': rules } = schema;
  if (rules && rules.length > 0) published['x-kubernetes-validations'] = rules.map(publishRule);
  if (openapi === 2) publishV2(schema, published);
  else publishV3(schema, published);
  return published;
}

const ruleMembers = ['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf'] as const;

function publishRule(rule: ValidationRule): JsonObject {
  const members = ruleMembers.filter((name) => rule[name] !== undefined);
  return Object.fromEntries(members.map((name) => [name, rule[name]]));
}

function publishV3(schema: JsonSchema, published: JsonObject): void {
  if (schema.type) published.type = schema.type;
  if (schema.nullable === true) published.nullable = true;
  const fallback = defaultOf(schema);
  if (fallback !== undefined) published.default = fallback;
  if (schema.required?.length) published.required = [...schema.required];
  publishAdditional(schema, published, 3);
  publishBelow(schema, published, 3);
  if (schema['x-kubernetes-embedded-resource'] === true) publishResource(published, 3);
  publishAlternatives(schema, published);
}

/** Clients of version 2 cannot cope with more than one type, nor with fields that they are not told of. */
function publishV2(schema: JsonSchema, published: JsonObject): void {
  const { type = '', nullable } = schema;
  const open = (nullable || schema['x-kubernetes-preserve-unknown-fields']) === true;
  const untyped = nullable === true || (open && (type === 'object' || type === 'array'));
  if (type !== '' && !untyped) published.type = type;
  const required = requiredOf(schema, { open });
  if (required.length > 0) published.required = required;
  publishAdditional(schema, published, 2);
  if (!open) publishBelow(schema, published, 2);
  const isFree = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true && !isFree) publishResource(published, 2);
}

function publishAdditional(schema: JsonSchema, published: JsonObject, openapi: 2 | 3): void {
  const { additionalProperties } = schema;
  const additional = additionalOf(schema);
  if (additional !== undefined) published.additionalProperties = publishNode(additional, openapi);
  else if (typeof additionalProperties === 'boolean') published.additionalProperties = additionalProperties;
}

/** In version 2, what may be null cannot be required as well, as far as it is told at all. */
function requiredOf(schema: JsonSchema, { open }: { readonly open: boolean }): string[] {
  const required = [...(schema.required ?? [])];
  if (required.length === 0) return required;
  if (additionalOf(schema)?.nullable === true) return [];
  if (open) return required;
  const nullable = new Set(propertiesOf(schema).flatMap(([name, one]) => (one.nullable === true ? [name] : [])));
  return required.filter((name) => !nullable.has(name));
}

function publishBelow(schema: JsonSchema, published: JsonObject, openapi: 2 | 3): void {
  const items = itemsOf(schema);
  if (items !== undefined) published.items = publishNode(items, openapi);
  if (schema.properties === undefined || schema.properties === null) return;
  const properties: JsonObject = {};
  for (const name of Object.keys(schema.properties))
    setOwn(properties, name, publishNode(schema.properties[name] as JsonSchema, openapi));
  published.properties = properties;
}

function publishResource(published: JsonObject, openapi: 2 | 3): void {
  published.properties = { ...(published.properties as JsonObject | undefined), ...resourceProperties(openapi) };
  const required = (published.required ?? []) as string[];
  published.required = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
}

/** An int-or-string says so in words that every reader of version 3 knows. */
function publishAlternatives(schema: JsonSchema, published: JsonObject): void {
  if (schema.not !== undefined && schema.not !== null) published.not = publishNode(schema.not, 3);
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  if (!isEither && !schema.allOf && !schema.anyOf && !schema.oneOf) return;
  const eitherType = [{ type: 'integer' }, { type: 'string' }];
  const publish = (schemas: readonly JsonSchema[] | undefined): Json[] =>
    (schemas ?? []).map((one) => publishNode(one, 3));
  const allOf = publish(schema.allOf);
  const anyOf = publish(schema.anyOf);
  if (isEither && !namesBothTypes(schema)) {
    if (anyOf.length === 0) anyOf.push(...eitherType);
    else allOf.unshift({ anyOf: eitherType });
  }
  const oneOf = publish(schema.oneOf);
  for (const [keyword, list] of Object.entries({ allOf, anyOf, oneOf })) if (list.length > 0) published[keyword] = list;
}

function namesBothTypes({ anyOf, allOf }: JsonSchema): boolean {
  const both = (schemas: readonly JsonSchema[] | undefined): boolean =>
    schemas?.length === 2 && schemas[0]?.type === 'integer' && schemas[1]?.type === 'string';
  return both(anyOf) || both(allOf?.[0]?.anyOf);
}
