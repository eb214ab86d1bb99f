import type { Json, NamedShape, ShapeKeywords } from '#meta';
import { NamedLeaf } from './leaf-shape.ts';
import type { FieldDescription, ScalarName, TypeDescription } from './type-description.ts';

type PlainScalar = Exclude<ScalarName, 'time' | 'microTime' | 'quantity' | 'intOrString' | 'json'>;

export const plainScalars: { readonly [shape in PlainScalar]: ShapeKeywords } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

/** What Go has for a scalar of which nothing is said. */
const zeros: { readonly [shape: string]: Json } = { string: '', bool: false, int32: 0, int64: 0, double: 0 };

export function zeroOf(type: TypeDescription): Json | undefined {
  return zeros[type.shape];
}

/** Any JSON value, which apply takes as a whole. */
export function anyValue(name: string, description: string): NamedShape {
  return new NamedLeaf(name, {
    description,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-map-type': 'atomic',
  });
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const namedScalars = {
  time: new NamedLeaf(`${META}.Time`, {
    description: 'A time in RFC 3339, to the second.',
    type: 'string',
    format: 'date-time',
  }),
  microTime: new NamedLeaf(`${META}.MicroTime`, {
    description: 'A time in RFC 3339, to the microsecond.',
    type: 'string',
    format: 'date-time',
  }),
  quantity: new NamedLeaf(
    'io.k8s.apimachinery.pkg.api.resource.Quantity',
    { description: 'An amount, as a number with a suffix: 500m is a half, 1k is 1000, 1Ki is 1024.' },
    ['string', 'number'],
  ),
  intOrString: new NamedLeaf(
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    {
      description: 'An integer of 32 bits or a string.',
      format: 'int-or-string',
      'x-kubernetes-int-or-string': true,
    },
    ['integer', 'string'],
  ),
  json: anyValue('io.k8s.apimachinery.pkg.runtime.RawExtension', 'Any JSON, kept as it is.'),
};
const anything = anyValue(
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
  'Any JSON value: an object, a list, a string, a number or a boolean.',
);
const fieldsV1 = anyValue(
  `${META}.FieldsV1`,
  'A set of fields as a tree: f:NAME is a member, k:KEYS and v:VALUE are list items, . is the field itself.',
);

/**
 * The named shape of a field's scalar, or of its scalar items. FieldsV1 looks like any other JSON but has a shape of its
 * own; so has JSON that need not be an object.
 */
export function namedScalar(scalar: Exclude<ScalarName, PlainScalar>, { goType }: FieldDescription): NamedShape {
  if (goType === 'v1.FieldsV1') return fieldsV1;
  return goType?.endsWith('.JSON') ? anything : namedScalars[scalar];
}

export function isPlain(scalar: ScalarName): scalar is PlainScalar {
  return Object.hasOwn(plainScalars, scalar);
}
