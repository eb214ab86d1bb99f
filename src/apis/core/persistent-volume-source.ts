import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsLabel,
} from '#meta';
import { validateBy } from '../field-validation.ts';
import { validateNoBacksteps } from './pod/paths.ts';
import {
  both,
  needs,
  type SourceCheck,
  type SourceRule,
  secretNeeds,
  sharedRules,
  sourceOf,
  storageOsRule,
  validateDriver,
  validateIscsi,
} from './pod/volume-source-validation.ts';
import type { Types } from './v1/types.gen.ts';

export type VolumeSpec = Types['PersistentVolumeSpec'];
type VolumeSources = Types['PersistentVolumeSource'];

const csiSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

const csiRule: SourceRule<Types['CSIPersistentVolumeSource']> = (source, field) => [
  ...validateDriver(source.driver ?? '', field.child('driver')),
  ...needs('volumeHandle')(source, field),
  ...csiSecrets.flatMap((name) => {
    const secret = source[name];
    return secret === undefined ? [] : validateSecret(secret, field.child(name));
  }),
];

function validateSecret(secret: Types['SecretReference'], field: FieldPath): FieldError[] {
  const part = (name: 'name' | 'namespace', rule: (value: string) => readonly string[]): FieldError[] => {
    const value = secret[name] ?? '';
    return value === '' ? [fieldErrors.required(field.child(name))] : validateBy(field.child(name), value, rule);
  };
  return [...part('name', dns1123SubdomainFaults), ...part('namespace', dns1123LabelFaults)];
}

const glusterfsRule: SourceRule<Types['GlusterfsPersistentVolumeSource']> = (source, field) => {
  const { endpointsNamespace: namespace } = source;
  const at = field.child('endpointsNamespace');
  const faults = sharedRules.glusterfs(source, field);
  if (namespace === undefined) return faults;
  const why = 'if the endpointnamespace is set, it must be a valid namespace name';
  if (namespace === '') return [...faults, fieldErrors.invalid(at, namespace, why)];
  return [...faults, ...validateBy(at, namespace, (value) => nameIsDnsLabel(value, { prefix: false }))];
};

const localRule: SourceRule<Types['LocalVolumeSource']> = ({ path: where = '' }, field) => {
  return where === '' ? [fieldErrors.required(field.child('path'))] : validateNoBacksteps(where, field.child('path'));
};

const azureFileRule: SourceRule<Types['AzureFilePersistentVolumeSource']> = (source, field) => [
  ...sharedRules.azureFile(source, field),
  ...(source.secretNamespace === '' ? [fieldErrors.required(field.child('secretNamespace'))] : []),
];

const source = sourceOf<VolumeSources>();
/** In the order in which the first source is looked for. */
export const sources: readonly SourceCheck<VolumeSources>[] = [
  source('hostPath', sharedRules.hostPath),
  source('gcePersistentDisk', sharedRules.gcePersistentDisk),
  source('awsElasticBlockStore', sharedRules.awsElasticBlockStore),
  source('glusterfs', glusterfsRule),
  source('flocker', sharedRules.flocker),
  source('nfs', sharedRules.nfs),
  source('rbd', sharedRules.rbd),
  source('quobyte', sharedRules.quobyte),
  source('cephfs', sharedRules.cephfs),
  source('iscsi', (iscsi, field) => validateIscsi(iscsi, field, { beginning: '' })),
  source('cinder', both(needs('volumeID'), secretNeeds('name', 'namespace'))),
  source('fc', sharedRules.fc),
  source('flexVolume', sharedRules.flexVolume),
  source('azureFile', azureFileRule),
  source('vsphereVolume', sharedRules.vsphereVolume),
  source('photonPersistentDisk', sharedRules.photonPersistentDisk),
  source('portworxVolume', sharedRules.portworxVolume),
  source('azureDisk', sharedRules.azureDisk),
  source('scaleIO', sharedRules.scaleIO),
  source('local', localRule),
  source('storageos', both(storageOsRule, secretNeeds('name', 'namespace'))),
  source('csi', csiRule),
];

/** Where the storage comes from. */
export function sourcesOf(wanted: VolumeSpec): VolumeSources {
  const names = new Set(sources.filter(({ isIn }) => isIn(wanted)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name)));
}
