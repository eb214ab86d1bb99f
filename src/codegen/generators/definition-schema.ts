import type { FieldDescription, JsonSchema, ScalarName, StructType, TypeDescription } from '#schema';
import { GenError } from '../gen-fault.ts';
import { type ApiField, type ApiStruct, type ApiType, type ApiVersion, structIn } from '../model.ts';

const intOrString: JsonSchema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

/** k8s: apimachinery/pkg/api/resource Quantity, as definitions describe it. */
const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const scalars: { readonly [name in ScalarName]: JsonSchema } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number' },
  bytes: { type: 'string', format: 'byte' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  quantity: { ...intOrString, pattern: QUANTITY_PATTERN },
  intOrString,
  json: { 'x-kubernetes-preserve-unknown-fields': true },
};

const typeMembers: { readonly [name: string]: JsonSchema } = {
  apiVersion: { type: 'string', description: 'The group and version that the object is written in.' },
  kind: { type: 'string', description: 'The kind of the object, in CamelCase.' },
};

/** The structural schema of a kind, as a definition has it. Structs stand where they are used: there are no references. */
export function definitionSchema(version: ApiVersion, kind: ApiStruct): JsonSchema {
  const { properties, ...schema } = new SchemaWriter(version).struct(kind, []);
  return { ...schema, properties: { ...typeMembers, ...properties } };
}

/** The structural schema of a value with what is said of it, for what a description has no words for. */
export const valueSchema = (version: ApiVersion, type: ApiType, rules: JsonSchema): JsonSchema =>
  withRules(new SchemaWriter(version).type(type, []), rules);

class SchemaWriter {
  readonly #version: ApiVersion;

  constructor(version: ApiVersion) {
    this.#version = version;
  }

  struct(struct: ApiStruct, above: readonly ApiStruct[]): JsonSchema {
    if (above.includes(struct)) {
      const message = `${struct.name} contains itself, which a definition cannot describe; write unknown where it comes again`;
      throw new GenError([{ place: struct.place, message }]);
    }
    const within = [...above, struct];
    const required = struct.fields.filter(({ optional, name }) => !optional && !(struct.kind && name === 'metadata'));
    return {
      ...describedBy(struct.description),
      type: 'object',
      ...struct.rules,
      properties: Object.fromEntries(struct.fields.map((field) => [field.name, this.#field(field, within)])),
      ...(required.length === 0 ? {} : { required: required.map(({ name }) => name).sort() }),
    };
  }

  #field(field: ApiField, within: readonly ApiStruct[]): JsonSchema {
    // The server has its own schema of metadata, and refuses definitions that describe it.
    if (field.name === 'metadata' && within.length === 1 && within[0]?.kind !== undefined) return { type: 'object' };
    const { type, rules, listType, listMapKeys, mapType } = field;
    return {
      ...withRules(this.type(type, within), rules),
      ...describedBy(field.description),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(listType === undefined ? {} : { 'x-kubernetes-list-type': listType }),
      ...(listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': listMapKeys }),
      ...(mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType }),
    };
  }

  type(type: ApiType, within: readonly ApiStruct[]): JsonSchema {
    switch (type.shape) {
      case 'list':
        return { type: 'array', items: this.type(type.items, within) };
      case 'map':
        return { type: 'object', additionalProperties: this.type(type.values, within) };
      case 'struct':
        return this.struct(structIn(this.#version, type.name) as ApiStruct, within);
      case 'foreign':
        return describedStruct(type.struct, []);
      default:
        return { ...scalars[type.shape], ...(type.values === undefined ? {} : { enum: type.values }) };
    }
  }
}

/** Rules for items go to the schema of the items. */
function withRules(schema: JsonSchema, rules: JsonSchema): JsonSchema {
  const { items, additionalProperties, ...own } = rules;
  // A value of any type that has rules for objects is an object.
  const embedded = own['x-kubernetes-embedded-resource'] === true ? { type: 'object' } : {};
  return {
    ...schema,
    ...embedded,
    ...own,
    ...(items === undefined ? {} : { items: withRules(schema.items as JsonSchema, items as JsonSchema) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: withRules(
            schema.additionalProperties as JsonSchema,
            additionalProperties as JsonSchema,
          ),
        }),
  };
}

const describedBy = (description: string): JsonSchema => (description === '' ? {} : { description });

const metadataTypes = /\.meta\.v1\.(ObjectMeta|ListMeta)$/;

/** The schema of a built-in type. */
function describedStruct(struct: StructType, above: readonly StructType[]): JsonSchema {
  // The server knows what is in it.
  if (metadataTypes.test(struct.name)) return { type: 'object' };
  if (above.includes(struct)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const fields = membersOf(struct);
  const required = fields.filter((field) => field.required);
  return {
    ...describedBy(struct.description),
    type: 'object',
    ...(isAtomic(struct) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    properties: {
      ...(struct.kind === undefined ? {} : typeMembers),
      ...Object.fromEntries(fields.map((field) => [field.name, describedField(field, [...above, struct])])),
    },
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name).sort() }),
  };
}

/** One that has an atomic struct inline is atomic too. */
const isAtomic = ({ mapType, fields }: StructType): boolean =>
  mapType === 'atomic' || fields.some(({ inline, type }) => inline && type.shape === 'struct' && isAtomic(type));

const membersOf = (struct: StructType): readonly FieldDescription[] =>
  struct.fields.flatMap((field) => (field.inline && field.type.shape === 'struct' ? membersOf(field.type) : [field]));

/** k8s: apimachinery/pkg/apis/meta/v1/types.go Condition; the server itself does not enforce it. */
const conditionRules: { readonly [field: string]: JsonSchema } = {
  type: {
    maxLength: 316,
    pattern:
      '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
  },
  status: { enum: ['True', 'False', 'Unknown'] },
  observedGeneration: { minimum: 0 },
  reason: { minLength: 1, maxLength: 1024, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' },
  message: { maxLength: 32768 },
};

function describedField(field: FieldDescription, within: readonly StructType[]): JsonSchema {
  const { listType, listMapKeys, mapType } = field;
  const isCondition = within.at(-1)?.name.endsWith('.meta.v1.Condition');
  const schema = { ...describedType(field.type, within), ...(isCondition ? conditionRules[field.name] : {}) };
  const isEmptyStruct = typeof field.default === 'object' && Object.keys(field.default).length === 0;
  return {
    ...schema,
    ...describedBy(field.description),
    ...(field.default === undefined || isEmptyStruct
      ? {}
      : { default: field.default as NonNullable<JsonSchema['default']> }),
    ...(listType === undefined ? {} : { 'x-kubernetes-list-type': listType }),
    ...(listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': listMapKeys }),
    ...(mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType }),
  };
}

function describedType(type: TypeDescription, within: readonly StructType[]): JsonSchema {
  switch (type.shape) {
    case 'list':
      return { type: 'array', items: describedType(type.items, within) };
    case 'map':
      return { type: 'object', additionalProperties: describedType(type.values, within) };
    case 'struct':
      return describedStruct(type, within);
    case 'choice':
      return { 'x-kubernetes-preserve-unknown-fields': true };
    default:
      return scalars[type.shape];
  }
}
