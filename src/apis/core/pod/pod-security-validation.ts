import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import type { PodSpec } from '../v1/types.gen.ts';
import { containersAt } from './annotation-validation.ts';
import {
  validateAppArmorProfile,
  validateId,
  validateSeccompProfile,
  validateWindowsOptions,
} from './security-validation.ts';

export function validatePodSecurity(spec: PodSpec, field: FieldPath): FieldError[] {
  const context = spec.securityContext ?? {};
  return [
    ...validateId(context.fsGroup, field.child('fsGroup')),
    ...validateId(context.runAsUser, field.child('runAsUser')),
    ...validateId(context.runAsGroup, field.child('runAsGroup')),
    ...(context.supplementalGroups ?? []).flatMap((id, at) =>
      validateId(id, field.child('supplementalGroups').index(at)),
    ),
    ...validateProcess(spec, field.child('shareProcessNamespace')),
    ...validateSysctl(spec, field.child('sysctls')),
    ...validatePolicy(context.fsGroupChangePolicy, field.child('fsGroupChangePolicy'), ['Always', 'OnRootMismatch']),
    ...validateSeccompProfile(context.seccompProfile, field.child('seccompProfile')),
    ...validateWindowsOptions(context.windowsOptions, field.child('windowsOptions')),
    ...validateAppArmorProfile(context.appArmorProfile, field.child('appArmorProfile')),
    ...validatePolicy(context.supplementalGroupsPolicy, field.child('supplementalGroupsPolicy'), ['Merge', 'Strict']),
    ...validatePolicy(context.seLinuxChangePolicy, field.child('seLinuxChangePolicy'), ['Recursive']),
  ];
}

function validateProcess({ shareProcessNamespace, hostPID }: PodSpec, field: FieldPath): FieldError[] {
  if (!shareProcessNamespace || !hostPID) return [];
  return [fieldErrors.invalid(field, true, 'ShareProcessNamespace and HostPID cannot both be enabled')];
}

function validatePolicy(policy: string | undefined, field: FieldPath, known: readonly string[]): FieldError[] {
  return policy === undefined || known.includes(policy) ? [] : [fieldErrors.notSupported(field, policy, known)];
}

const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL_PATTERN = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const sysctlName = new RegExp(SYSCTL_PATTERN);
const LONGEST_SYSCTL = 253;

function validateSysctl(spec: PodSpec, field: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (spec.securityContext?.sysctls ?? []).flatMap(({ name = '' }, at) => {
    const here = field.index(at).child('name');
    const repeated = seen.has(name);
    seen.add(name);
    return [...validateSysctlName(name, here, { repeated }), ...validateHostSysctl(name, spec, here)];
  });
}

function validateSysctlName(
  name: string,
  field: FieldPath,
  { repeated }: { readonly repeated: boolean },
): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  if (name.length > LONGEST_SYSCTL || !sysctlName.test(name)) {
    const why = `must have at most ${LONGEST_SYSCTL} characters and match regex ${SYSCTL_PATTERN}`;
    return [fieldErrors.invalid(field, name, why)];
  }
  return repeated ? [fieldErrors.duplicate(field, name)] : [];
}

/** A pod in the host's namespace would set the host's own. */
function validateHostSysctl(name: string, { hostNetwork, hostIPC }: PodSpec, field: FieldPath): FieldError[] {
  const dotted = name.replaceAll('/', '.');
  if (hostNetwork && dotted.startsWith('net.')) {
    return [fieldErrors.invalid(field, name, "may not be specified when 'hostNetwork' is true")];
  }
  const ipc = /^(kernel\.shm|kernel\.msg|fs\.mqueue\.)/.test(dotted) || dotted === 'kernel.sem';
  return hostIPC && ipc ? [fieldErrors.invalid(field, name, "may not be specified when 'hostIPC' is true")] : [];
}

