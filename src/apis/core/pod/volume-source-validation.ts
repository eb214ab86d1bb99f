import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  getOwn,
  type JsonObject,
  nameIsDnsSubdomain,
  rangeFault,
} from '#meta';
import { faultsOf } from '../../field-validation.ts';
import type { ISCSIVolumeSource as IscsiSource } from '../v1/types.gen.ts';
import { validateDescendingPath, validateNoBacksteps } from './paths.ts';

/** Rules of sources that pods and persistent volumes share. */

export type SourceRule = (source: JsonObject, field: FieldPath) => FieldError[];

export const textOf = (source: JsonObject, name: string): string => {
  const value = source[name];
  return typeof value === 'string' ? value : '';
};

/** A source that only must have some fields. */
export const needs =
  (...names: readonly string[]): SourceRule =>
  (source, field) =>
    names.filter((name) => isEmpty(source[name])).map((name) => fieldErrors.required(field.child(name)));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const all =
  (...rules: readonly SourceRule[]): SourceRule =>
  (source, field) =>
    rules.flatMap((rule) => rule(source, field));

/** The secret of a source, when it has one. */
export const secretNeeds =
  (...names: readonly string[]): SourceRule =>
  (source, field) => {
    const secret = source.secretRef as JsonObject | undefined;
    return secret === undefined ? [] : needs(...names)(secret, field.child('secretRef'));
  };

const partition: SourceRule = (source, field) => {
  const value = (source.partition ?? 0) as number;
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

const hostPathRule: SourceRule = (source, field) => {
  const path = textOf(source, 'path');
  if (path === '') return [fieldErrors.required(field.child('path'))];
  const type = source.type as string | undefined;
  return [
    ...validateNoBacksteps(path, field.child('path')),
    ...(type === undefined || hostPathTypes.includes(type)
      ? []
      : [fieldErrors.notSupported(field.child('type'), type, hostPathTypes)]),
  ];
};

const nfsRule: SourceRule = (source, field) => {
  const path = textOf(source, 'path');
  return [
    ...needs('server', 'path')(source, field),
    ...(path.startsWith('/') ? [] : [fieldErrors.invalid(field.child('path'), path, 'must be an absolute path')]),
  ];
};

const quobyteRule: SourceRule = (source, field) => {
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  const registry = textOf(source, 'registry');
  const volume = needs('volume')(source, field);
  if (registry === '') return [fieldErrors.required(field.child('registry'), pairs), ...volume];
  if (textOf(source, 'tenant').length >= 65) {
    const why = 'must be a UUID and may not exceed a length of 64 characters';
    return [fieldErrors.required(field.child('tenant'), why), ...volume];
  }
  const wrong = registry.split(',').filter((pair) => !/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
  return [...wrong.map(() => fieldErrors.invalid(field.child('registry'), registry, pairs)), ...volume];
};

const flockerRule: SourceRule = (source, field) => {
  const name = textOf(source, 'datasetName');
  const uuid = textOf(source, 'datasetUUID');
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

const fcRule: SourceRule = (source, field) => {
  const names = (source.targetWWNs ?? []) as string[];
  const ids = (source.wwids ?? []) as string[];
  const at = field.child('targetWWNs');
  const lun = source.lun as number | undefined;
  const either = 'must specify either targetWWNs or wwids, but not both';
  const both = 'targetWWNs and wwids can not be specified simultaneously';
  return [
    ...(names.length === 0 && ids.length === 0 ? [fieldErrors.required(at, either)] : []),
    ...(names.length > 0 && ids.length > 0 ? [fieldErrors.invalid(at, names, both)] : []),
    ...(names.length === 0 ? [] : validateFcLun(lun, field.child('lun'))),
  ];
};

function validateFcLun(lun: number | undefined, field: FieldPath): FieldError[] {
  if (lun === undefined) return [fieldErrors.required(field, 'lun is required if targetWWNs is specified')];
  return validateLun(lun, field);
}

const validateLun = (lun: number, field: FieldPath): FieldError[] =>
  lun >= 0 && lun <= 255 ? [] : [fieldErrors.invalid(field, lun, rangeFault(0, 255))];

const flexRule: SourceRule = (source, field) => {
  const reserved = Object.keys(source.options ?? {}).filter((option) =>
    /\.(kubernetes|k8s)\.io$/.test(`.${(option.split('/')[0] as string).toLowerCase()}`),
  );
  const why = 'kubernetes.io and k8s.io namespaces are reserved';
  return [
    ...needs('driver')(source, field),
    ...reserved.map((option) => fieldErrors.invalid(field.child('options').key(option), option, why)),
  ];
};

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];
const managedDisk = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobDisk = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

const azureDiskRule: SourceRule = (source, field) => {
  const { cachingMode, kind } = source as { cachingMode?: string; kind?: string };
  const uri = textOf(source, 'diskURI');
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', managedDisk] : ['https://', blobDisk];
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

export const storageOsRule: SourceRule = (source, field) => {
  const name = textOf(source, 'volumeName');
  const namespace = textOf(source, 'volumeNamespace');
  return [
    ...needs('volumeName')(source, field),
    ...(name === '' ? [] : faultsOf(field.child('volumeName'), name, dns1123LabelFaults)),
    ...(namespace === '' ? [] : faultsOf(field.child('volumeNamespace'), namespace, dns1123LabelFaults)),
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

const longestDriver = 63;

export function validateDriver(driver: string, field: FieldPath): FieldError[] {
  if (driver === '') return [fieldErrors.required(field)];
  return [
    ...(driver.length > longestDriver ? [fieldErrors.tooLong(field, longestDriver)] : []),
    ...dns1123SubdomainFaults(driver.toLowerCase()).map((fault) => fieldErrors.invalid(field, driver, fault)),
  ];
}

export const csiRule: SourceRule = (source, field) => {
  const secret = source.nodePublishSecretRef as JsonObject | undefined;
  const name = secret === undefined ? '' : textOf(secret, 'name');
  const faults = validateDriver(textOf(source, 'driver'), field.child('driver'));
  if (secret === undefined) return faults;
  if (name === '') return [...faults, fieldErrors.required(field.child('nodePublishSecretRef', 'name'))];
  return [...faults, ...faultsOf(field.child('name'), name, (value) => nameIsDnsSubdomain(value, { prefix: false }))];
};

export const gitRule: SourceRule = (source, field) => [
  ...needs('repository')(source, field),
  ...validateDescendingPath(textOf(source, 'directory'), field.child('directory')),
];

/** The sources that have the same rules wherever they stand. */
export const sharedRules = {
  hostPath: hostPathRule,
  gcePersistentDisk: all(needs('pdName'), partition),
  awsElasticBlockStore: all(needs('volumeID'), partition),
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
} as const satisfies { readonly [source: string]: SourceRule };

/** The path under which a source's own faults are told, where it is not its name. */
export const tellsUnder: { readonly [source: string]: string } = { gcePersistentDisk: 'persistentDisk' };
/** The same for the fault that there is another source already. */
export const secondUnder: { readonly [source: string]: string } = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };
