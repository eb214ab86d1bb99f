// Made by 'pinnace gen conversion'. Change the types, not this.
import { complete, type ConversionScope, type Scheme } from 'pinnace/api';
import { internal as internalTypes } from '../internal/schema.gen.ts';
import type * as internal from '../internal/types.ts';
import { v1 as v1Types } from './schema.gen.ts';
import type * as v1 from './types.ts';

/** Carries over what v1 and internal have alike of a Gadget. */
export function autoConvertV1GadgetToInternalGadget(source: v1.Gadget, _scope: ConversionScope): internal.Gadget {
  return complete<internal.Gadget>({
    apiVersion: source.apiVersion,
    kind: source.kind,
    metadata: source.metadata,
    spec: source.spec,
    status: source.status,
  });
}

export function convertV1GadgetToInternalGadget(source: v1.Gadget, scope: ConversionScope): internal.Gadget {
  return autoConvertV1GadgetToInternalGadget(source, scope);
}

/** Carries over what v1 and internal have alike of a GadgetSpec. */
export function autoConvertV1GadgetSpecToInternalGadgetSpec(source: v1.GadgetSpec, _scope: ConversionScope): internal.GadgetSpec {
  return complete<internal.GadgetSpec>({
    color: source.color,
    width: source.width,
    height: source.height,
    replicas: source.replicas,
    ownership: source.ownership,
  });
}

export function convertV1GadgetSpecToInternalGadgetSpec(source: v1.GadgetSpec, scope: ConversionScope): internal.GadgetSpec {
  return autoConvertV1GadgetSpecToInternalGadgetSpec(source, scope);
}

/** Carries over what v1 and internal have alike of a Ownership. */
export function autoConvertV1OwnershipToInternalOwnership(source: v1.Ownership, _scope: ConversionScope): internal.Ownership {
  return complete<internal.Ownership>({
    owner: source.owner,
  });
}

export function convertV1OwnershipToInternalOwnership(source: v1.Ownership, scope: ConversionScope): internal.Ownership {
  return autoConvertV1OwnershipToInternalOwnership(source, scope);
}

/** Carries over what v1 and internal have alike of a GadgetStatus. */
export function autoConvertV1GadgetStatusToInternalGadgetStatus(source: v1.GadgetStatus, _scope: ConversionScope): internal.GadgetStatus {
  return complete<internal.GadgetStatus>({
    replicas: source.replicas,
    phase: source.phase,
  });
}

export function convertV1GadgetStatusToInternalGadgetStatus(source: v1.GadgetStatus, scope: ConversionScope): internal.GadgetStatus {
  return autoConvertV1GadgetStatusToInternalGadgetStatus(source, scope);
}

/** Carries over what internal and v1 have alike of a Gadget. */
export function autoConvertInternalGadgetToV1Gadget(source: internal.Gadget, _scope: ConversionScope): v1.Gadget {
  return complete<v1.Gadget>({
    apiVersion: 'gadgets.example.com/v1',
    kind: 'Gadget',
    metadata: source.metadata,
    spec: source.spec,
    status: source.status,
  });
}

export function convertInternalGadgetToV1Gadget(source: internal.Gadget, scope: ConversionScope): v1.Gadget {
  return autoConvertInternalGadgetToV1Gadget(source, scope);
}

/** Carries over what internal and v1 have alike of a GadgetSpec. */
export function autoConvertInternalGadgetSpecToV1GadgetSpec(source: internal.GadgetSpec, _scope: ConversionScope): v1.GadgetSpec {
  return complete<v1.GadgetSpec>({
    color: source.color,
    width: source.width,
    height: source.height,
    replicas: source.replicas,
    ownership: source.ownership,
  });
}

export function convertInternalGadgetSpecToV1GadgetSpec(source: internal.GadgetSpec, scope: ConversionScope): v1.GadgetSpec {
  return autoConvertInternalGadgetSpecToV1GadgetSpec(source, scope);
}

/** Carries over what internal and v1 have alike of a Ownership. */
export function autoConvertInternalOwnershipToV1Ownership(source: internal.Ownership, _scope: ConversionScope): v1.Ownership {
  return complete<v1.Ownership>({
    owner: source.owner,
  });
}

export function convertInternalOwnershipToV1Ownership(source: internal.Ownership, scope: ConversionScope): v1.Ownership {
  return autoConvertInternalOwnershipToV1Ownership(source, scope);
}

/** Carries over what internal and v1 have alike of a GadgetStatus. */
export function autoConvertInternalGadgetStatusToV1GadgetStatus(source: internal.GadgetStatus, _scope: ConversionScope): v1.GadgetStatus {
  return complete<v1.GadgetStatus>({
    replicas: source.replicas,
    phase: source.phase,
  });
}

export function convertInternalGadgetStatusToV1GadgetStatus(source: internal.GadgetStatus, scope: ConversionScope): v1.GadgetStatus {
  return autoConvertInternalGadgetStatusToV1GadgetStatus(source, scope);
}

/** Adds the conversions to a scheme. */
export function registerConversions(scheme: Scheme): void {
  scheme.addGeneratedConversionFunc(v1Types.type('Gadget'), internalTypes.type('Gadget'), convertV1GadgetToInternalGadget);
  scheme.addGeneratedConversionFunc(v1Types.type('GadgetSpec'), internalTypes.type('GadgetSpec'), convertV1GadgetSpecToInternalGadgetSpec);
  scheme.addGeneratedConversionFunc(v1Types.type('Ownership'), internalTypes.type('Ownership'), convertV1OwnershipToInternalOwnership);
  scheme.addGeneratedConversionFunc(v1Types.type('GadgetStatus'), internalTypes.type('GadgetStatus'), convertV1GadgetStatusToInternalGadgetStatus);
  scheme.addGeneratedConversionFunc(internalTypes.type('Gadget'), v1Types.type('Gadget'), convertInternalGadgetToV1Gadget);
  scheme.addGeneratedConversionFunc(internalTypes.type('GadgetSpec'), v1Types.type('GadgetSpec'), convertInternalGadgetSpecToV1GadgetSpec);
  scheme.addGeneratedConversionFunc(internalTypes.type('Ownership'), v1Types.type('Ownership'), convertInternalOwnershipToV1Ownership);
  scheme.addGeneratedConversionFunc(internalTypes.type('GadgetStatus'), v1Types.type('GadgetStatus'), convertInternalGadgetStatusToV1GadgetStatus);
}
