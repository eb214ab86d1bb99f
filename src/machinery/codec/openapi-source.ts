import type { JsonObject } from '#meta';
import type { ChoiceType, FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';
import type { OpenApiSource } from '../resource-definition.ts';

const prefix = '#/components/schemas/';

/** The OpenAPI v3 schemas of a type and of all it refers to, in the dialect of Kubernetes. Made when first asked for. */
export function openApiSource(type: StructType): OpenApiSource {
  let made: ReadonlyMap<string, JsonObject> | undefined;
  return {
    name: type.name,
    schemas() {
      made ??= collect(type);
      return made;
    },
  };
}

interface Named {
  readonly name: string;
  readonly schema: () => JsonObject;
  readonly refersTo: () => readonly Referred[];
}

function collect(type: StructType): ReadonlyMap<string, JsonObject> {
  const schemas = new Map<string, JsonObject>();
  const waiting: Named[] = [namedStruct(type)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (schemas.has(next.name)) continue;
    schemas.set(next.name, next.schema());
    for (const field of next.refersTo()) {
      const named = namedWithin(field);
      if (named !== undefined) waiting.push(named);
    }
  }
  return schemas;
}

function namedStruct(type: StructType): Named {
  return { name: type.name, schema: () => structSchema(type), refersTo: () => openFields(type).map(referred) };
}

/** FieldsV1 looks like any other JSON but has a schema of its own; so has JSON that need not be an object. */
interface SpecialJson {
  readonly shape: 'fieldsV1' | 'anything';
}
interface ListOfAnything {
  readonly shape: 'list';
  readonly items: SpecialJson;
}
type Referred = TypeDescription | SpecialJson | ListOfAnything;
function referred({ goType, type }: FieldDescription): Referred {
  if (goType === 'v1.FieldsV1') return { shape: 'fieldsV1' };
  if (!goType?.endsWith('.JSON')) return type;
  return type.shape === 'list' ? { shape: 'list', items: { shape: 'anything' } } : { shape: 'anything' };
}

/** The named schema that a type is or contains, however deep in lists and maps. */
function namedWithin(type: Referred): Named | undefined {
  switch (type.shape) {
    case 'list':
      return namedWithin(type.items);
    case 'map':
      return namedWithin(type.values);
    case 'struct':
      return namedStruct(type);
    case 'choice':
      return namedChoice(type);
    default: {
      const named = namedScalars[type.shape];
      return named === undefined ? undefined : { ...named, refersTo: () => [] };
    }
  }
}

/** Anything goes as far as OpenAPI can tell; what the forms refer to is reached by other ways. */
function namedChoice({ forms: { name, description } }: ChoiceType): Named {
  return { name, schema: () => ({ description }), refersTo: () => [] };
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const namedScalars: { readonly [shape: string]: { readonly name: string; readonly schema: () => JsonObject } } = {
  time: {
    name: `${meta}.Time`,
    schema: () => ({ description: 'A time in RFC 3339, to the second.', type: 'string', format: 'date-time' }),
  },
  microTime: {
    name: `${meta}.MicroTime`,
    schema: () => ({ description: 'A time in RFC 3339, to the microsecond.', type: 'string', format: 'date-time' }),
  },
  quantity: {
    name: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
    schema: () => ({
      description: 'An amount, as a number with a suffix: 500m is a half, 1k is 1000, 1Ki is 1024.',
      oneOf: [{ type: 'string' }, { type: 'number' }],
    }),
  },
  intOrString: {
    name: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    schema: () => ({
      description: 'An integer of 32 bits or a string.',
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    }),
  },
  json: {
    name: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
    schema: () => ({ description: 'Any JSON, kept as it is.', type: 'object' }),
  },
  anything: {
    name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
    schema: () => ({ description: 'Any JSON value: an object, a list, a string, a number or a boolean.' }),
  },
  fieldsV1: {
    name: `${meta}.FieldsV1`,
    schema: () => ({
      description:
        'A set of fields as a tree: f:NAME is a member, k:KEYS and v:VALUE are list items, . is the field itself.',
      type: 'object',
    }),
  },
};

function structSchema(type: StructType): JsonObject {
  const fields = openFields(type);
  const properties: JsonObject = {};
  for (const { name, schema } of [...typeMetaProperties(type), ...fields.map(property)].sort(byName)) {
    properties[name] = schema;
  }
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    ...(type.description === '' ? {} : { description: type.description }),
    type: 'object',
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(type.kind === undefined ? {} : { 'x-kubernetes-group-version-kind': [{ ...type.kind }] }),
    ...(type.mapType === undefined ? {} : { 'x-kubernetes-map-type': type.mapType }),
    ...unionExtension(type),
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
    {
      name: 'apiVersion',
      schema: { description: 'The group and version of this representation of the object.', type: 'string' },
    },
    { name: 'kind', schema: { description: 'The kind of the object, in CamelCase.', type: 'string' } },
  ];
}

function property(field: FieldDescription): Property {
  const { schema, ref } = valueSchema(referred(field));
  const extras: JsonObject = {
    ...(field.description === '' ? {} : { description: field.description }),
    ...defaultOf(field),
    ...(field.format === undefined ? {} : { format: field.format }),
    ...(field.enum === undefined ? {} : { enum: [...field.enum] }),
    ...topology(field),
  };
  if (ref === undefined) return { name: field.name, schema: { ...schema, ...extras } };
  // What stands beside a $ref is ignored, so the reference moves into an allOf.
  const alone = Object.keys(extras).length === 0;
  return { name: field.name, schema: alone ? { $ref: ref } : { allOf: [{ $ref: ref }], ...extras } };
}

function valueSchema(type: Referred): { readonly schema: JsonObject; readonly ref?: string } {
  switch (type.shape) {
    case 'list':
      return { schema: { type: 'array', items: itemSchema(type.items) } };
    case 'map':
      return { schema: { type: 'object', additionalProperties: itemSchema(type.values) } };
    default: {
      const named = namedWithin(type);
      if (named !== undefined) return { schema: {}, ref: prefix + named.name };
      return { schema: { ...plainScalars[type.shape as PlainScalar] } };
    }
  }
}

function itemSchema(type: Referred): JsonObject {
  const { schema, ref } = valueSchema(type);
  return ref === undefined ? schema : { $ref: ref };
}

type PlainScalar = Exclude<ScalarName, 'time' | 'microTime' | 'quantity' | 'intOrString' | 'json'>;
const plainScalars: { readonly [shape in PlainScalar]: JsonObject } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

const zeros: { readonly [shape: string]: string | number | boolean } = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
};

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
    ...(field.mapType === undefined || field.type.shape === 'struct' ? {} : { 'x-kubernetes-map-type': field.mapType }),
    ...(field.mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.mergeKey }),
    ...(field.patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patchStrategy }),
  };
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
