import type { JsonObject } from '#meta';
import type { ChoiceType, FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';

/** FieldsV1 looks like any other JSON but has a schema of its own; so has JSON that need not be an object. */
interface SpecialJson {
  readonly shape: 'fieldsV1' | 'anything';
}
interface ListOfAnything {
  readonly shape: 'list';
  readonly items: SpecialJson;
}
export type Referred = TypeDescription | SpecialJson | ListOfAnything;

/** What the value of a field is. */
export function referred({ goType, type }: FieldDescription): Referred {
  if (goType === 'v1.FieldsV1') return { shape: 'fieldsV1' };
  if (!goType?.endsWith('.JSON')) return type;
  return type.shape === 'list' ? { shape: 'list', items: { shape: 'anything' } } : { shape: 'anything' };
}

/** A schema with a name of its own, which others refer to. */
interface Named {
  readonly name: string;
  /** Its schema is that of the struct. */
  readonly struct?: StructType;
  readonly schema: () => JsonObject;
}

/** The named schema that a type is or contains, however deep in lists and maps. */
export function namedWithin(type: Referred): Named | undefined {
  switch (type.shape) {
    case 'list':
      return namedWithin(type.items);
    case 'map':
      return namedWithin(type.values);
    case 'struct':
      return { name: type.name, struct: type, schema: () => ({}) };
    case 'choice':
      return namedChoice(type);
    default:
      return namedScalars[type.shape];
  }
}

/** Anything goes as far as OpenAPI can tell; what the forms refer to is reached by other ways. */
function namedChoice({ forms: { name, description } }: ChoiceType): Named {
  return { name, schema: () => ({ description }) };
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const namedScalars: { readonly [shape: string]: Named } = {
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

/**
 * The schema of a value, or the name that one refers to. `more` is said of the value itself, or of the items of a list
 * or map.
 */
export function valueSchema(
  type: Referred,
  more: JsonObject,
): { readonly schema: JsonObject; readonly ref?: undefined } | { readonly ref: string; readonly schema?: undefined } {
  switch (type.shape) {
    case 'list':
      return { schema: { type: 'array', items: itemSchema(type.items, more) } };
    case 'map':
      return { schema: { type: 'object', additionalProperties: itemSchema(type.values, more) } };
    default: {
      const named = namedWithin(type);
      if (named !== undefined) return { ref: named.name };
      return { schema: { ...plainScalars[type.shape as PlainScalar], ...more } };
    }
  }
}

/** Go cannot leave out an item, so that it has the default of its type. */
function itemSchema(type: Referred, more: JsonObject): JsonObject {
  const { schema, ref } = valueSchema(type, more);
  if (ref !== undefined) return schemaReference(ref, type.shape === 'struct' ? { default: {} } : {});
  const zero = zeros[type.shape];
  return zero === undefined ? schema : { ...schema, default: zero };
}

/** What stands beside a $ref is ignored, so that a reference that says more moves into an allOf. */
export function schemaReference(name: string, more: JsonObject): JsonObject {
  const reference = { $ref: `#/components/schemas/${name}` };
  return Object.keys(more).length === 0 ? reference : { ...more, allOf: [reference] };
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

/** What Go has for a scalar of which nothing is said. */
export const zeros: { readonly [shape: string]: string | number | boolean } = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
};
