import type { FieldError, JsonObject, ValidationRule } from '#meta';
import {
  compileSchema,
  type FieldDescription,
  type FieldRules,
  type JsonSchema,
  jsonFields,
  type ScalarName,
  type StructType,
  type StructuralSchema,
  type TypeDescription,
  validateObjectRules,
} from '#schema';

interface CelContext {
  /** The object before an update. */
  readonly live?: JsonObject;
  /** What else is wrong with the object: after some faults the rules are not evaluated. */
  readonly found: readonly FieldError[];
  readonly warn: (text: string) => void;
}

/** Evaluates the rules that a type declares with `rule=`, as those of custom resources are. */
export function celRules(type: StructType): (object: JsonObject, context: CelContext) => readonly FieldError[] {
  let schema: StructuralSchema | undefined;
  return (object, context) => {
    schema ??= compileSchema(structSchema(type, []));
    return validateObjectRules(schema, object, context);
  };
}

/** A type that contains itself cannot be told in full: what is below its second turn is anything. */
function structSchema(struct: StructType, above: readonly StructType[]): JsonSchema {
  if (above.includes(struct)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const properties: { [name: string]: JsonSchema } = {};
  for (const field of jsonFields(struct)) properties[field.name] = fieldSchema(field, [...above, struct]);
  return {
    type: 'object',
    properties,
    ...validations(struct.rules?.cel),
    ...(struct.mapType === undefined ? {} : { 'x-kubernetes-map-type': struct.mapType }),
  };
}

function fieldSchema(field: FieldDescription, above: readonly StructType[]): JsonSchema {
  const { rules = {}, listType, listMapKeys, mapType } = field;
  const schema = typeSchema(field.type, { rules, above });
  return {
    ...schema,
    ...validations([...(schema['x-kubernetes-validations'] ?? []), ...(rules.cel ?? [])]),
    ...(listType === undefined ? {} : { 'x-kubernetes-list-type': listType }),
    ...(listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': listMapKeys }),
    ...(mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType }),
  };
}

function validations(rules: readonly ValidationRule[] = []): JsonSchema {
  return rules.length === 0 ? {} : { 'x-kubernetes-validations': rules };
}

interface Surroundings {
  readonly rules: FieldRules;
  readonly above: readonly StructType[];
}

/** Limits are told too: they bound what a rule may cost. */
function typeSchema(type: TypeDescription, { rules, above }: Surroundings): JsonSchema {
  const { maxItems, maxProperties, maxLength } = rules;
  switch (type.shape) {
    case 'struct':
      return structSchema(type, above);
    case 'list':
      return {
        type: 'array',
        items: typeSchema(type.items, { rules, above }),
        ...(maxItems === undefined ? {} : { maxItems }),
      };
    case 'map':
      return {
        type: 'object',
        additionalProperties: typeSchema(type.values, { rules, above }),
        ...(maxProperties === undefined ? {} : { maxProperties }),
      };
    case 'choice':
      return anything;
    case 'string':
      return { type: 'string', ...(maxLength === undefined ? {} : { maxLength }) };
    case 'json':
      return rules.schema ?? anything;
    default:
      return scalarSchemas[type.shape];
  }
}

const anything: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };
const scalarSchemas: { readonly [shape in Exclude<ScalarName, 'string' | 'json'>]: JsonSchema } = {
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  quantity: { 'x-kubernetes-int-or-string': true },
  intOrString: { 'x-kubernetes-int-or-string': true },
};
