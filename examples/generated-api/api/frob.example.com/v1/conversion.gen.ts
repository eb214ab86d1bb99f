// Made by 'pinnace gen conversion'. Change the types, not this.
import { complete, type ConversionScope, type Scheme } from 'pinnace/api';
import { internal as internalTypes } from '../internal/schema.gen.ts';
import type * as internal from '../internal/types.ts';
import { v1 as v1Types } from './schema.gen.ts';
import type * as v1 from './types.ts';

/** Carries over what v1 and internal have alike of a Frobber. */
export function autoConvertV1FrobberToInternalFrobber(source: v1.Frobber, _scope: ConversionScope): internal.Frobber {
  return complete<internal.Frobber>({
    apiVersion: source.apiVersion,
    kind: source.kind,
    metadata: source.metadata,
    spec: source.spec,
    status: source.status,
  });
}

export function convertV1FrobberToInternalFrobber(source: v1.Frobber, scope: ConversionScope): internal.Frobber {
  return autoConvertV1FrobberToInternalFrobber(source, scope);
}

/** Carries over what v1 and internal have alike of a FrobberSpec. */
export function autoConvertV1FrobberSpecToInternalFrobberSpec(source: v1.FrobberSpec, _scope: ConversionScope): internal.FrobberSpec {
  return complete<internal.FrobberSpec>({
    size: source.size,
    color: source.color,
    gears: source.gears,
  });
}

export function convertV1FrobberSpecToInternalFrobberSpec(source: v1.FrobberSpec, scope: ConversionScope): internal.FrobberSpec {
  return autoConvertV1FrobberSpecToInternalFrobberSpec(source, scope);
}

/** Carries over what v1 and internal have alike of a Size. */
export function autoConvertV1SizeToInternalSize(source: v1.Size, _scope: ConversionScope): internal.Size {
  return complete<internal.Size>({
    height: source.height,
    width: source.width,
  });
}

export function convertV1SizeToInternalSize(source: v1.Size, scope: ConversionScope): internal.Size {
  return autoConvertV1SizeToInternalSize(source, scope);
}

/** Carries over what v1 and internal have alike of a Gear. */
export function autoConvertV1GearToInternalGear(source: v1.Gear, _scope: ConversionScope): internal.Gear {
  return complete<internal.Gear>({
    name: source.name,
    toothCount: source.toothCount,
  });
}

export function convertV1GearToInternalGear(source: v1.Gear, scope: ConversionScope): internal.Gear {
  return autoConvertV1GearToInternalGear(source, scope);
}

/** Carries over what v1 and internal have alike of a FrobberStatus. */
export function autoConvertV1FrobberStatusToInternalFrobberStatus(source: v1.FrobberStatus, _scope: ConversionScope): internal.FrobberStatus {
  return complete<internal.FrobberStatus>({
    observedGeneration: source.observedGeneration,
    conditions: source.conditions,
  });
}

export function convertV1FrobberStatusToInternalFrobberStatus(source: v1.FrobberStatus, scope: ConversionScope): internal.FrobberStatus {
  return autoConvertV1FrobberStatusToInternalFrobberStatus(source, scope);
}

/** Carries over what internal and v1 have alike of a Frobber. */
export function autoConvertInternalFrobberToV1Frobber(source: internal.Frobber, _scope: ConversionScope): v1.Frobber {
  return complete<v1.Frobber>({
    apiVersion: 'frob.example.com/v1',
    kind: 'Frobber',
    metadata: source.metadata,
    spec: source.spec,
    status: source.status,
  });
}

export function convertInternalFrobberToV1Frobber(source: internal.Frobber, scope: ConversionScope): v1.Frobber {
  return autoConvertInternalFrobberToV1Frobber(source, scope);
}

/** Carries over what internal and v1 have alike of a FrobberSpec. */
export function autoConvertInternalFrobberSpecToV1FrobberSpec(source: internal.FrobberSpec, _scope: ConversionScope): v1.FrobberSpec {
  return complete<v1.FrobberSpec>({
    size: source.size,
    color: source.color,
    gears: source.gears,
  });
}

export function convertInternalFrobberSpecToV1FrobberSpec(source: internal.FrobberSpec, scope: ConversionScope): v1.FrobberSpec {
  return autoConvertInternalFrobberSpecToV1FrobberSpec(source, scope);
}

/** Carries over what internal and v1 have alike of a Size. */
export function autoConvertInternalSizeToV1Size(source: internal.Size, _scope: ConversionScope): v1.Size {
  return complete<v1.Size>({
    height: source.height,
    width: source.width,
  });
}

export function convertInternalSizeToV1Size(source: internal.Size, scope: ConversionScope): v1.Size {
  return autoConvertInternalSizeToV1Size(source, scope);
}

/** Carries over what internal and v1 have alike of a Gear. */
export function autoConvertInternalGearToV1Gear(source: internal.Gear, _scope: ConversionScope): v1.Gear {
  return complete<v1.Gear>({
    name: source.name,
    toothCount: source.toothCount,
  });
}

export function convertInternalGearToV1Gear(source: internal.Gear, scope: ConversionScope): v1.Gear {
  return autoConvertInternalGearToV1Gear(source, scope);
}

/** Carries over what internal and v1 have alike of a FrobberStatus. */
export function autoConvertInternalFrobberStatusToV1FrobberStatus(source: internal.FrobberStatus, _scope: ConversionScope): v1.FrobberStatus {
  return complete<v1.FrobberStatus>({
    observedGeneration: source.observedGeneration,
    conditions: source.conditions,
  });
}

export function convertInternalFrobberStatusToV1FrobberStatus(source: internal.FrobberStatus, scope: ConversionScope): v1.FrobberStatus {
  return autoConvertInternalFrobberStatusToV1FrobberStatus(source, scope);
}

/** Adds the conversions to a scheme. */
export function registerConversions(scheme: Scheme): void {
  scheme.addGeneratedConversionFunc(v1Types.type('Frobber'), internalTypes.type('Frobber'), convertV1FrobberToInternalFrobber);
  scheme.addGeneratedConversionFunc(v1Types.type('FrobberSpec'), internalTypes.type('FrobberSpec'), convertV1FrobberSpecToInternalFrobberSpec);
  scheme.addGeneratedConversionFunc(v1Types.type('Size'), internalTypes.type('Size'), convertV1SizeToInternalSize);
  scheme.addGeneratedConversionFunc(v1Types.type('Gear'), internalTypes.type('Gear'), convertV1GearToInternalGear);
  scheme.addGeneratedConversionFunc(v1Types.type('FrobberStatus'), internalTypes.type('FrobberStatus'), convertV1FrobberStatusToInternalFrobberStatus);
  scheme.addGeneratedConversionFunc(internalTypes.type('Frobber'), v1Types.type('Frobber'), convertInternalFrobberToV1Frobber);
  scheme.addGeneratedConversionFunc(internalTypes.type('FrobberSpec'), v1Types.type('FrobberSpec'), convertInternalFrobberSpecToV1FrobberSpec);
  scheme.addGeneratedConversionFunc(internalTypes.type('Size'), v1Types.type('Size'), convertInternalSizeToV1Size);
  scheme.addGeneratedConversionFunc(internalTypes.type('Gear'), v1Types.type('Gear'), convertInternalGearToV1Gear);
  scheme.addGeneratedConversionFunc(internalTypes.type('FrobberStatus'), v1Types.type('FrobberStatus'), convertInternalFrobberStatusToV1FrobberStatus);
}
