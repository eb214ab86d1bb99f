// Made by 'pinnace gen defaults'. Change the types, not this.
import type { Scheme } from 'pinnace/api';
import { v1 as v1Types } from './schema.gen.ts';
import type * as v1 from './types.ts';

/** Fills in what was left out of a Site. Changes what it is given. */
export function setObjectDefaultsSite(_object: v1.Site): void {
}

/** Adds the defaults to a scheme. */
export function registerDefaults(scheme: Scheme): void {
  scheme.addTypeDefaultingFunc(v1Types.type('Site'), setObjectDefaultsSite);
}
