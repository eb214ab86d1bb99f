import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  getOwn,
  nameIsDnsSubdomain,
  rangeFault,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import type { ISCSIVolumeSource as IscsiSource, Types } from '../v1/types.gen.ts';
import { validateDescendingPath, validateNoBacksteps } from './paths.ts';

/** Rules of sources that pods and persistent volumes share. */

export type SourceRule<Source> = (source: Source, field: FieldPath) => FieldError[];

/** A source that a volume may have, and its rule. */
export interface SourceCheck<Volume> {
  readonly name: string;
  isIn(volume: Volume): boolean;
  validate(volume: Volume, field: FieldPath): FieldError[];
}

/** Makes checks for the sources of one type of volume. */
export const sourceOf =
  <Volume>() =>
  <Name extends keyof Volume & string>(
    name: Name,
    rule: SourceRule<NonNullable<Volume[Name]>>,
  ): SourceCheck<Volume> => ({
    name,
    isIn: (volume) => volume[name] !== undefined,
    validate: (volume, field) => {
      const source = volume[name];
      return source === undefined || source === null ? [] : rule(source, field);
    },
  });

/** A source that only must have some fields. */
export const needs =
  <Name extends string>(...names: readonly Name[]): SourceRule<{ readonly [name in Name]?: unknown }> =>
  (source, field) =>
    names.filter((name) => isEmpty(source[name])).map((name) => fieldErrors.required(field.child(name)));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const both =
  <First, Second>(first: SourceRule<First>, second: SourceRule<Second>): SourceRule<First & Second> =>
  (source, field) => [...first(source, field), ...second(source, field)];

/** The secret of a source, when it has one. */
export const secretNeeds =
  <Name extends string>(
    ...names: readonly Name[]
  ): SourceRule<{ readonly secretRef?: { readonly [name in Name]?: unknown } }> =>
  ({ secretRef }, field) =>
    secretRef === undefined ? [] : needs(...names)(secretRef, field.child('secretRef'));

const partition: SourceRule<{ readonly partition?: number }> = ({ partition: value = 0 }, field) => {
  return value >= 0 && value <= 255 ? [] : [fieldErrors.invalid(field.child('partition'), value, rangeFault(1, 255))];
};

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

const hostPathRule: SourceRule<Types['HostPathVolumeSource']> = ({ path = '', type }, field) => {
  if (path === '') return [fieldErrors.required(field.child('path'))];
  return [
    ...validateNoBacksteps(path, field.child('path')),
    ...(type === undefined || hostPathTypes.includes(type)
      ? []
      : [fieldErrors.notSupported(field.child('type'), type, hostPathTypes)]),
  ];
};

const nfsRule: SourceRule<Types['NFSVolumeSource']> = (source, field) => {
  const { path = '' } = source;
  return [
    ...needs('server', 'path')(source, field),
    ...(path.startsWith('/') ? [] : [fieldErrors.invalid(field.child('path'), path, 'must be an absolute path')]),
  ];
};

