import type { Json, JsonObject } from '#meta';
import type { FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';

/** An object of the type in which every field has a value, which tells the field from its neighbours. */
export function sampleObject(type: StructType): JsonObject {
  const { kind } = type;
  const header =
    kind === undefined
      ? {}
      : { kind: kind.kind, apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}` };
  return { ...header, ...fieldsOf(type, []) };
}

/** Types contain themselves (schemas): once more is enough to see that. */
const deepest = 2;

function fieldsOf(type: StructType, parents: readonly StructType[]): JsonObject {
  const within = [...parents, type];
  return Object.assign(
    {},
    ...type.fields.map((field): JsonObject => {
      const value = sampleValue(field.type, { field, within });
      if (value === undefined) return {};
      return field.inline ? (value as JsonObject) : { [field.name]: value };
    }),
  );
}

interface SampledField {
  readonly field: FieldDescription;
  /** The structs around the value, the outermost first. */
  readonly within: readonly StructType[];
}

/** Undefined: its type is around it too often. */
function sampleValue(type: TypeDescription, place: SampledField): Json | undefined {
  const { field, within } = place;
  switch (type.shape) {
    case 'list': {
      const item = sampleValue(type.items, place);
      return item === undefined ? undefined : [item];
    }
    case 'map': {
      const value = sampleValue(type.values, place);
      return value === undefined ? undefined : { [`${field.name}Key`]: value };
    }
    case 'struct':
      return within.filter((parent) => parent === type).length < deepest ? fieldsOf(type, within) : undefined;
    case 'choice':
      return sampleValue((type.forms.fields[0] as FieldDescription).type, place);
    default:
      return scalarOf(type.shape, field);
  }
}

function scalarOf(shape: ScalarName, { name, number }: FieldDescription): Json {
  const year = 2000 + number;
  switch (shape) {
    case 'string':
      return `${name} ${number}`;
    case 'bool':
      return true;
    case 'int32':
    case 'int64':
      return number;
    case 'double':
      return number + 0.5;
    case 'bytes':
      return Buffer.from(name).toString('base64');
    case 'time':
      return `${year}-02-03T04:05:06Z`;
    case 'microTime':
      return `${year}-02-03T04:05:06.000007Z`;
    case 'quantity':
      return `${number}500m`;
    case 'intOrString':
      return number % 2 === 0 ? number : `${number}%`;
    case 'json':
      return { [name]: [number, true, null] };
  }
}
