import type { JsonObject, KubeObject } from '#meta';
import {
  type ClaimSpec,
  type DeviceRequest,
  defaultRequest,
  type OneRequest,
  type SubRequest,
} from '../claim-rules.ts';
import type { Device, SliceSpec } from '../slice-rules.ts';

/** A request that is no list of choices holds itself what v1 has under `exactly`. */
interface BetaRequest extends OneRequest {
  name?: string;
  firstAvailable?: SubRequest[];
}
export interface BetaClaimSpec extends JsonObject {
  devices?: JsonObject & { requests?: BetaRequest[] | null };
}
interface BetaDevice extends JsonObject {
  name?: string;
  basic?: Device;
}
interface BetaSliceSpec extends JsonObject {
  nodeName?: string;
  allNodes?: boolean;
  devices?: BetaDevice[];
}

const hubApiVersion = 'resource.k8s.io/v1';
const betaApiVersion = 'resource.k8s.io/v1beta1';

export function defaultClaim({ devices }: BetaClaimSpec): void {
  for (const request of devices?.requests ?? []) {
    // Without a class it is a list of choices, or wrong: it is not to look like both.
    defaultRequest(request, { amount: Boolean(request.deviceClassName) });
    for (const choice of request.firstAvailable ?? []) defaultRequest(choice);
  }
}

export function claimToHub({ devices, ...rest }: BetaClaimSpec): ClaimSpec {
  if (devices === undefined) return rest;
  const { requests, ...others } = devices;
  return { ...rest, devices: { ...others, requests: requests?.map(requestToHub) ?? null } };
}

export function claimFromHub({ devices, ...rest }: ClaimSpec): BetaClaimSpec {
  if (devices === undefined) return rest;
  const { requests, ...others } = devices;
  return { ...rest, devices: { ...others, requests: requests?.map(requestFromHub) ?? null } };
}

function requestToHub({ name = '', firstAvailable, ...own }: BetaRequest): DeviceRequest {
  const isExact = Object.values(own).some((value) => value !== undefined && value !== '' && value !== 0);
  return { name, ...(isExact ? { exactly: own } : {}), ...(firstAvailable === undefined ? {} : { firstAvailable }) };
}

function requestFromHub({ name = '', exactly, firstAvailable }: DeviceRequest): BetaRequest {
  return { name, ...exactly, ...(firstAvailable === undefined ? {} : { firstAvailable }) };
}

export function sliceToHub(slice: KubeObject): KubeObject {
  return inHub(slice, (spec: BetaSliceSpec): SliceSpec => {
    const { nodeName, allNodes, devices, ...rest } = spec;
    return {
      ...rest,
      // What v1 can leave unset can only be empty here.
      ...(nodeName ? { nodeName } : {}),
      ...(allNodes ? { allNodes } : {}),
      ...(devices === undefined ? {} : { devices: devices.map(({ name = '', basic }) => ({ name, ...basic })) }),
    };
  });
}

export function sliceFromHub(slice: KubeObject): KubeObject {
  return inBeta(
    slice,
    ({ devices, ...rest }: SliceSpec): BetaSliceSpec => ({
      ...rest,
      ...(devices === undefined ? {} : { devices: devices.map(({ name = '', ...basic }) => ({ name, basic })) }),
    }),
  );
}

type ChangeSpec = (spec: JsonObject) => JsonObject;
export const inHub = (object: KubeObject, change: ChangeSpec): KubeObject => inVersion(object, hubApiVersion, change);
export const inBeta = (object: KubeObject, change: ChangeSpec): KubeObject => inVersion(object, betaApiVersion, change);

function inVersion(object: KubeObject, apiVersion: string, change: ChangeSpec): KubeObject {
  const spec = object.spec as JsonObject | undefined;
  return { ...object, apiVersion, ...(spec === undefined ? {} : { spec: change(spec) }) };
}
