import { dns1123SubdomainFaults, type FieldError, type FieldPath, fieldErrors } from '#meta';
import { validateBy } from '../field-validation.ts';
import {
  MAX_CONFIGURATIONS,
  validateConfiguration,
  validateSelector,
  validateToleration,
} from './device-validation.ts';
import { validateFullyQualifiedName, validateLabel, validateList } from './names.ts';
import type { Types } from './v1/types.gen.ts';

/** What a claim asks for. */

type OneRequest = Types['ExactDeviceRequest'];
type RequestedAmount = Pick<OneRequest, 'allocationMode' | 'count' | 'tolerations'>;
type DeviceRequest = Types['DeviceRequest'];
type DeviceConstraint = Types['DeviceConstraint'];
export type ClaimSpec = Types['ResourceClaimSpec'];

const MAX_REQUESTS = 32;
const MAX_CHOICES = 8;
const MAX_CONSTRAINTS = 32;
const modes = ['All', 'ExactCount'];

const requestsOf = ({ devices }: ClaimSpec): readonly DeviceRequest[] => devices?.requests ?? [];

export function defaultClaim(spec: ClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of requestsOf(spec)) {
    for (const one of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) defaultRequest(one);
  }
}

/** Fills in the number of devices, unless `amount` is false, and the operators of tolerations. */
export function defaultRequest(request: RequestedAmount, { amount = true }: { readonly amount?: boolean } = {}): void {
  if (amount && !request.allocationMode) request.allocationMode = 'ExactCount';
  if (amount && request.allocationMode === 'ExactCount' && !request.count) request.count = 1;
  for (const toleration of request.tolerations ?? []) {
    if (!toleration.operator) toleration.operator = 'Equal';
  }
}

export function validateClaim(field: FieldPath, spec: ClaimSpec): FieldError[] {
  const { constraints = [], config = [] } = spec.devices ?? {};
  const names = requestNames(spec);
  const devices = field.child('devices');
  return [
    ...validateList(devices.child('requests'), requestsOf(spec), {
      max: MAX_REQUESTS,
      each: validateRequest,
      key: ({ name = '' }) => name,
    }),
    ...validateList(devices.child('constraints'), constraints, {
      max: MAX_CONSTRAINTS,
      each: (constraint, own) => validateConstraint(own, constraint, names),
    }),
    ...validateList(devices.child('config'), config, {
      max: MAX_CONFIGURATIONS,
      each: (one, own) => [
        ...validateReferenceList(own.child('requests'), one.requests ?? [], names),
        ...validateConfiguration(own, one),
      ],
    }),
  ];
}

function validateRequest(request: DeviceRequest, field: FieldPath): FieldError[] {
  const { name = '', exactly, firstAvailable = [] } = request;
  const faults = validateLabel(field.child('name'), name);
  const one = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly === undefined && firstAvailable.length === 0) return [...faults, fieldErrors.required(field, one)];
  if (exactly === undefined) {
    const choices = validateList(field.child('firstAvailable'), firstAvailable, {
      max: MAX_CHOICES,
      each: (choice, own) => [
        ...validateLabel(own.child('name'), choice.name ?? ''),
        ...validateOneRequest(own, choice),
      ],
      key: (choice) => choice.name ?? '',
    });
    return [...faults, ...choices];
  }
  if (firstAvailable.length === 0) return [...faults, ...validateOneRequest(field.child('exactly'), exactly)];
  return [...faults, fieldErrors.invalid(field, null, `${one}, but multiple fields are set`)];
}

function validateOneRequest(field: FieldPath, request: OneRequest): FieldError[] {
  const { deviceClassName = '', selectors = [], tolerations = [] } = request;
  const className = field.child('deviceClassName');
  return [
    ...(deviceClassName === ''
      ? [fieldErrors.required(className)]
      : validateBy(className, deviceClassName, dns1123SubdomainFaults)),
    ...validateSelector(field.child('selectors'), selectors),
    ...validateCount(field, request),
    ...tolerations.flatMap((toleration, at) => validateToleration(field.child('tolerations').index(at), toleration)),
  ];
}

function validateCount(field: FieldPath, { allocationMode = '', count = 0 }: OneRequest): FieldError[] {
  if (!modes.includes(allocationMode)) {
    return [fieldErrors.notSupported(field.child('allocationMode'), allocationMode, modes)];
  }
  if (allocationMode === 'All') {
    const why = "must not be specified when allocationMode is 'All'";
    return count === 0 ? [] : [fieldErrors.invalid(field.child('count'), count, why)];
  }
  return count > 0 ? [] : [fieldErrors.invalid(field.child('count'), count, 'must be greater than zero')];
}

function validateConstraint(field: FieldPath, constraint: DeviceConstraint, names: RequestNames): FieldError[] {
  const { requests = [], matchAttribute: match, distinctAttribute: distinct } = constraint;
  const faults = validateReferenceList(field.child('requests'), requests, names);
  if (match !== undefined) return [...faults, ...validateFullyQualifiedName(field.child('matchAttribute'), match)];
  if (distinct !== undefined) {
    return [...faults, ...validateFullyQualifiedName(field.child('distinctAttribute'), distinct)];
  }
  // The words say more than is wrong, as on the real server.
  const why = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [...faults, fieldErrors.required(field, why)];
}

/** The choices of each request; none where it has no choices. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

export function requestNames(spec: ClaimSpec): RequestNames {
  return new Map(
    requestsOf(spec).map(({ name = '', firstAvailable = [] }) => [
      name,
      new Set(firstAvailable.map((choice) => choice.name ?? '')),
    ]),
  );
}

export function validateReferenceList(field: FieldPath, list: readonly string[], names: RequestNames): FieldError[] {
  return validateList(field, list, {
    max: MAX_REQUESTS,
    each: (name, own) => validateReference(own, name, names),
    key: (name) => name,
  });
}

/** The name of a request, or `REQUEST/CHOICE`. */
export function validateReference(field: FieldPath, name: string, names: RequestNames): FieldError[] {
  const why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const parts = name.split('/');
  if (parts.length > 2) return [fieldErrors.invalid(field, name, why)];
  const faults = parts.flatMap((part) => validateLabel(field, part));
  const [request = '', choice] = parts;
  const choices = names.get(request);
  const known = choices !== undefined && (choice === undefined || choices.has(choice));
  return known ? faults : [...faults, fieldErrors.invalid(field, name, why)];
}