/** Windows containers that run as processes of the host. */
export function validateHostProcess(spec: PodSpec, field: FieldPath): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = containersAt(spec, field);
  const ofEach = containers.map(([{ securityContext }]) => securityContext?.windowsOptions?.hostProcess);
  const differ = containers.flatMap(([, at], index) => {
    const own = ofEach[index];
    if (ofPod === undefined || own === undefined || own === ofPod) return [];
    const why = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
    return [fieldErrors.invalid(at.child('securityContext', 'windowsOptions', 'hostProcess'), own, why)];
  });
  const count = ofEach.filter((own) => own ?? ofPod).length;
  if (count === 0) return differ;
  const mixed = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const network = 'hostNetwork must be true if pod contains any hostProcess containers';
  return [
    ...differ,
    ...(count === containers.length ? [] : [fieldErrors.invalid(field, '', mixed)]),
    ...(spec.hostNetwork ? [] : [fieldErrors.invalid(field.child('hostNetwork'), false, network)]),
    fieldErrors.disallowed(field, 'hostProcess containers are disallowed by cluster policy', 'privileged'),
  ];
}

/** What a pod cannot share with its host when its users are not the host's. */
export function validateHostUsers(spec: PodSpec, field: FieldPath): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const why = 'when `hostUsers` is false';
  return [
    ...(spec.hostNetwork ? [fieldErrors.forbidden(field.child('hostNetwork'), why)] : []),
    ...(spec.hostPID ? [fieldErrors.forbidden(field.child('HostPID'), why)] : []),
    ...(spec.hostIPC ? [fieldErrors.forbidden(field.child('HostIPC'), why)] : []),
    ...containersAt(spec, field).flatMap(([{ volumeDevices = [] }, at]) =>
      volumeDevices.length === 0 ? [] : [fieldErrors.forbidden(at.child('volumeDevices'), why)],
    ),
  ];
}

/** In the order in which the real server looks at them; what is of the host stands in the spec itself. */
const linuxOnlyOfPod = [
  'appArmorProfile',
  'seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const;
const linuxOnlyOfContainers = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

/** Settings that only the other operating system understands. */
export function validateOs(spec: PodSpec, field: FieldPath): FieldError[] {
  const { os } = spec;
  if (os === undefined) return [];
  if (!os.name) return [fieldErrors.required(field.child('os', 'name'))];
  if (os.name === 'linux') return validateWindowsOption(spec, field);
  if (os.name !== 'windows') return [fieldErrors.notSupported(field.child('os'), os.name, ['linux', 'windows'])];
  return [
    ...linuxOnlyOfPod.flatMap((name) => forbiddenOnWindows(name, spec, field)),
    ...containersAt(spec, field).flatMap(([{ securityContext = {} }, at]) =>
      linuxOnlyOfContainers
        .filter((name) => securityContext[name] !== undefined)
        .map((name) => fieldErrors.forbidden(at.child('securityContext', name), NOT_ON_WINDOWS)),
    ),
  ];
}

const NOT_ON_WINDOWS = 'cannot be set for a windows pod';

type LinuxOnly = (typeof linuxOnlyOfPod)[number];

function forbiddenOnWindows(name: LinuxOnly, spec: PodSpec, field: FieldPath): FieldError[] {
  const { securityContext = {} } = spec;
  switch (name) {
    case 'hostPID':
    case 'hostIPC':
      return spec[name] ? [fieldErrors.forbidden(field.child(name), NOT_ON_WINDOWS)] : [];
    case 'hostUsers':
    case 'shareProcessNamespace':
      return spec[name] === undefined ? [] : [fieldErrors.forbidden(field.child(name), NOT_ON_WINDOWS)];
    default: {
      const isEmpty = name === 'sysctls' && securityContext.sysctls?.length === 0;
      if (securityContext[name] === undefined || isEmpty) return [];
      return [fieldErrors.forbidden(field.child('securityContext', name), NOT_ON_WINDOWS)];
    }
  }
}

function validateWindowsOption(spec: PodSpec, field: FieldPath): FieldError[] {
  const places = [
    ...(spec.securityContext?.windowsOptions === undefined ? [] : [field]),
    ...containersAt(spec, field).flatMap(([{ securityContext }, at]) =>
      securityContext?.windowsOptions === undefined ? [] : [at],
    ),
  ];
  const why = 'windows options cannot be set for a linux pod';
  return places.map((place) => fieldErrors.forbidden(place.child('securityContext', 'windowsOptions'), why));
}
