import { byteLength, type FieldError, type FieldPath, fieldErrors, type ObjectMeta, parseQuantity, path } from '#meta';
import { sortedMap } from '../go-value.ts';
import { sources, sourcesOf, type VolumeSpec } from './persistent-volume-source.ts';
import { validateNodeSelector } from './pod/affinity-validation.ts';
import { validateAccessMode, validateClassName, validatePositiveAmount, volumeModes } from './pod/claim-validation.ts';
import type { ResourceList } from './pod/selector-and-amounts.ts';
import { needs, secondUnder, tellsUnder } from './pod/volume-source-validation.ts';
import type { Types } from './v1/types.gen.ts';

export type Volume = Types['PersistentVolume'];
const spec = path('spec');
export function validateVolume({ metadata, spec: wanted = {} }: Volume): FieldError[] {
  const place = { at: spec, name: metadata.name ?? '' };
  return [...validateVolumeSpec(wanted, place), ...validateMountOption(metadata, wanted)];
}

interface SpecPlace {
  readonly at: FieldPath;
  readonly name: string;
}

/** k8s: validation.go ValidatePersistentVolumeSpec */
function validateVolumeSpec(wanted: VolumeSpec, { at, name }: SpecPlace): FieldError[] {
  const affinity = wanted.nodeAffinity;
  return [
    ...validateAccessModes(wanted, at),
    ...validateCapacity(wanted.capacity, at.child('capacity')),
    ...validateReclaimPolicy(wanted.persistentVolumeReclaimPolicy ?? '', at),
    ...(affinity === undefined ? [] : validateAffinity(affinity, at)),
    ...validateSource(wanted, { at, name }),
    ...validateRoot(wanted, at),
    ...validateClassName(wanted.storageClassName ?? '', at.child('storageClassName')),
    ...(wanted.volumeMode === undefined || volumeModes.includes(wanted.volumeMode)
      ? []
      : [fieldErrors.notSupported(at.child('volumeMode'), wanted.volumeMode, volumeModes)]),
    ...validateAttributes(wanted, at),
  ];
}

/** The same for a volume that is written out where it is used: it belongs to no claim and is a driver's. */
export function validateInlineVolume(wanted: VolumeSpec, at: FieldPath): FieldError[] {
  const context = 'in the context of inline volumes';
  const forbidden = (part: string, why = 'may not be specified'): FieldError =>
    fieldErrors.forbidden(at.child(part), `${why} ${context}`);
  const { claimRef, capacity = {}, csi, nodeAffinity, storageClassName = '' } = wanted;
  const { persistentVolumeReclaimPolicy: policy = '', volumeMode = 'Filesystem' } = wanted;
  return [
    ...(claimRef === undefined ? [] : [forbidden('claimRef')]),
    ...(Object.keys(capacity).length === 0 ? [] : [forbidden('capacity')]),
    ...(csi === undefined ? [fieldErrors.required(at.child('csi'), `has to be specified ${context}`)] : []),
    ...validateAccessModes(wanted, at),
    ...(policy === '' || policy === 'Retain' ? [] : [forbidden('persistentVolumeReclaimPolicy', 'may only be Retain')]),
    ...(nodeAffinity === undefined ? [] : [forbidden('nodeAffinity')]),
    ...validateSource(wanted, { at, name: '' }),
    ...validateRoot(wanted, at),
    ...(storageClassName === '' ? [] : [forbidden('storageClassName')]),
    ...(volumeMode === 'Filesystem'
      ? []
      : [forbidden('volumeMode', 'may not specify volumeMode other than Filesystem')]),
  ];
}

function validateAccessModes({ accessModes = [] }: VolumeSpec, at: FieldPath): FieldError[] {
  const field = at.child('accessModes');
  return [
    ...(accessModes.length === 0 ? [fieldErrors.required(field)] : []),
    ...validateAccessMode(accessModes, field),
  ];
}

function validateCapacity(capacity: ResourceList | undefined, field: FieldPath): FieldError[] {
  const names = Object.keys(capacity ?? {});
  return [
    ...(names.length === 0 ? [fieldErrors.required(field)] : []),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [
          fieldErrors.notSupported(field, capacity === undefined ? null : Object.fromEntries(sortedMap(capacity)), [
            'storage',
          ]),
        ]),
    ...Object.entries(capacity ?? {}).flatMap(([name, amount]) => {
      const value = parseQuantity(amount).value();
      const negative =
        value < 0n ? [fieldErrors.invalid(field.key(name), value, 'must be a valid resource quantity')] : [];
      return [...negative, ...validatePositiveAmount(amount, field.key(name))];
    }),
  ];
}

