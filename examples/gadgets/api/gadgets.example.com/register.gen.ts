// Made by 'pinnace gen register'. Change the types, not this.
import { type Conversion, type Described, describeKind, type ResourceRules, Scheme, SchemeBuilder } from 'pinnace/api';
import { internal as internalTypes } from './internal/schema.gen.ts';
import { registerConversions as registerConversionsV1 } from './v1/conversion.gen.ts';
import { setObjectDefaultsGadget as setObjectDefaultsGadgetV1 } from './v1/defaults.gen.ts';
import { v1 as v1Types } from './v1/schema.gen.ts';
import { registerConversions as registerConversionsV1alpha1 } from './v1alpha1/conversion.gen.ts';
import { setObjectDefaultsGadget as setObjectDefaultsGadgetV1alpha1 } from './v1alpha1/defaults.gen.ts';
import { v1alpha1 as v1alpha1Types } from './v1alpha1/schema.gen.ts';

/** The name of the group. */
export const groupName = 'gadgets.example.com';

const conversions = new Scheme();
registerConversionsV1(conversions);
registerConversionsV1alpha1(conversions);

function conversionOf<From, To>(from: Described<From>, to: Described<To>): Conversion<From, To> {
  return { from, to, convert: (object) => conversions.convertStruct(object, { from, to }), faults: () => [], lost: [] };
}

/** Gadget with all its versions. */
export const gadgetKind = describeKind({
  group: groupName,
  kind: 'Gadget',
  hub: internalTypes.type('Gadget'),
})
  .version('v1', {
    type: v1Types.type('Gadget'),
    default: setObjectDefaultsGadgetV1,
    toHub: conversionOf(v1Types.type('Gadget'), internalTypes.type('Gadget')),
    fromHub: conversionOf(internalTypes.type('Gadget'), v1Types.type('Gadget')),
  })
  .version('v1alpha1', {
    type: v1alpha1Types.type('Gadget'),
    default: setObjectDefaultsGadgetV1alpha1,
    toHub: conversionOf(v1alpha1Types.type('Gadget'), internalTypes.type('Gadget')),
    fromHub: conversionOf(internalTypes.type('Gadget'), v1alpha1Types.type('Gadget')),
  })
  .storedAs('v1');

/** What a server needs to know besides: apiResource(gadgetKind, gadgetKindRules). */
export const gadgetKindRules = {
  resource: 'gadgets',
  namespaced: true,
  shortNames: ['gd'],
  strategy: { tracksGeneration: true },
  subresources: [{ name: 'status' }],
  versions: {
    v1: {
      columns: [
        { name: 'Color', type: 'string', jsonPath: '.spec.color' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
      selectableFields: ['.spec.color'],
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
    v1alpha1: {
      columns: [
        { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
      selectableFields: ['.spec.colour'],
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
  },
  deprecated: { v1alpha1: 'gadgets.example.com/v1alpha1 Gadget is deprecated; use gadgets.example.com/v1 Gadget' },
} satisfies ResourceRules;

function addKinds(scheme: Scheme): void {
  scheme.addKind(gadgetKind);
}

/** Collects what the group adds to a scheme; register more with it. */
export const localSchemeBuilder = new SchemeBuilder(addKinds, registerConversionsV1, registerConversionsV1alpha1);

/** Adds the kinds of the group, their defaults and their conversions to a scheme. */
export const addToScheme = localSchemeBuilder.addToScheme;
