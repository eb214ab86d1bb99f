// Made by 'pinnace gen conversion'. Change the types, not this.
import { complete, type ConversionScope, type Scheme } from 'pinnace/api';
import { internal as internalTypes } from '../internal/schema.gen.ts';
import type * as internal from '../internal/types.ts';
import {
  convertInternalFrobberSpecToV1beta1FrobberSpec,
  convertInternalGearToV1beta1Gear,
  convertV1beta1FrobberSpecToInternalFrobberSpec,
  convertV1beta1GearToInternalGear,
} from './conversion.ts';
import { v1beta1 as v1beta1Types } from './schema.gen.ts';
import type * as v1beta1 from './types.ts';

/** Carries over what v1beta1 and internal have alike of a Frobber. */
export function autoConvertV1beta1FrobberToInternalFrobber(source: v1beta1.Frobber, scope: ConversionScope): internal.Frobber {
  return complete<internal.Frobber>({
    apiVersion: source.apiVersion,
    kind: source.kind,
    metadata: source.metadata,
    spec: convertV1beta1FrobberSpecToInternalFrobberSpec(source.spec, scope),
    status: source.status,
  });
}

export function convertV1beta1FrobberToInternalFrobber(source: v1beta1.Frobber, scope: ConversionScope): internal.Frobber {
  return autoConvertV1beta1FrobberToInternalFrobber(source, scope);
}

/** Carries over what v1beta1 and internal have alike of a FrobberSpec. */
export function autoConvertV1beta1FrobberSpecToInternalFrobberSpec(source: v1beta1.FrobberSpec, scope: ConversionScope): Omit<internal.FrobberSpec, 'size'> {
  return complete<Omit<internal.FrobberSpec, 'size'>>({
    color: source.color,
    gears: source.gears?.map((item) => convertV1beta1GearToInternalGear(item, scope)),
  });
}

/** Carries over what v1beta1 and internal have alike of a Gear. */
export function autoConvertV1beta1GearToInternalGear(source: v1beta1.Gear, _scope: ConversionScope): Omit<internal.Gear, 'toothCount'> {
  return complete<Omit<internal.Gear, 'toothCount'>>({
    name: source.name,
  });
}

/** Carries over what v1beta1 and internal have alike of a FrobberStatus. */
export function autoConvertV1beta1FrobberStatusToInternalFrobberStatus(source: v1beta1.FrobberStatus, _scope: ConversionScope): internal.FrobberStatus {
  return complete<internal.FrobberStatus>({
    observedGeneration: source.observedGeneration,
    conditions: source.conditions,
  });
}

export function convertV1beta1FrobberStatusToInternalFrobberStatus(source: v1beta1.FrobberStatus, scope: ConversionScope): internal.FrobberStatus {
  return autoConvertV1beta1FrobberStatusToInternalFrobberStatus(source, scope);
}

/** Carries over what internal and v1beta1 have alike of a Frobber. */
export function autoConvertInternalFrobberToV1beta1Frobber(source: internal.Frobber, scope: ConversionScope): v1beta1.Frobber {
  return complete<v1beta1.Frobber>({
    apiVersion: 'frob.example.com/v1beta1',
    kind: 'Frobber',
    metadata: source.metadata,
    spec: convertInternalFrobberSpecToV1beta1FrobberSpec(source.spec, scope),
    status: source.status,
  });
}

export function convertInternalFrobberToV1beta1Frobber(source: internal.Frobber, scope: ConversionScope): v1beta1.Frobber {
  return autoConvertInternalFrobberToV1beta1Frobber(source, scope);
}

/** Carries over what internal and v1beta1 have alike of a FrobberSpec. */
export function autoConvertInternalFrobberSpecToV1beta1FrobberSpec(source: internal.FrobberSpec, scope: ConversionScope): Omit<v1beta1.FrobberSpec, 'height' | 'width'> {
  return complete<Omit<v1beta1.FrobberSpec, 'height' | 'width'>>({
    color: source.color,
    gears: source.gears?.map((item) => convertInternalGearToV1beta1Gear(item, scope)),
  });
}

/** Carries over what internal and v1beta1 have alike of a Gear. */
export function autoConvertInternalGearToV1beta1Gear(source: internal.Gear, _scope: ConversionScope): Omit<v1beta1.Gear, 'teeth'> {
  return complete<Omit<v1beta1.Gear, 'teeth'>>({
    name: source.name,
  });
}

/** Carries over what internal and v1beta1 have alike of a FrobberStatus. */
export function autoConvertInternalFrobberStatusToV1beta1FrobberStatus(source: internal.FrobberStatus, _scope: ConversionScope): v1beta1.FrobberStatus {
  return complete<v1beta1.FrobberStatus>({
    observedGeneration: source.observedGeneration,
    conditions: source.conditions,
  });
}

export function convertInternalFrobberStatusToV1beta1FrobberStatus(source: internal.FrobberStatus, scope: ConversionScope): v1beta1.FrobberStatus {
  return autoConvertInternalFrobberStatusToV1beta1FrobberStatus(source, scope);
}

/** Adds the conversions to a scheme. */
export function registerConversions(scheme: Scheme): void {
  scheme.addGeneratedConversionFunc(v1beta1Types.type('Frobber'), internalTypes.type('Frobber'), convertV1beta1FrobberToInternalFrobber);
  scheme.addConversionFunc(v1beta1Types.type('FrobberSpec'), internalTypes.type('FrobberSpec'), convertV1beta1FrobberSpecToInternalFrobberSpec);
  scheme.addConversionFunc(v1beta1Types.type('Gear'), internalTypes.type('Gear'), convertV1beta1GearToInternalGear);
  scheme.addGeneratedConversionFunc(v1beta1Types.type('FrobberStatus'), internalTypes.type('FrobberStatus'), convertV1beta1FrobberStatusToInternalFrobberStatus);
  scheme.addGeneratedConversionFunc(internalTypes.type('Frobber'), v1beta1Types.type('Frobber'), convertInternalFrobberToV1beta1Frobber);
  scheme.addConversionFunc(internalTypes.type('FrobberSpec'), v1beta1Types.type('FrobberSpec'), convertInternalFrobberSpecToV1beta1FrobberSpec);
  scheme.addConversionFunc(internalTypes.type('Gear'), v1beta1Types.type('Gear'), convertInternalGearToV1beta1Gear);
  scheme.addGeneratedConversionFunc(internalTypes.type('FrobberStatus'), v1beta1Types.type('FrobberStatus'), convertInternalFrobberStatusToV1beta1FrobberStatus);
}
