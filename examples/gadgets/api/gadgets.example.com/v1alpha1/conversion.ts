import type { ConversionScope } from 'pinnace/api';
import type * as internal from '../internal/types.ts';
import {
  autoConvertInternalGadgetSpecToV1alpha1GadgetSpec,
  autoConvertV1alpha1GadgetSpecToInternalGadgetSpec,
} from './conversion.gen.ts';
import type * as v1alpha1 from './types.ts';

export function convertV1alpha1GadgetSpecToInternalGadgetSpec(
  spec: v1alpha1.GadgetSpec,
  scope: ConversionScope,
): internal.GadgetSpec {
  const [width = 1, height = 1] = (spec.size ?? '').split('x').map(Number);
  return {
    ...autoConvertV1alpha1GadgetSpecToInternalGadgetSpec(spec, scope),
    // Renamed.
    ...(spec.colour !== undefined && { color: spec.colour }),
    // Split.
    width,
    height,
    // Moved.
    ...(spec.owner !== undefined && { ownership: { owner: spec.owner } }),
  };
}

export function convertInternalGadgetSpecToV1alpha1GadgetSpec(
  spec: internal.GadgetSpec,
  scope: ConversionScope,
): v1alpha1.GadgetSpec {
  const { color, width, height, ownership } = spec;
  return {
    ...autoConvertInternalGadgetSpecToV1alpha1GadgetSpec(spec, scope),
    ...(color !== undefined && { colour: color }),
    size: `${width}x${height}`,
    ...(ownership !== undefined && { owner: ownership.owner }),
  };
}