const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];

function validateReclaimPolicy(policy: string, at: FieldPath): FieldError[] {
  if (policy === '' || reclaimPolicies.includes(policy)) return [];
  return [fieldErrors.notSupported(at.child('persistentVolumeReclaimPolicy'), policy, reclaimPolicies)];
}

function validateAffinity({ required }: NonNullable<VolumeSpec['nodeAffinity']>, at: FieldPath): FieldError[] {
  const field = at.child('nodeAffinity', 'required');
  if (required === undefined) return [fieldErrors.required(field, 'must specify required node constraints')];
  return validateNodeSelector(required, field);
}

function validateSource(wanted: VolumeSpec, { at, name }: SpecPlace): FieldError[] {
  const [first, ...more] = sources.filter(({ isIn }) => isIn(wanted));
  if (first === undefined) return [fieldErrors.required(at, 'must specify a volume type')];
  return [
    ...(first.name === 'iscsi' ? validatePortal(wanted.iscsi ?? {}, { at, name }) : []),
    ...first.validate(wanted, at.child(tellsUnder[first.name] ?? first.name)),
    ...(first.name === 'local' && wanted.nodeAffinity?.required === undefined
      ? [fieldErrors.required(at.child('nodeAffinity'), 'Local volume requires node affinity')]
      : []),
    ...more.flatMap((other) =>
      // The real server counts these twice instead of refusing them.
      other.name === 'flexVolume'
        ? other.validate(wanted, at.child(other.name))
        : [
            fieldErrors.forbidden(
              at.child(secondUnder[other.name] ?? other.name),
              'may not specify more than 1 volume type',
            ),
          ],
    ),
  ];
}

const LONGEST_PORTAL = 64;

function validatePortal(source: NonNullable<VolumeSpec['iscsi']>, { at, name }: SpecPlace): FieldError[] {
  const { targetPortal = '', initiatorName } = source;
  const field = at.child('iscsi');
  const why =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [
    ...needs('targetPortal')(source, field),
    ...(initiatorName !== undefined && byteLength(`${name}:${targetPortal}`) > LONGEST_PORTAL
      ? [fieldErrors.invalid(field.child('targetportal'), targetPortal, why)]
      : []),
  ];
}

/** Recycling empties a directory, and nobody wants the host's root emptied. */
function validateRoot({ hostPath, persistentVolumeReclaimPolicy }: VolumeSpec, at: FieldPath): FieldError[] {
  if (hostPath === undefined || persistentVolumeReclaimPolicy !== 'Recycle') return [];
  const steps = (hostPath.path ?? '').split('/').filter((step) => step !== '' && step !== '.');
  if (!(hostPath.path ?? '').startsWith('/') || steps.length > 0) return [];
  return [
    fieldErrors.forbidden(
      at.child('persistentVolumeReclaimPolicy'),
      "may not be 'recycle' for a hostPath mount of '/'",
    ),
  ];
}

function validateAttributes({ volumeAttributesClassName: name, csi }: VolumeSpec, at: FieldPath): FieldError[] {
  if (name === undefined) return [];
  const field = at.child('volumeAttributesClassName');
  return [
    ...(name === '' ? [fieldErrors.required(field, 'an empty string is disallowed')] : validateClassName(name, field)),
    ...(csi === undefined
      ? [fieldErrors.required(at.child('csi'), 'has to be specified when using volumeAttributesClassName')]
      : []),
  ];
}

const mountable = new Set([
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
]);
const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';

/** Only of the annotation that came before the field. */
function validateMountOption({ annotations = {} }: ObjectMeta, wanted: VolumeSpec): FieldError[] {
  if (!Object.hasOwn(annotations, MOUNT_OPTIONS)) return [];
  if (Object.keys(sourcesOf(wanted)).some((source) => mountable.has(source))) return [];
  const why = 'may not specify mount options for this volume type';
  return [fieldErrors.forbidden(path('metadata', 'annotations', MOUNT_OPTIONS), why)];
}

const oldSources = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

export function oldVolumeWarnings(wanted: VolumeSpec): string[] {
  return oldSources.flatMap(([source, why]) =>
    wanted[source === 'storageOS' ? 'storageos' : source] === undefined ? [] : [`${spec.child(source)}: ${why}`],
  );
}
