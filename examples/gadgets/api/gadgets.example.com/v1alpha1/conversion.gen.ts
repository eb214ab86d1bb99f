// Made by 'pinnace gen conversion'. Change the types, not this.
import { complete, type ConversionScope, type Scheme } from 'pinnace/api';
import { internal as internalTypes } from '../internal/schema.gen.ts';
import type * as internal from '../internal/types.ts';
import {
  convertInternalGadgetSpecToV1alpha1GadgetSpec,
  convertV1alpha1GadgetSpecToInternalGadgetSpec,
} from './conversion.ts';
import { v1alpha1 as v1alpha1Types } from './schema.gen.ts';
import type * as v1alpha1 from './types.ts';

/** Carries over what v1alpha1 and internal have alike of a Gadget. */
export function autoConvertV1alpha1GadgetToInternalGadget(source: v1alpha1.Gadget, scope: ConversionScope): internal.Gadget {
  return complete<internal.Gadget>({
    apiVersion: source.apiVersion,
    kind: source.kind,
    metadata: source.metadata,
    spec: convertV1alpha1GadgetSpecToInternalGadgetSpec(source.spec, scope),
    status: source.status,
  });
}

export function convertV1alpha1GadgetToInternalGadget(source: v1alpha1.Gadget, scope: ConversionScope): internal.Gadget {
  return autoConvertV1alpha1GadgetToInternalGadget(source, scope);
}

/** Carries over what v1alpha1 and internal have alike of a GadgetSpec. */
export function autoConvertV1alpha1GadgetSpecToInternalGadgetSpec(source: v1alpha1.GadgetSpec, _scope: ConversionScope): Omit<internal.GadgetSpec, 'color' | 'width' | 'height' | 'ownership'> {
  return complete<Omit<internal.GadgetSpec, 'color' | 'width' | 'height' | 'ownership'>>({
    replicas: source.replicas,
  });
}

/** Carries over what v1alpha1 and internal have alike of a GadgetStatus. */
export function autoConvertV1alpha1GadgetStatusToInternalGadgetStatus(source: v1alpha1.GadgetStatus, _scope: ConversionScope): internal.GadgetStatus {
  return complete<internal.GadgetStatus>({
    replicas: source.replicas,
    phase: source.phase,
  });
}

export function convertV1alpha1GadgetStatusToInternalGadgetStatus(source: v1alpha1.GadgetStatus, scope: ConversionScope): internal.GadgetStatus {
  return autoConvertV1alpha1GadgetStatusToInternalGadgetStatus(source, scope);
}

/** Carries over what internal and v1alpha1 have alike of a Gadget. */
export function autoConvertInternalGadgetToV1alpha1Gadget(source: internal.Gadget, scope: ConversionScope): v1alpha1.Gadget {
  return complete<v1alpha1.Gadget>({
    apiVersion: 'gadgets.example.com/v1alpha1',
    kind: 'Gadget',
    metadata: source.metadata,
    spec: convertInternalGadgetSpecToV1alpha1GadgetSpec(source.spec, scope),
    status: source.status,
  });
}

export function convertInternalGadgetToV1alpha1Gadget(source: internal.Gadget, scope: ConversionScope): v1alpha1.Gadget {
  return autoConvertInternalGadgetToV1alpha1Gadget(source, scope);
}

/** Carries over what internal and v1alpha1 have alike of a GadgetSpec. */
export function autoConvertInternalGadgetSpecToV1alpha1GadgetSpec(source: internal.GadgetSpec, _scope: ConversionScope): Omit<v1alpha1.GadgetSpec, 'colour' | 'size' | 'owner'> {
  return complete<Omit<v1alpha1.GadgetSpec, 'colour' | 'size' | 'owner'>>({
    replicas: source.replicas,
  });
}

/** Carries over what internal and v1alpha1 have alike of a GadgetStatus. */
export function autoConvertInternalGadgetStatusToV1alpha1GadgetStatus(source: internal.GadgetStatus, _scope: ConversionScope): v1alpha1.GadgetStatus {
  return complete<v1alpha1.GadgetStatus>({
    replicas: source.replicas,
    phase: source.phase,
  });
}

export function convertInternalGadgetStatusToV1alpha1GadgetStatus(source: internal.GadgetStatus, scope: ConversionScope): v1alpha1.GadgetStatus {
  return autoConvertInternalGadgetStatusToV1alpha1GadgetStatus(source, scope);
}

/** Adds the conversions to a scheme. */
export function registerConversions(scheme: Scheme): void {
  scheme.addGeneratedConversionFunc(v1alpha1Types.type('Gadget'), internalTypes.type('Gadget'), convertV1alpha1GadgetToInternalGadget);
  scheme.addConversionFunc(v1alpha1Types.type('GadgetSpec'), internalTypes.type('GadgetSpec'), convertV1alpha1GadgetSpecToInternalGadgetSpec);
  scheme.addGeneratedConversionFunc(v1alpha1Types.type('GadgetStatus'), internalTypes.type('GadgetStatus'), convertV1alpha1GadgetStatusToInternalGadgetStatus);
  scheme.addGeneratedConversionFunc(internalTypes.type('Gadget'), v1alpha1Types.type('Gadget'), convertInternalGadgetToV1alpha1Gadget);
  scheme.addConversionFunc(internalTypes.type('GadgetSpec'), v1alpha1Types.type('GadgetSpec'), convertInternalGadgetSpecToV1alpha1GadgetSpec);
  scheme.addGeneratedConversionFunc(internalTypes.type('GadgetStatus'), v1alpha1Types.type('GadgetStatus'), convertInternalGadgetStatusToV1alpha1GadgetStatus);
}
