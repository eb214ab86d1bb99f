import {
  type GroupVersionKind,
  isJsonObject,
  type Json,
  type JsonObject,
  type Shape,
  type ShapeAlternatives,
  type ShapeKeywords,
  setOwn,
  type ValidationRule,
} from '#meta';
import { defaultOf } from './json-schema.ts';
import { resourceFields } from './resource-shape.ts';

const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

interface PublishOptions {
  readonly gvk: GroupVersionKind;
  /** 3 for the document of a group and version, 2 for the one of everything, which knows less. */
  readonly openapi: 2 | 3;
  /** Paths of the fields that selectors may use, `.spec.color`. */
  readonly selectableFields?: readonly string[];
  /** The old `spec.preserveUnknownFields`: version 2 then tells nothing at all. */
  readonly preserveUnknownFields?: boolean;
}

/** The schema of a custom resource as it is published. k8s: apiextensions controller/openapi/builder */
export function publishSchema(schema: Shape | undefined, options: PublishOptions): JsonObject {
  const silent = schema === undefined || (options.openapi === 2 && (options.preserveUnknownFields || isOpen(schema)));
  const published: JsonObject = silent ? { type: 'object' } : publishNode(schema, options.openapi);
  // What the schema says of these three gives way to what holds for every resource.
  if (!silent) published.properties = { ...propertiesIn(published), ...resourceProperties(options.openapi) };
  return { ...published, ...kindExtensions(options) };
}

function isOpen({ keywords }: Shape): boolean {
  return keywords['x-kubernetes-preserve-unknown-fields'] === true;
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

interface PublishListOptions extends Pick<PublishOptions, 'openapi' | 'selectableFields'> {
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
      metadata: reference(LIST_META, { openapi, description: 'Where the list was taken and how to go on.' }),
    },
    ...kindExtensions(options),
  };
}

function resourceProperties(openapi: 2 | 3): JsonObject {
  const properties = resourceFields.map(([name, { definition, said }]) => [
    name,
    definition === undefined ? said : reference(definition.name, { openapi, ...said }),
  ]);
  return Object.fromEntries(properties);
}

interface ReferenceOptions extends Pick<ShapeKeywords, 'description'> {
  readonly openapi: 2 | 3;
}

/** Version 3.0 has no place for a description beside a reference. */
function reference(name: string, { openapi, description }: ReferenceOptions): JsonObject {
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
] satisfies (keyof ShapeKeywords)[]);

/** Looks at the keywords that are there: most schemas have two or three, and there are many of them. */
function publishNode(schema: Shape, openapi: 2 | 3): JsonObject {
  const { keywords } = schema;
  const published: JsonObject = {};
  for (const keyword of Object.keys(keywords)) {
    const value = keywords[keyword as keyof ShapeKeywords];
    if (value === undefined || value === null || value === false) continue;
    if (copied.has(keyword)) published[keyword] = value as Json;
  }
  const { 'x-kubernetes-validations': rules } = keywords;
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

function publishV3(schema: Shape, published: JsonObject): void {
  const { keywords } = schema;
  if (keywords.type) published.type = keywords.type;
  if (keywords.nullable === true) published.nullable = true;
  const fallback = defaultOf(keywords);
  if (fallback !== undefined) published.default = fallback;
  if (keywords.required?.length) published.required = [...keywords.required];
  publishAdditional(schema, published, 3);
  publishBelow(schema, published, 3);
  if (keywords['x-kubernetes-embedded-resource'] === true) publishResource(published, 3);
  publishAlternatives(schema, published);
}

/** Clients of version 2 cannot cope with more than one type, nor with fields that they are not told of. */
function publishV2(schema: Shape, published: JsonObject): void {
  const { type = '', nullable, 'x-kubernetes-embedded-resource': embedded } = schema.keywords;
  const open = nullable === true || isOpen(schema);
  const untyped = nullable === true || (open && (type === 'object' || type === 'array'));
  if (type !== '' && !untyped) published.type = type;
  const required = requiredOf(schema, { open });
  if (required.length > 0) published.required = required;
  publishAdditional(schema, published, 2);
  if (!open) publishBelow(schema, published, 2);
  if (embedded === true && !isOpen(schema)) publishResource(published, 2);
}

function publishAdditional({ values }: Shape, published: JsonObject, openapi: 2 | 3): void {
  if (values === undefined) return;
  published.additionalProperties = typeof values === 'object' ? publishNode(values, openapi) : values;
}

/** In version 2, what may be null cannot be required as well, as far as it is told at all. */
function requiredOf({ keywords, values, fields }: Shape, { open }: { readonly open: boolean }): string[] {
  const required = [...(keywords.required ?? [])];
  if (required.length === 0) return required;
  if (typeof values === 'object' && values.keywords.nullable === true) return [];
  if (open) return required;
  return required.filter((name) => fields.get(name)?.keywords.nullable !== true);
}

function publishBelow({ items, fields }: Shape, published: JsonObject, openapi: 2 | 3): void {
  if (items !== undefined) published.items = publishNode(items, openapi);
  if (fields.size === 0) return;
  const properties: JsonObject = {};
  for (const [name, field] of fields) setOwn(properties, name, publishNode(field, openapi));
  published.properties = properties;
}

const propertiesIn = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {});

function publishResource(published: JsonObject, openapi: 2 | 3): void {
  published.properties = { ...propertiesIn(published), ...resourceProperties(openapi) };
  const required = Array.isArray(published.required) ? published.required : [];
  published.required = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))];
}

/** An int-or-string says so in words that every reader of version 3 knows. */
function publishAlternatives({ keywords, alternatives }: Shape, published: JsonObject): void {
  const isEither = keywords['x-kubernetes-int-or-string'] === true;
  if (!isEither && alternatives === undefined) return;
  if (alternatives?.not !== undefined) published.not = publishNode(alternatives.not, 3);
  const publish = (schemas: readonly Shape[] = []): Json[] => schemas.map((one) => publishNode(one, 3));
  const allOf = publish(alternatives?.allOf);
  const anyOf = publish(alternatives?.anyOf);
  if (isEither && !namesBothTypes(alternatives)) {
    const eitherType = [{ type: 'integer' }, { type: 'string' }];
    if (anyOf.length === 0) anyOf.push(...eitherType);
    else allOf.unshift({ anyOf: eitherType });
  }
  const oneOf = publish(alternatives?.oneOf);
  for (const [keyword, list] of Object.entries({ allOf, anyOf, oneOf })) if (list.length > 0) published[keyword] = list;
}

function namesBothTypes(alternatives: ShapeAlternatives | undefined): boolean {
  const both = (schemas: readonly Shape[] | undefined): boolean =>
    schemas?.length === 2 && schemas[0]?.keywords.type === 'integer' && schemas[1]?.keywords.type === 'string';
  return both(alternatives?.anyOf) || both(alternatives?.allOf[0]?.alternatives?.anyOf);
}
