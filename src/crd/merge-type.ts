import { metadataMergeType } from '#machinery';
import {
  atomicList,
  deducedType,
  type FieldSource,
  type MergeType,
  mapList,
  scalarType,
  setList,
  structType,
  type TypeSource,
  untypedAtomic,
} from '#merge';
import { additionalOf, defaultOf, itemsOf, type JsonSchema, propertiesOf } from '#schema';

/** What holds for a schema because of those around it. */
interface Surroundings {
  /** Unknown fields are kept, here and below. */
  readonly open: boolean;
}

const text = scalarType('string');
const resourceFields: ReadonlyMap<string, FieldSource> = new Map([
  ['apiVersion', { type: text }],
  ['kind', { type: text }],
  ['metadata', { type: metadataMergeType }],
]);

/** The schema of a custom resource as apply sees it. k8s: kube-openapi schemaconv */
export function customMergeType(schema: JsonSchema | undefined, { open }: Surroundings): MergeType {
  if (schema === undefined) return structType({ fields: resourceFields, values: deducedType });
  return mergeType({ ...schema, type: 'object', 'x-kubernetes-embedded-resource': true }, { open });
}

function mergeType(schema: JsonSchema, around: Surroundings): MergeType {
  const open = around.open || schema['x-kubernetes-preserve-unknown-fields'] === true;
  switch (schema.type ?? '') {
    case 'object':
      return mapType(schema, { open });
    case 'array':
      return listType(schema, { open });
    case 'integer':
    case 'number':
      return scalarType('numeric');
    case 'boolean':
      return scalarType('boolean');
    case 'string':
      // A text with a format may look different and be the same, so it is not checked.
      return scalarType(schema.format && schema.format !== 'byte' ? 'untyped' : 'string');
    default:
      return { scalar: 'untyped', ...listType(schema, { open }), ...mapType(schema, { open }) };
  }
}

function mapType(schema: JsonSchema, around: Surroundings): MergeType {
  const fields = new Map<string, FieldSource>();
  for (const [name, property] of propertiesOf(schema)) fields.set(name, describe(property, around));
  if (schema['x-kubernetes-embedded-resource'] === true)
    for (const [name, field] of resourceFields) fields.set(name, field);
  const values = valuesOf(schema, around) ?? (isFree(schema, fields) ? deducedType : undefined);
  const atomic = schema['x-kubernetes-map-type'] === 'atomic';
  return structType({ fields, atomic, ...(values === undefined ? {} : { values }) });
}

function describe(property: JsonSchema, around: Surroundings): FieldSource {
  const fallback = defaultOf(property);
  const type = lazily(property, around);
  return fallback === undefined ? { type } : { type, default: fallback };
}

/** An object of which nothing is said. */
function isFree(schema: JsonSchema, fields: ReadonlyMap<string, FieldSource>): boolean {
  return fields.size === 0 && schema.additionalProperties === undefined;
}

/** The type of members that no property describes; undefined where there may be none. */
function valuesOf(schema: JsonSchema, around: Surroundings): TypeSource | undefined {
  const additional = additionalOf(schema);
  if (additional !== undefined) return lazily(additional, around);
  if (schema.additionalProperties === true) return deducedType;
  if (schema.additionalProperties === false) return undefined;
  return around.open ? deducedType : undefined;
}

function listType(schema: JsonSchema, around: Surroundings): MergeType {
  const items = itemsOf(schema);
  const source = items === undefined ? untypedAtomic : lazily(items, around);
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return setList(source);
    case 'map':
      return mapList(source, schema['x-kubernetes-list-map-keys'] ?? []);
    default:
      return atomicList(source);
  }
}

const lazily =
  (schema: JsonSchema, around: Surroundings): TypeSource =>
  () =>
    mergeType(schema, around);
