import type { Json, JsonObject } from '#meta';
import { type FieldDescription, metaV1, type ScalarName, type StructType, type TypeDescription } from '#schema';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const SCALE = 'io.k8s.api.autoscaling.v1';

let made: ReadonlyMap<string, JsonObject> | undefined;

/**
 * OpenAPI v3 schemas, by name, of what requests and answers carry besides the kinds themselves: options, Status, the
 * discovery documents, and Scale, which custom resources have too.
 */
export function metaSchemas(): ReadonlyMap<string, JsonObject> {
  made ??= new Map([...described(), ...Object.entries(handMade)]);
  return made;
}

function described(): [string, JsonObject][] {
  return metaV1.names().map((name) => {
    const struct = metaV1.type(name);
    return [struct.name, structSchema(struct)];
  });
}

function structSchema(struct: StructType): JsonObject {
  const required = struct.fields.filter((field) => field.required).map((field) => field.name);
  const properties = [...(struct.kind === undefined ? [] : kindFields), ...struct.fields.map(property)];
  return {
    description: struct.description,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(struct.mapType === undefined ? {} : { 'x-kubernetes-map-type': struct.mapType }),
    ...(struct.kind === undefined ? {} : { 'x-kubernetes-group-version-kind': [{ ...struct.kind }] }),
  };
}

const kindFields: [string, JsonObject][] = [
  ['apiVersion', { description: 'The group and version.', type: 'string' }],
  ['kind', { description: 'The kind, in CamelCase.', type: 'string' }],
];

function property(field: FieldDescription): [string, JsonObject] {
  const { $ref, ...plain } = typeSchema(field.type);
  const schema: JsonObject = { description: field.description, ...plain };
  // A reference stands alone in v3; what is said besides it needs an allOf.
  if ($ref !== undefined) schema.allOf = [{ $ref }];
  if (field.type.shape === 'struct' && !field.pointer) schema.default = {};
  if (field.listType !== undefined) schema['x-kubernetes-list-type'] = field.listType;
  if (field.listMapKeys !== undefined) schema['x-kubernetes-list-map-keys'] = [...field.listMapKeys];
  if (field.patchStrategy !== undefined) schema['x-kubernetes-patch-strategy'] = field.patchStrategy;
  if (field.mergeKey !== undefined) schema['x-kubernetes-patch-merge-key'] = field.mergeKey;
  return [field.name, schema];
}

function typeSchema(type: TypeDescription): JsonObject {
  if (type.shape === 'list') return { type: 'array', items: typeSchema(type.items) };
  if (type.shape === 'map') return { type: 'object', additionalProperties: typeSchema(type.values) };
  if (type.shape === 'struct') return refTo(type.name);
  if (type.shape === 'choice') return refTo(type.forms.name);
  return scalarSchemas[type.shape];
}

const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const scalarSchemas: { readonly [name in ScalarName]: JsonObject } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  time: refTo(`${META}.Time`),
  microTime: refTo(`${META}.MicroTime`),
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  intOrString: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  json: { type: 'object' },
};

const VERSION_FIELDS = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
];
const said = (type: string, description: string, more: JsonObject = {}): JsonObject => ({ description, type, ...more });
const within = (name: string, description: string): JsonObject => ({ description, allOf: [refTo(name)], default: {} });
const count = (description: string): JsonObject => said('integer', description, { format: 'int32' });
const object = (description: string, properties: JsonObject, required: Json[] = []): JsonObject => ({
  description,
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const handMade: { readonly [name: string]: JsonObject } = {
  [`${META}.Time`]: said('string', 'A moment, as RFC 3339 in whole seconds.', { format: 'date-time' }),
  [`${META}.MicroTime`]: said('string', 'A moment, as RFC 3339 in microseconds.', { format: 'date-time' }),
  [`${META}.FieldsV1`]: said('object', 'A set of fields.'),
  [`${META}.Patch`]: said('object', 'A change of an object, in the form that the content type names.'),
  'io.k8s.apimachinery.pkg.version.Info': object(
    'Which version the server is.',
    Object.fromEntries(VERSION_FIELDS.map((name) => [name, { type: 'string' }])),
    VERSION_FIELDS,
  ),
  [`${SCALE}.Scale`]: {
    ...object('How many replicas there are to be, and how many there are.', {
      ...Object.fromEntries(kindFields),
      metadata: within(`${META}.ObjectMeta`, 'The metadata of the scaled object.'),
      spec: within(`${SCALE}.ScaleSpec`, 'What is wanted.'),
      status: within(`${SCALE}.ScaleStatus`, 'What is there.'),
    }),
    'x-kubernetes-group-version-kind': [{ group: 'autoscaling', kind: 'Scale', version: 'v1' }],
  },
  [`${SCALE}.ScaleSpec`]: object('The wanted scale.', { replicas: count('How many there are to be.') }),
  [`${SCALE}.ScaleStatus`]: object(
    'The scale as it is.',
    { replicas: count('How many there are.'), selector: said('string', 'A label selector that finds them.') },
    ['replicas'],
  ),
};
