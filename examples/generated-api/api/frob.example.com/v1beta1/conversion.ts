import type { ConversionScope } from 'pinnace/api';
import type * as internal from '../internal/types.ts';
import {
  autoConvertInternalFrobberSpecToV1beta1FrobberSpec,
  autoConvertInternalGearToV1beta1Gear,
  autoConvertV1beta1FrobberSpecToInternalFrobberSpec,
  autoConvertV1beta1GearToInternalGear,
} from './conversion.gen.ts';
import type * as v1beta1 from './types.ts';

// The size stood in the spec itself.
export function convertV1beta1FrobberSpecToInternalFrobberSpec(
  spec: v1beta1.FrobberSpec,
  scope: ConversionScope,
): internal.FrobberSpec {
  const { height, width } = spec;
  return { ...autoConvertV1beta1FrobberSpecToInternalFrobberSpec(spec, scope), size: { height, width } };
}

export function convertInternalFrobberSpecToV1beta1FrobberSpec(
  spec: internal.FrobberSpec,
  scope: ConversionScope,
): v1beta1.FrobberSpec {
  return { ...autoConvertInternalFrobberSpecToV1beta1FrobberSpec(spec, scope), ...spec.size };
}

// Teeth were called teeth.
export function convertV1beta1GearToInternalGear(gear: v1beta1.Gear, scope: ConversionScope): internal.Gear {
  return { ...autoConvertV1beta1GearToInternalGear(gear, scope), toothCount: gear.teeth };
}

export function convertInternalGearToV1beta1Gear(gear: internal.Gear, scope: ConversionScope): v1beta1.Gear {
  return { ...autoConvertInternalGearToV1beta1Gear(gear, scope), teeth: gear.toothCount };
}
