import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import type { Container, Volume, VolumeDevice, VolumeMount } from '../v1/types.gen.ts';
import { validateDescendingPath, validateNoBacksteps } from './paths.ts';

/** The volumes of the pod that are in order, by name. */
export type VolumesByName = ReadonlyMap<string, Volume>;

export function validateMounts(container: Container, volumes: VolumesByName, field: FieldPath): FieldError[] {
  const places = new Set<string>();
  const devices = container.volumeDevices ?? [];
  return (container.volumeMounts ?? []).flatMap((mount, at) => {
    const { name = '', mountPath = '' } = mount;
    const here = field.index(at);
    const faults = [
      ...(name === '' ? [fieldErrors.required(here.child('name'))] : []),
      ...(volumes.has(name) ? [] : [fieldErrors.notFound(here.child('name'), name)]),
      ...(mountPath === '' ? [fieldErrors.required(here.child('mountPath'))] : []),
      ...(places.has(mountPath) ? [fieldErrors.invalid(here.child('mountPath'), mountPath, 'must be unique')] : []),
      ...validateNoOverlap({ name, place: mountPath }, { field: here, placeField: 'mountPath', devices }),
    ];
    places.add(mountPath);
    return [...faults, ...validateMountOption(mount, container, { list: field, item: here })];
  });
}

interface Overlap {
  readonly field: FieldPath;
  readonly placeField: string;
  readonly devices: readonly VolumeDevice[];
}

function validateNoOverlap(
  mount: { name: string; place: string },
  { field, placeField, devices }: Overlap,
): FieldError[] {
  const faults: FieldError[] = [];
  if (devices.some(({ name }) => name === mount.name)) {
    faults.push(fieldErrors.invalid(field.child('name'), mount.name, 'must not already exist in volumeDevices'));
  }
  if (devices.some(({ devicePath }) => devicePath === mount.place)) {
    const why = 'must not already exist as a path in volumeDevices';
    faults.push(fieldErrors.invalid(field.child(placeField), mount.place, why));
  }
  return faults;
}

interface MountPlace {
  /** Some faults are told of the list instead of the mount. */
  readonly list: FieldPath;
  readonly item: FieldPath;
}

function validateMountOption(mount: VolumeMount, container: Container, { list, item }: MountPlace): FieldError[] {
  const { subPath = '', subPathExpr = '', mountPropagation } = mount;
  return [
    ...(subPath === '' ? [] : validateDescendingPath(subPath, list.child('subPath'))),
    ...(subPathExpr !== '' && subPath !== ''
      ? [fieldErrors.invalid(item.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...(subPathExpr === '' ? [] : validateDescendingPath(subPathExpr, list.child('subPathExpr'))),
    ...(mountPropagation === undefined
      ? []
      : validatePropagation(mountPropagation, container, list.child('mountPropagation'))),
    ...validateReadOnly(mount, list.child('recursiveReadOnly')),
  ];
}

const propagations = ['Bidirectional', 'HostToContainer', 'None'];

function validatePropagation(value: string, { securityContext }: Container, field: FieldPath): FieldError[] {
  if (!propagations.includes(value)) return [fieldErrors.notSupported(field, value, propagations)];
  if (value !== 'Bidirectional' || securityContext?.privileged) return [];
  const why = 'Bidirectional mount propagation is available only to privileged containers';
  return [fieldErrors.forbidden(field, why)];
}

function validateReadOnly(mount: VolumeMount, field: FieldPath): FieldError[] {
  const { recursiveReadOnly: value, readOnly, mountPropagation = 'None' } = mount;
  if (value === undefined || value === 'Disabled') return [];
  if (value !== 'Enabled' && value !== 'IfPossible') {
    return [fieldErrors.notSupported(field, value, ['Disabled', 'Enabled', 'IfPossible'])];
  }
  return [
    ...(readOnly ? [] : [fieldErrors.forbidden(field, 'may only be specified when readOnly is true')]),
    ...(mountPropagation === 'None'
      ? []
      : [fieldErrors.forbidden(field, 'may only be specified when mountPropagation is None or not specified')]),
  ];
}

export function validateDevices(container: Container, volumes: VolumesByName, field: FieldPath): FieldError[] {
  const names = new Set<string>();
  const places = new Set<string>();
  return (container.volumeDevices ?? []).flatMap(({ name = '', devicePath = '' }, at) => {
    const here = field.index(at);
    const stepsBack = validateNoBacksteps(devicePath, here).length > 0;
    const faults = [
      ...validateDeviceName(name, { field: here.child('name'), names, volume: volumes.get(name) }),
      ...(devicePath === '' ? [fieldErrors.required(here.child('devicePath'))] : []),
      ...(places.has(devicePath) ? [fieldErrors.invalid(here.child('devicePath'), devicePath, 'must be unique')] : []),
      ...(stepsBack
        ? [fieldErrors.invalid(here.child('devicePath'), devicePath, "can not contain backsteps ('..')")]
        : []),
      ...validateMounted({ name, devicePath }, container.volumeMounts ?? [], here),
    ];
    if (!stepsBack) places.add(devicePath);
    if (name !== '') names.add(name);
    return faults;
  });
}

interface DeviceName {
  readonly field: FieldPath;
  readonly names: ReadonlySet<string>;
  readonly volume: Volume | undefined;
}

function validateDeviceName(name: string, { field, names, volume }: DeviceName): FieldError[] {
  const onClaim = volume?.persistentVolumeClaim !== undefined || volume?.ephemeral !== undefined;
  const why = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [
    ...(name === '' ? [fieldErrors.required(field)] : []),
    ...(names.has(name) ? [fieldErrors.invalid(field, name, 'must be unique')] : []),
    ...(volume !== undefined && !onClaim ? [fieldErrors.invalid(field, name, why)] : []),
    ...(volume === undefined ? [fieldErrors.notFound(field, name)] : []),
  ];
}

function validateMounted(device: VolumeDevice, mounts: readonly VolumeMount[], field: FieldPath): FieldError[] {
  const { name, devicePath } = device;
  const faults: FieldError[] = [];
  if (mounts.some((mount) => mount.name === name)) {
    faults.push(fieldErrors.invalid(field.child('name'), name, 'must not already exist in volumeMounts'));
  }
  if (mounts.some(({ mountPath }) => mountPath === devicePath)) {
    const why = 'must not already exist as a path in volumeMounts';
    faults.push(fieldErrors.invalid(field.child('devicePath'), devicePath, why));
  }
  return faults;
}
