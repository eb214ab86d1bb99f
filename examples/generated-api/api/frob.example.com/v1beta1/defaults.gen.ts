// Made by 'pinnace gen defaults'. Change the types, not this.
import type { Scheme } from 'pinnace/api';
import { v1beta1 as v1beta1Types } from './schema.gen.ts';
import type * as v1beta1 from './types.ts';

/** Fills in what was left out of a Frobber. Changes what it is given. */
export function setObjectDefaultsFrobber(object: v1beta1.Frobber): void {
  fillInFrobber(object);
}

/** Adds the defaults to a scheme. */
export function registerDefaults(scheme: Scheme): void {
  scheme.addTypeDefaultingFunc(v1beta1Types.type('Frobber'), setObjectDefaultsFrobber);
}

function fillInFrobber(value: v1beta1.Frobber): void {
  if (value.spec) fillInFrobberSpec(value.spec);
}

function fillInFrobberSpec(value: v1beta1.FrobberSpec): void {
  value.color ??= 'blue';
}
