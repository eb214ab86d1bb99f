import {
  byteLength,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  path,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import type { Container, ContainerStatus, PodSpec, PodStatus, Types } from '../v1/types.gen.ts';

/** What a pod's status says about the devices that the pod was given. */

const status = path('status');

export function validateClaimStatus({ resourceClaimStatuses = [] }: PodStatus, spec: PodSpec): FieldError[] {
  const seen = new Set<string>();
  return resourceClaimStatuses.flatMap(({ name = '', resourceClaimName }, at) => {
    const here = status.child('resourceClaimStatuses').index(at);
    const known = (spec.resourceClaims ?? []).some((claim) => claim.name === name);
    const again = seen.has(name) ? [fieldErrors.duplicate(here.child('name'), name)] : [];
    seen.add(name);
    return [
      ...(known
        ? []
        : [fieldErrors.invalid(here.child('name'), name, 'must match the name of an entry in `spec.resourceClaims`')]),
      ...again,
      ...(resourceClaimName === undefined
        ? []
        : validateBy(here.child('resourceClaimName'), resourceClaimName, dns1123SubdomainFaults)),
    ];
  });
}

type RequestMapping = Types['ContainerExtendedResourceRequest'];

export function validateExtendedClaim({ extendedResourceClaimStatus }: PodStatus, spec: PodSpec): FieldError[] {
  if (extendedResourceClaimStatus === undefined) return [];
  const field = status.child('extendedResourceClaimStatus');
  const { requestMappings, resourceClaimName = '' } = extendedResourceClaimStatus;
  const mappings = requestMappings ?? [];
  const needed = 'at least one request mapping is required';
  return [
    ...(mappings.length === 0 ? [fieldErrors.required(field.child('requestMappings'), needed)] : []),
    ...mappings.flatMap((mapping, at) => validateMapping(mapping, { field, at, earlier: mappings.slice(0, at), spec })),
    ...(resourceClaimName === ''
      ? [fieldErrors.required(field.child('resourceClaimName'))]
      : validateBy(field.child('resourceClaimName'), resourceClaimName, dns1123SubdomainFaults)),
  ];
}

interface MappingPlace {
  readonly field: FieldPath;
  readonly at: number;
  readonly earlier: readonly RequestMapping[];
  readonly spec: PodSpec;
}

const mappingParts = ['containerName', 'resourceName', 'requestName'] as const;

function validateMapping(mapping: RequestMapping, { field, at, earlier, spec }: MappingPlace): FieldError[] {
  const { containerName = '', resourceName = '', requestName = '' } = mapping;
  const here = field.child('requestMappings').index(at);
  const again = earlier.some((other) => mappingParts.every((part) => (other[part] ?? '') === (mapping[part] ?? '')));
  return [
    ...validateMappedResource({ containerName, resourceName }, here, spec),
    // The place of the request's name is told without its mapping.
    ...validateBy(field.child('requestName'), requestName, dns1123LabelFaults),
    ...(again ? mappingParts.map((part) => fieldErrors.duplicate(here.child(part), mapping[part] ?? '')) : []),
  ];
}

function validateMappedResource(
  { containerName, resourceName }: { readonly containerName: string; readonly resourceName: string },
  here: FieldPath,
  spec: PodSpec,
): FieldError[] {
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const container = all.find(({ name }) => name === containerName);
  if (container === undefined) {
    const why = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
    return [fieldErrors.invalid(here.child('containerName'), containerName, why)];
  }
  if (Object.hasOwn(container.resources?.requests ?? {}, resourceName)) return [];
  const why =
    'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests';
  return [fieldErrors.invalid(here.child('resourceName'), resourceName, why)];
}

type DeviceHealth = Types['ResourceHealth'];
const allocatedOf = (container: ContainerStatus): readonly Types['ResourceStatus'][] =>
  container.allocatedResourcesStatus ?? [];

export function validateAllocatedStatus(pod: PodStatus, spec: PodSpec): FieldError[] {
  const none = 'must not be specified in container status';
  return [
    ...(['containers', 'initContainers'] as const).flatMap((list) => {
      const name = list === 'containers' ? 'containerStatuses' : 'initContainerStatuses';
      return (pod[name] ?? []).flatMap((container, at) =>
        validateContainerDevice(container, status.child(name).index(at), spec[list] ?? []),
      );
    }),
    ...(pod.ephemeralContainerStatuses ?? []).flatMap((container, at) =>
      allocatedOf(container).length === 0
        ? []
        : [
            fieldErrors.forbidden(
              status.child('ephemeralContainerStatuses').index(at).child('allocatedResourcesStatus'),
              none,
            ),
          ],
    ),
  ];
}

function validateContainerDevice(
  container: ContainerStatus,
  here: FieldPath,
  containers: readonly Container[],
): FieldError[] {
  const wanted = containers.find(({ name }) => name === container.name);
  return allocatedOf(container).flatMap(({ name = '', resources = [] }, at) => {
    const field = here.child('allocatedResourcesStatus').index(at);
    return [
      ...(wanted === undefined ? [] : validateAllocatedName(name, field.child('name'), wanted)),
      ...resources.flatMap((device, position) =>
        validateDeviceHealth(device, field.child('resources').index(position), resources.slice(0, position)),
      ),
    ];
  });
}

function validateAllocatedName(name: string, field: FieldPath, { resources }: Container): FieldError[] {
  if (!name.startsWith('claim:')) {
    if (Object.hasOwn(resources?.requests ?? {}, name)) return [];
    return [fieldErrors.invalid(field, name, "must match one of the container's resource requests")];
  }
  const claims = resources?.claims ?? [];
  const names = claims.map((claim) => `claim:${claim.name ?? ''}${claim.request ? `/${claim.request}` : ''}`);
  if (names.includes(name)) return [];
  const why =
    "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";
  return [fieldErrors.invalid(field, name, why)];
}

const healths = ['Healthy', 'Unhealthy', 'Unknown'];
const LONGEST_MESSAGE = 1024;

function validateDeviceHealth(device: DeviceHealth, field: FieldPath, earlier: readonly DeviceHealth[]): FieldError[] {
  const { resourceID = '', health = '', message } = device;
  const at = field.child('message');
  return [
    ...(healths.includes(health) ? [] : [fieldErrors.notSupported(field.child('health'), health, healths)]),
    ...(message === '' ? [fieldErrors.required(at, 'must be non-empty if specified')] : []),
    ...(byteLength(message ?? '') > LONGEST_MESSAGE ? [fieldErrors.tooLong(at, LONGEST_MESSAGE)] : []),
    ...(earlier.some((other) => (other.resourceID ?? '') === resourceID)
      ? [fieldErrors.duplicate(field.child('resourceID'), resourceID)]
      : []),
  ];
}
