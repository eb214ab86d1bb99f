// Made by 'pinnace gen defaults'. Change the types, not this.
import type { Scheme } from 'pinnace/api';
import { v1 as v1Types } from './schema.gen.ts';
import type * as v1 from './types.ts';

/** Fills in what was left out of a Gadget. Changes what it is given. */
export function setObjectDefaultsGadget(object: v1.Gadget): void {
  fillInGadget(object);
}

/** Adds the defaults to a scheme. */
export function registerDefaults(scheme: Scheme): void {
  scheme.addTypeDefaultingFunc(v1Types.type('Gadget'), setObjectDefaultsGadget);
}

function fillInGadget(value: v1.Gadget): void {
  if (value.spec) fillInGadgetSpec(value.spec);
}

function fillInGadgetSpec(value: v1.GadgetSpec): void {
  value.replicas ??= 1;
}
