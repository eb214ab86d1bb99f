import type { JsonObject, NamedShape, Shape, ShapeKeywords } from '#meta';
import { metaV1, passingShapeOf, type StructType } from '#schema';
import type { OpenApiSource } from '../resource-definition.ts';

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
  const { fields } = passingShapeOf(type);
  const listMeta = metaV1.type('ListMeta').name;
  return {
    description: `${listKind} is a list of ${kind} objects.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: schemaOfField(fields.get('apiVersion')),
      items: { description: 'The objects.', type: 'array', items: schemaReference(type.name, { default: {} }) },
      kind: schemaOfField(fields.get('kind')),
      metadata: schemaReference(listMeta, { description: 'What the list says about itself.', default: {} }),
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
  };
}

/** Adds the schemas of some types, and of all they refer to, as far as they are not there. */
export function addSchemas(schemas: Map<string, () => JsonObject>, types: readonly StructType[]): void {
  const waiting = types.map(passingShapeOf);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (schemas.has(next.name)) continue;
    const shape = next;
    schemas.set(shape.name, () => definitionSchema(shape));
    for (const field of shape.fields.values()) {
      const named = namedWithin(field);
      if (named !== undefined) waiting.push(named);
    }
  }
}

/** The named shape that a shape uses, however deep in lists and maps. */
function namedWithin({ definition, items, values }: Shape): NamedShape | undefined {
  if (definition !== undefined) return definition;
  if (items !== undefined) return namedWithin(items);
  return typeof values === 'object' ? namedWithin(values) : undefined;
}

function definitionSchema(shape: NamedShape): JsonObject {
  if (shape.keywords.type === undefined) return looseSchema(shape);
  const { description, type, required, ...more } = asJson(shape.keywords);
  return {
    ...(description === undefined ? {} : { description }),
    type,
    ...(required === undefined ? {} : { required }),
    ...propertySchemas(shape),
    ...more,
  };
}

/** They need not be objects, but documents say so. */
const calledObjects = /\.(RawExtension|FieldsV1)$/;

/** Of values that have several types, or any. */
function looseSchema({ name, keywords, alternatives }: NamedShape): JsonObject {
  const { description, format } = keywords;
  return {
    description,
    ...(calledObjects.test(name) ? { type: 'object' } : {}),
    ...(format === undefined ? {} : { format }),
    ...(alternatives === undefined ? {} : { oneOf: alternatives.oneOf.map(valueSchema) }),
  };
}

function propertySchemas({ fields }: Shape): JsonObject {
  if (fields.size === 0) return {};
  const properties: JsonObject = {};
  for (const name of [...fields.keys()].sort()) properties[name] = schemaOfField(fields.get(name));
  return { properties };
}

const schemaOfField = (field: Shape | undefined): JsonObject => (field === undefined ? {} : valueSchema(field));

function valueSchema({ definition, said, items, values }: Shape): JsonObject {
  const own = asJson(said);
  if (definition !== undefined) return schemaReference(definition.name, own);
  if (items !== undefined) return { type: 'array', items: valueSchema(items), ...own };
  return typeof values === 'object' ? { type: 'object', additionalProperties: valueSchema(values), ...own } : own;
}

/** Published schemas are not changed. */
function asJson(keywords: ShapeKeywords): JsonObject {
  return keywords as unknown as JsonObject;
}

/** What stands beside a $ref is ignored, so that a reference that says more moves into an allOf. */
function schemaReference(name: string, more: JsonObject): JsonObject {
  const reference = { $ref: `#/components/schemas/${name}` };
  return Object.keys(more).length === 0 ? reference : { ...more, allOf: [reference] };
}