const quobyteRule: SourceRule<Types['QuobyteVolumeSource']> = (source, field) => {
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  const { registry = '', tenant = '' } = source;
  const volume = needs('volume')(source, field);
  if (registry === '') return [fieldErrors.required(field.child('registry'), pairs), ...volume];
  if (tenant.length >= 65) {
    const why = 'must be a UUID and may not exceed a length of 64 characters';
    return [fieldErrors.required(field.child('tenant'), why), ...volume];
  }
  const wrong = registry.split(',').filter((pair) => !/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
  return [...wrong.map(() => fieldErrors.invalid(field.child('registry'), registry, pairs)), ...volume];
};

const flockerRule: SourceRule<Types['FlockerVolumeSource']> = (source, field) => {
  const { datasetName: name = '', datasetUUID: uuid = '' } = source;
  return [
    ...(name === '' && uuid === ''
      ? [fieldErrors.required(field, 'one of datasetName and datasetUUID is required')]
      : []),
    ...(name !== '' && uuid !== ''
      ? [fieldErrors.invalid(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
      : []),
    ...(name.includes('/') ? [fieldErrors.invalid(field.child('datasetName'), name, "must not contain '/'")] : []),
  ];
};

const fcRule: SourceRule<Types['FCVolumeSource']> = (source, field) => {
  const { targetWWNs: names = [], wwids: ids = [], lun } = source;
  const at = field.child('targetWWNs');
  const either = 'must specify either targetWWNs or wwids, but not both';
  const tooMany = 'targetWWNs and wwids can not be specified simultaneously';
  return [
    ...(names.length === 0 && ids.length === 0 ? [fieldErrors.required(at, either)] : []),
    ...(names.length > 0 && ids.length > 0 ? [fieldErrors.invalid(at, names, tooMany)] : []),
    ...(names.length === 0 ? [] : validateFcLun(lun, field.child('lun'))),
  ];
};

function validateFcLun(lun: number | undefined, field: FieldPath): FieldError[] {
  if (lun === undefined) return [fieldErrors.required(field, 'lun is required if targetWWNs is specified')];
  return validateLun(lun, field);
}

const validateLun = (lun: number, field: FieldPath): FieldError[] =>
  lun >= 0 && lun <= 255 ? [] : [fieldErrors.invalid(field, lun, rangeFault(0, 255))];

const flexRule: SourceRule<Pick<Types['FlexVolumeSource'], 'driver' | 'options'>> = (source, field) => {
  const reserved = Object.keys(source.options ?? {}).filter((option) => {
    const [domain = ''] = option.split('/');
    return /\.(kubernetes|k8s)\.io$/.test(`.${domain.toLowerCase()}`);
  });
  const why = 'kubernetes.io and k8s.io namespaces are reserved';
  return [
    ...needs('driver')(source, field),
    ...reserved.map((option) => fieldErrors.invalid(field.child('options').key(option), option, why)),
  ];
};

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];
const MANAGED_DISK = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_DISK = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

const azureDiskRule: SourceRule<Types['AzureDiskVolumeSource']> = (source, field) => {
  const { cachingMode, kind, diskURI: uri = '' } = source;
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', MANAGED_DISK] : ['https://', BLOB_DISK];
  return [
    ...needs('diskName', 'diskURI')(source, field),
    ...(cachingMode === undefined || cachingModes.includes(cachingMode)
      ? []
      : [fieldErrors.notSupported(field.child('cachingMode'), cachingMode, cachingModes)]),
    ...(kind === undefined || diskKinds.includes(kind)
      ? []
      : [fieldErrors.notSupported(field.child('kind'), kind, diskKinds)]),
    ...(kind === undefined || uri.startsWith(start)
      ? []
      : [fieldErrors.notSupported(field.child('diskURI'), uri, [form])]),
  ];
};

type StorageOs = Pick<Types['StorageOSVolumeSource'], 'volumeName' | 'volumeNamespace'>;

export const storageOsRule: SourceRule<StorageOs> = (source, field) => {
  const { volumeName: name = '', volumeNamespace: namespace = '' } = source;
  return [
    ...needs('volumeName')(source, field),
    ...(name === '' ? [] : validateBy(field.child('volumeName'), name, dns1123LabelFaults)),
    ...(namespace === '' ? [] : validateBy(field.child('volumeNamespace'), namespace, dns1123LabelFaults)),
  ];
};

const initiator: { readonly [prefix: string]: RegExp } = {
  iqn: /iqn\.\d{4}-\d{2}\.([0-9a-z-_.]+)(:([^,;*&$|\s]+))/,
  eui: /^eui.[0-9A-Fa-f]{16}$/,
  naa: /^naa.[0-9A-Fa-f]{16}$/,
};

/** Pods are told how a name must begin; persistent volumes only that it is wrong. */
export function validateIscsi(
  source: IscsiSource,
  field: FieldPath,
  { beginning }: { readonly beginning: string },
): FieldError[] {
  const { iqn = '', lun = 0, initiatorName } = source;
  const needsSecret = (source.chapAuthDiscovery || source.chapAuthSession) && source.secretRef === undefined;
  return [
    ...(iqn === ''
      ? [fieldErrors.required(field.child('iqn'))]
      : validateInitiator(iqn, field.child('iqn'), beginning)),
    ...validateLun(lun, field.child('lun')),
    ...(needsSecret ? [fieldErrors.required(field.child('secretRef'))] : []),
    ...(beginning === '' ? secretNeeds('name')(source, field) : []),
    ...(initiatorName === undefined ? [] : validateInitiator(initiatorName, field.child('initiatorname'), beginning)),
  ];
}

function validateInitiator(name: string, field: FieldPath, beginning: string): FieldError[] {
  const pattern = getOwn(initiator, name.slice(0, 3));
  if (pattern === undefined) return [fieldErrors.invalid(field, name, `must be valid format${beginning}`)];
  return pattern.test(name) ? [] : [fieldErrors.invalid(field, name, 'must be valid format')];
}

const LONGEST_DRIVER = 63;

export function validateDriver(driver: string, field: FieldPath): FieldError[] {
  if (driver === '') return [fieldErrors.required(field)];
  return [
    ...(driver.length > LONGEST_DRIVER ? [fieldErrors.tooLong(field, LONGEST_DRIVER)] : []),
    ...dns1123SubdomainFaults(driver.toLowerCase()).map((fault) => fieldErrors.invalid(field, driver, fault)),
  ];
}

export const csiRule: SourceRule<Types['CSIVolumeSource']> = ({ driver = '', nodePublishSecretRef: secret }, field) => {
  const faults = validateDriver(driver, field.child('driver'));
  if (secret === undefined) return faults;
  const { name = '' } = secret;
  if (name === '') return [...faults, fieldErrors.required(field.child('nodePublishSecretRef', 'name'))];
  return [...faults, ...validateBy(field.child('name'), name, (value) => nameIsDnsSubdomain(value, { prefix: false }))];
};

export const gitRule: SourceRule<Types['GitRepoVolumeSource']> = (source, field) => [
  ...needs('repository')(source, field),
  ...validateDescendingPath(source.directory ?? '', field.child('directory')),
];

/** The sources that have the same rules wherever they stand. */
export const sharedRules = {
  hostPath: hostPathRule,
  gcePersistentDisk: both(needs('pdName'), partition),
  awsElasticBlockStore: both(needs('volumeID'), partition),
  glusterfs: needs('endpoints', 'path'),
  flocker: flockerRule,
  nfs: nfsRule,
  rbd: needs('monitors', 'image'),
  quobyte: quobyteRule,
  cephfs: needs('monitors'),
  fc: fcRule,
  flexVolume: flexRule,
  azureFile: needs('secretName', 'shareName'),
  vsphereVolume: needs('volumePath'),
  photonPersistentDisk: needs('pdID'),
  portworxVolume: needs('volumeID'),
  azureDisk: azureDiskRule,
  scaleIO: needs('gateway', 'system', 'volumeName'),
};

/** The path under which a source's own faults are told, where it is not its name. */
export const tellsUnder: { readonly [source: string]: string } = { gcePersistentDisk: 'persistentDisk' };
/** The same for the fault that there is another source already. */
export const secondUnder: { readonly [source: string]: string } = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };
