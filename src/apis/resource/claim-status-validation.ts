import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  interfaceAddressFaults,
  type JsonObject,
  sameJson,
} from '#meta';
import { validateConditions } from '../condition-validation.ts';
import { validateNodeSelector } from '../core/pod/affinity-validation.ts';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { type RequestNames, validateReference, validateReferenceList } from './claim-validation.ts';
import {
  MAX_CONFIGURATIONS,
  validateBinding,
  validateConfiguration,
  validateRawObject,
  validateToleration,
} from './device-validation.ts';
import { validateDriverName, validateLabel, validateList, validatePoolName } from './names.ts';
import type { Types } from './v1/types.gen.ts';
import { resourceV1 } from './v1/types.ts';

/** What a claim was given, and who uses it. */

type Consumer = Types['ResourceClaimConsumerReference'];
type Result = Types['DeviceRequestAllocationResult'];
/** Where a device is found. */
type DeviceName = Pick<Result, 'driver' | 'pool' | 'device' | 'shareID'>;
type Allocation = Types['AllocationResult'];
type DeviceStatus = Types['AllocatedDeviceStatus'];
export type ClaimStatus = Types['ResourceClaimStatus'];

const MAX_CONSUMERS = 256;
const MAX_RESULTS = 32;
const MAX_CONDITIONS = 8;
const MAX_DATA = 10 * 1024;
const MAX_IPS = 16;
const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;
const sources = ['FromClaim', 'FromClass'];

/** What tells one device from another. */
export const deviceIdentity = ({ driver = '', pool = '', device = '', shareID }: DeviceName): string =>
  [driver, pool, device, ...(shareID === undefined ? [] : [shareID])].join('/');

/** The same, as the real server shows it. */
const shownIdentity = ({ driver = '', pool = '', device = '', shareID = '' }: DeviceName): JsonObject => ({
  Driver: driver,
  Pool: pool,
  Device: device,
  ShareID: shareID,
});

const resultsOf = ({ allocation }: ClaimStatus): readonly Result[] => allocation?.devices?.results ?? [];

interface StatusChange {
  readonly live: ClaimStatus;
  readonly deleted: boolean;
  readonly names: RequestNames;
}

export function validateClaimStatus(field: FieldPath, status: ClaimStatus, change: StatusChange): FieldError[] {
  const { allocation, reservedFor = [], devices = [] } = status;
  const allocated = new Set(resultsOf(status).map(deviceIdentity));
  return [
    ...validateList(field.child('reservedFor'), reservedFor, {
      max: MAX_CONSUMERS,
      each: validateConsumer,
      key: ({ uid = '' }) => uid,
    }),
    ...validateList(field.child('devices'), devices, {
      each: (device, own) => validateDevice(own, device, allocated),
      key: shownIdentity,
    }),
    ...validateReservation(field.child('reservedFor'), status, change),
    ...(allocation === undefined ? [] : validateAllocation(field.child('allocation'), allocation, change)),
  ];
}

function validateConsumer(consumer: Consumer, field: FieldPath): FieldError[] {
  return (['resource', 'name', 'uid'] as const)
    .filter((part) => (consumer[part] ?? '') === '')
    .map((part) => fieldErrors.required(field.child(part)));
}

function validateReservation(field: FieldPath, status: ClaimStatus, { live, deleted }: StatusChange): FieldError[] {
  const { allocation, reservedFor = [] } = status;
  if (reservedFor.length === 0) return [];
  if (allocation === undefined) {
    return [fieldErrors.forbidden(field, 'may not be specified when `allocated` is not set')];
  }
  const before = live.reservedFor ?? [];
  if (!deleted || reservedFor.every((one) => before.some((other) => sameJson(one, other)))) return [];
  const why = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return [fieldErrors.forbidden(field, why)];
}

function validateAllocation(field: FieldPath, allocation: Allocation, { live, names }: StatusChange): FieldError[] {
  if (live.allocation !== undefined) {
    if (sameJson(allocation, live.allocation)) return [];
    const shown = goValue(resourceV1.type('AllocationResult'), allocation);
    return [fieldErrors.invalid(field, shown, 'field is immutable')];
  }
  const { results = [], config = [] } = allocation.devices ?? {};
  const devices = field.child('devices');
  const selector = allocation.nodeSelector;
  return [
    ...validateList(devices.child('results'), results, {
      max: MAX_RESULTS,
      each: (result, own) => validateResult(own, result, names),
    }),
    ...validateList(devices.child('config'), config, {
      // Those of the class and those of the claim.
      max: 2 * MAX_CONFIGURATIONS,
      each: (one, own) => [
        ...validateSource(own.child('source'), one.source ?? ''),
        ...validateReferenceList(own.child('requests'), one.requests ?? [], names),
        ...validateConfiguration(own, one),
      ],
    }),
    ...(selector === undefined ? [] : validateNodeSelector(selector, field.child('nodeSelector'))),
  ];
}

function validateSource(field: FieldPath, source: string): FieldError[] {
  if (source === '') return [fieldErrors.required(field)];
  return sources.includes(source) ? [] : [fieldErrors.notSupported(field, source, sources)];
}

function validateResult(field: FieldPath, result: Result, names: RequestNames): FieldError[] {
  const { request = '', tolerations = [] } = result;
  return [
    ...validateReference(field.child('request'), request, names),
    ...validateDeviceName(field, result),
    ...validateBinding(field, result),
    ...tolerations.flatMap((toleration, at) => validateToleration(field.child('tolerations').index(at), toleration)),
    ...validateShare(field, result),
  ];
}

function validateDeviceName(field: FieldPath, { driver = '', pool = '', device = '' }: DeviceName): FieldError[] {
  return [
    ...validateDriverName(field.child('driver'), driver),
    ...validatePoolName(field.child('pool'), pool),
    ...validateLabel(field.child('device'), device),
  ];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function validateShare(field: FieldPath, { shareID: id }: DeviceName): FieldError[] {
  if (id === undefined || uuid.test(id)) return [];
  const why = uuid.test(id.toLowerCase())
    ? 'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters'
    : `error validating uid: invalid UUID length: ${byteLength(id)}`;
  return [fieldErrors.invalid(field.child('shareID'), id, why)];
}

/** As messages show the Go struct. */
function validateDevice(field: FieldPath, device: DeviceStatus, allocated: ReadonlySet<string>): FieldError[] {
  const conditions = device.conditions ?? [];
  const own = field.child('conditions');
  const unknown = allocated.has(deviceIdentity(device))
    ? []
    : [fieldErrors.invalid(field, shownIdentity(device), 'must be an allocated device in the claim')];
  return [
    ...validateDeviceName(field, device),
    ...validateShare(field, device),
    ...unknown,
    ...(conditions.length > MAX_CONDITIONS ? [fieldErrors.tooMany(own, conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, own),
    ...(device.data === undefined ? [] : validateRawObject(field.child('data'), device.data, MAX_DATA)),
    ...validateNetwork(field.child('networkData'), device.networkData ?? {}),
  ];
}

function validateNetwork(field: FieldPath, data: NonNullable<DeviceStatus['networkData']>): FieldError[] {
  const { interfaceName = '', ips = [], hardwareAddress = '' } = data;
  const long = (part: string, value: string, max: number): FieldError[] =>
    byteLength(value) > max ? [fieldErrors.tooLong(field.child(part), max)] : [];
  return [
    ...long('interfaceName', interfaceName, MAX_INTERFACE_NAME),
    ...long('hardwareAddress', hardwareAddress, MAX_HARDWARE_ADDRESS),
    ...validateList(field.child('ips'), ips, {
      max: MAX_IPS,
      each: (address, own) => validateBy(own, address, interfaceAddressFaults),
      key: (address) => address,
    }),
  ];
}

/** What drivers told of devices goes with the devices. */
export function dropDeallocated(status: ClaimStatus, live: ClaimStatus): void {
  const kept = new Set(resultsOf(status).map(deviceIdentity));
  const gone = new Set(
    resultsOf(live)
      .map(deviceIdentity)
      .filter((device) => !kept.has(device)),
  );
  const devices = (status.devices ?? []).filter((device) => !gone.has(deviceIdentity(device)));
  if (devices.length === 0) delete status.devices;
  else status.devices = devices;
}
