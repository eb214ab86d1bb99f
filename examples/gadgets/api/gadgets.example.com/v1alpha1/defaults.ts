import type { GadgetSpec } from './types.ts';

/** A tag has one value; this one is made. */
export function setDefaultsGadgetSpec(spec: GadgetSpec): void {
  spec.size ??= '1x1';
}
