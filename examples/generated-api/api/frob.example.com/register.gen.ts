// Made by 'pinnace gen register'. Change the types, not this.
import { type Conversion, type Described, describeKind, type ResourceRules, Scheme, SchemeBuilder } from 'pinnace/api';
import { internal as internalTypes } from './internal/schema.gen.ts';
import { registerConversions as registerConversionsV1 } from './v1/conversion.gen.ts';
import { setObjectDefaultsFrobber as setObjectDefaultsFrobberV1 } from './v1/defaults.gen.ts';
import { v1 as v1Types } from './v1/schema.gen.ts';
import { registerConversions as registerConversionsV1beta1 } from './v1beta1/conversion.gen.ts';
import { setObjectDefaultsFrobber as setObjectDefaultsFrobberV1beta1 } from './v1beta1/defaults.gen.ts';
import { v1beta1 as v1beta1Types } from './v1beta1/schema.gen.ts';

/** The name of the group. */
export const groupName = 'frob.example.com';

const conversions = new Scheme();
registerConversionsV1(conversions);
registerConversionsV1beta1(conversions);

function conversionOf<From, To>(from: Described<From>, to: Described<To>): Conversion<From, To> {
  return { from, to, convert: (object) => conversions.convertStruct(object, { from, to }), faults: () => [], lost: [] };
}

/** Frobber with all its versions. */
export const frobberKind = describeKind({
  group: groupName,
  kind: 'Frobber',
  hub: internalTypes.type('Frobber'),
})
  .version('v1', {
    type: v1Types.type('Frobber'),
    default: setObjectDefaultsFrobberV1,
    toHub: conversionOf(v1Types.type('Frobber'), internalTypes.type('Frobber')),
    fromHub: conversionOf(internalTypes.type('Frobber'), v1Types.type('Frobber')),
  })
  .version('v1beta1', {
    type: v1beta1Types.type('Frobber'),
    default: setObjectDefaultsFrobberV1beta1,
    toHub: conversionOf(v1beta1Types.type('Frobber'), internalTypes.type('Frobber')),
    fromHub: conversionOf(internalTypes.type('Frobber'), v1beta1Types.type('Frobber')),
  })
  .storedAs('v1');

/** What a server needs to know besides: apiResource(frobberKind, frobberKindRules). */
export const frobberKindRules = {
  resource: 'frobbers',
  namespaced: true,
  shortNames: ['fr'],
  strategy: { tracksGeneration: true },
  subresources: [{ name: 'status' }],
  versions: {
    v1: {
      columns: [
        { name: 'Height', type: 'integer', jsonPath: '.spec.size.height' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    },
    v1beta1: {
      columns: [
        { name: 'Height', type: 'integer', jsonPath: '.spec.height' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    },
  },
  deprecated: { v1beta1: 'use frob.example.com/v1' },
} satisfies ResourceRules;

function addKinds(scheme: Scheme): void {
  scheme.addKind(frobberKind);
}

/** Collects what the group adds to a scheme; register more with it. */
export const localSchemeBuilder = new SchemeBuilder(addKinds, registerConversionsV1, registerConversionsV1beta1);

/** Adds the kinds of the group, their defaults and their conversions to a scheme. */
export const addToScheme = localSchemeBuilder.addToScheme;
