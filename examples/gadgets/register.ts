import { Scheme, SchemeBuilder, structConversion } from 'pinnace/api';
import { internal } from './internal/types.ts';
import { v1 } from './v1/types.ts';
import { registerConversions } from './v1alpha1/conversion.ts';
import { v1alpha1 } from './v1alpha1/types.ts';

export const group = 'gadgets.example.com';

function addKnownTypes(scheme: Scheme): void {
  scheme
    .addKnownTypes(`${group}/__internal`, internal.type('Gadget'))
    .addKnownTypes(`${group}/v1`, v1.type('Gadget'))
    .addKnownTypes(`${group}/v1alpha1`, v1alpha1.type('Gadget'))
    .setVersionPriority(`${group}/v1`, `${group}/v1alpha1`);
}

/** What a machine can write: v1 has the fields of the hub. */
function registerGenerated(scheme: Scheme): void {
  scheme
    .addGeneratedConversion(structConversion(v1.type('Gadget'), internal.type('Gadget'), {}))
    .addGeneratedConversion(structConversion(internal.type('Gadget'), v1.type('Gadget'), {}));
}

/** A default belongs into every version, or it means something else in each. */
function registerDefaults(scheme: Scheme): void {
  const oneReplica = (spec: { replicas?: number }): void => {
    spec.replicas ??= 1;
  };
  scheme
    .addTypeDefaultingFunc(v1.type('GadgetSpec'), oneReplica)
    .addTypeDefaultingFunc(v1alpha1.type('GadgetSpec'), oneReplica);
}

export const { addToScheme } = new SchemeBuilder(addKnownTypes, registerDefaults)
  .register(registerGenerated)
  .register(registerConversions);

export const scheme = new Scheme();
addToScheme(scheme);
scheme.check();
