import type { JsonObject } from '#meta';
import { type FieldDescription, metaV1, type StructType } from '#schema';
import type { OpenApiSource } from '../resource-definition.ts';
import { itemKeywords, listKeywords, structKeywords } from './openapi-rules.ts';
import { namedWithin, type Referred, referred, schemaReference, valueSchema, zeros } from './openapi-values.ts';

/** The OpenAPI v3 schemas of a type and of all it refers to, in the dialect of Kubernetes. */
export function openApiSource(type: StructType): OpenApiSource {
  return {
    name: type.name,
    addTo: (schemas) => addSchemas(schemas, [type]),
    list: (listKind) => listSchema(type, listKind),
  };
}

function listSchema(type: StructType, listKind: string): JsonObject {
  const { group = '', version = '', kind = '' } = type.kind ?? {};
  const listMeta = metaV1.type('ListMeta').name;
  return {
    description: `${listKind} is a list of ${kind} objects.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: apiVersionProperty,
      items: { description: 'The objects.', type: 'array', items: schemaReference(type.name, { default: {} }) },
      kind: kindProperty,
      metadata: schemaReference(listMeta, { description: 'What the list says about itself.', default: {} }),
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
  };
}

/** Adds the schemas of some types, and of all they refer to, as far as they are not there. */
export function addSchemas(schemas: Map<string, () => JsonObject>, types: readonly StructType[]): void {
  const waiting: Referred[] = [...types];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const named = namedWithin(next);
    if (named === undefined || schemas.has(named.name)) continue;
    const { struct } = named;
    schemas.set(named.name, struct === undefined ? named.schema : () => structSchema(struct));
    if (struct !== undefined) for (const field of openFields(struct)) waiting.push(referred(field));
  }
}

function structSchema(type: StructType): JsonObject {
  const fields = openFields(type);
  const properties: JsonObject = {};
  const own = fields.map(type.publishesRules === true ? propertyWithRules : property);
  for (const { name, schema } of [...typeMetaProperties(type), ...own].sort(byName)) {
    properties[name] = schema;
  }
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    ...(type.description === '' ? {} : { description: type.description }),
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...kindExtension(type),
    ...(type.mapType === undefined ? {} : { 'x-kubernetes-map-type': type.mapType }),
    ...unionExtension(type),
    ...(type.publishesRules === true ? structKeywords(type) : {}),
  };
}

/** The fields as they stand in JSON: inline structs opened. */
function openFields(type: StructType): readonly FieldDescription[] {
  return type.fields.flatMap((field) =>
    field.inline && field.type.shape === 'struct' ? openFields(field.type) : [field],
  );
}

interface Property {
  readonly name: string;
  readonly schema: JsonObject;
}
const byName = (a: Property, b: Property): number => (a.name < b.name ? -1 : 1);

function typeMetaProperties(type: StructType): readonly Property[] {
  if (type.kind === undefined) return [];
  return [
    { name: 'apiVersion', schema: apiVersionProperty },
    { name: 'kind', schema: kindProperty },
  ];
}

const apiVersionProperty: JsonObject = {
  description: 'The group and version of this representation of the object.',
  type: 'string',
};
const kindProperty: JsonObject = { description: 'The kind of the object, in CamelCase.', type: 'string' };

/** What else is said of a property, and of its value or the items of its list or map. */
interface Keywords {
  readonly own: JsonObject;
  readonly items: JsonObject;
}

const property = (field: FieldDescription): Property => propertyWith(field, { own: {}, items: {} });

function propertyWithRules(field: FieldDescription): Property {
  return propertyWith(field, { own: listKeywords(field), items: itemKeywords(field) });
}

function propertyWith(field: FieldDescription, { own, items }: Keywords): Property {
  const { enum: values } = field;
  const { schema, ref } = valueSchema(referred(field), {
    ...(values === undefined ? {} : { enum: [...values] }),
    ...items,
  });
  const extras: JsonObject = {
    ...(field.description === '' ? {} : { description: field.description }),
    ...defaultOf(field),
    ...own,
    ...topology(field),
  };
  if (ref === undefined) return { name: field.name, schema: { ...schema, ...extras } };
  return { name: field.name, schema: schemaReference(ref, extras) };
}

/** What Go fills in by itself: a struct that is no pointer, and a scalar that is always written. */
function defaultOf(field: FieldDescription): JsonObject {
  if (field.default !== undefined) return { default: field.default as JsonObject };
  if (field.pointer) return {};
  if (field.type.shape === 'struct') return { default: {} };
  const zero = field.whenEmpty === 'always' ? zeros[field.type.shape] : undefined;
  return zero === undefined ? {} : { default: zero };
}

/** How apply and strategic merge treat a field. */
function topology(field: FieldDescription): JsonObject {
  return {
    ...(field.listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': [...field.listMapKeys] }),
    ...(field.listType === undefined ? {} : { 'x-kubernetes-list-type': field.listType }),
    ...(field.mapType === undefined ? {} : { 'x-kubernetes-map-type': field.mapType }),
    ...(field.mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.mergeKey }),
    ...(field.patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patchStrategy }),
  };
}

function kindExtension({ kind: known }: StructType): JsonObject {
  if (known === undefined) return {};
  const { group, kind, version } = known;
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
}

function unionExtension({ union }: StructType): JsonObject {
  if (union === undefined) return {};
  const members: JsonObject = {};
  for (const [name, value] of union.members) members[name] = value;
  return {
    'x-kubernetes-unions': [
      {
        ...(union.discriminator === undefined ? {} : { discriminator: union.discriminator }),
        'fields-to-discriminateBy': members,
      },
    ],
  };
}
