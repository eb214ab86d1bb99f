import {
  byteLength,
  dns1123LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  nameIsDnsSubdomain,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import type { Volume } from '../v1/types.gen.ts';
import { validateClaimSpec, validateTemplateMetadata } from './claim-validation.ts';
import { validatePullPolicy } from './container-validation.ts';
import type { VolumesByName } from './mount-validation.ts';
import { validateDownwardFile, validateKeyFiles, validateMode, validateProjected } from './projected-validation.ts';
import { isNegativeAmount } from './resource-list.ts';
import {
  both,
  csiRule,
  gitRule,
  needs,
  secondUnder,
  secretNeeds,
  sharedRules,
  sourceOf,
  storageOsRule,
  tellsUnder,
  validateIscsi,
} from './volume-source-validation.ts';

/** In the order in which the first source of a volume is looked for. */
const source = sourceOf<Volume>();
const sources = [
  source('emptyDir', validateEmptyDir),
  source('hostPath', sharedRules.hostPath),
  source('gitRepo', gitRule),
  source('gcePersistentDisk', sharedRules.gcePersistentDisk),
  source('awsElasticBlockStore', sharedRules.awsElasticBlockStore),
  source('secret', both(needs('secretName'), validateKeyFiles)),
  source('nfs', sharedRules.nfs),
  source('iscsi', validateIscsiVolume),
  source('glusterfs', sharedRules.glusterfs),
  source('flocker', sharedRules.flocker),
  source('persistentVolumeClaim', needs('claimName')),
  source('rbd', sharedRules.rbd),
  source('cinder', both(needs('volumeID'), secretNeeds('name'))),
  source('cephfs', sharedRules.cephfs),
  source('quobyte', sharedRules.quobyte),
  source('downwardAPI', validateDownward),
  source('fc', sharedRules.fc),
  source('flexVolume', sharedRules.flexVolume),
  source('configMap', both(needs('name'), validateKeyFiles)),
  source('azureFile', sharedRules.azureFile),
  source('vsphereVolume', sharedRules.vsphereVolume),
  source('photonPersistentDisk', sharedRules.photonPersistentDisk),
  source('portworxVolume', sharedRules.portworxVolume),
  source('azureDisk', sharedRules.azureDisk),
  source('storageos', both(storageOsRule, secretNeeds('name'))),
  source('projected', validateProjected),
  source('scaleIO', sharedRules.scaleIO),
  source('csi', csiRule),
  source('ephemeral', validateEphemeral),
  source('image', validateImage),
];

interface CheckedVolumes {
  readonly volumes: VolumesByName;
  readonly faults: readonly FieldError[];
}

/** `podName` is empty where there is no pod yet: then nobody knows the names of claims that it will make. */
export function validateVolumes(list: readonly Volume[], field: FieldPath, podName: string): CheckedVolumes {
  const volumes = new Map<string, Volume>();
  const made = new Set(list.flatMap(({ name, ephemeral }) => (podName && ephemeral ? [`${podName}-${name}`] : [])));
  const faults = list.flatMap((volume, at) => {
    const here = field.index(at);
    const { name = '', persistentVolumeClaim } = volume;
    const own = [
      ...validateSource(volume, here),
      ...(podName && name && volume.ephemeral ? validateMadeClaim(`${podName}-${name}`, name, here) : []),
      ...(name === ''
        ? [fieldErrors.required(here.child('name'))]
        : validateBy(here.child('name'), name, dns1123LabelFaults)),
      ...(volumes.has(name) ? [fieldErrors.duplicate(here.child('name'), name)] : []),
    ];
    if (own.length === 0) volumes.set(name, volume);
    const claim = persistentVolumeClaim?.claimName ?? '';
    if (!made.has(claim)) return own;
    const why = 'must not reference a PVC that gets created for an ephemeral volume';
    return [...own, fieldErrors.invalid(here.child('persistentVolumeClaim', 'claimName'), claim, why)];
  });
  return { volumes, faults };
}

function validateSource(volume: Volume, field: FieldPath): FieldError[] {
  const [first, ...more] = sources.filter(({ isIn }) => isIn(volume));
  if (first === undefined) return [fieldErrors.required(field, 'must specify a volume type')];
  return [
    ...first.validate(volume, field.child(tellsUnder[first.name] ?? first.name)),
    ...more.map(({ name: other }) =>
      fieldErrors.forbidden(field.child(secondUnder[other] ?? other), 'may not specify more than 1 volume type'),
    ),
    ...validateLongInitiator(volume, field),
  ];
}

function validateEmptyDir({ sizeLimit }: NonNullable<Volume['emptyDir']>, field: FieldPath): FieldError[] {
  if (sizeLimit === undefined || !isNegativeAmount(sizeLimit)) return [];
  return [fieldErrors.forbidden(field.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
}

function validateIscsiVolume(source: NonNullable<Volume['iscsi']>, field: FieldPath): FieldError[] {
  return [
    ...needs('targetPortal')(source, field),
    ...validateIscsi(source, field, { beginning: ' starting with iqn, eui, or naa' }),
  ];
}

const LONGEST_INITIATOR = 64;

function validateLongInitiator({ name = '', iscsi }: Volume, field: FieldPath): FieldError[] {
  if (iscsi?.initiatorName === undefined) return [];
  if (byteLength(`${name}:${iscsi.targetPortal ?? ''}`) <= LONGEST_INITIATOR) return [];
  const why =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [fieldErrors.invalid(field.child('name'), name, why)];
}

function validateDownward(
  { items = [], defaultMode }: NonNullable<Volume['downwardAPI']>,
  field: FieldPath,
): FieldError[] {
  return [
    ...validateMode(defaultMode, field.child('defaultMode')),
    ...items.flatMap((file) => validateDownwardFile(file, field)),
  ];
}

function validateEphemeral({ volumeClaimTemplate }: NonNullable<Volume['ephemeral']>, field: FieldPath): FieldError[] {
  const at = field.child('volumeClaimTemplate');
  if (volumeClaimTemplate === undefined) return [fieldErrors.required(at)];
  const { metadata = {}, spec = {} } = volumeClaimTemplate;
  return [...validateTemplateMetadata(metadata, at.child('metadata')), ...validateClaimSpec(spec, at.child('spec'))];
}

function validateMadeClaim(claim: string, volume: string, field: FieldPath): FieldError[] {
  return nameIsDnsSubdomain(claim, { prefix: false }).map((fault) =>
    fieldErrors.invalid(field.child('name'), volume, `PVC name ${goQuote(claim)}: ${fault}`),
  );
}

function validateImage({ reference = '', pullPolicy }: NonNullable<Volume['image']>, field: FieldPath): FieldError[] {
  return [
    ...(reference === '' ? [fieldErrors.required(field.child('reference'))] : []),
    ...validatePullPolicy(pullPolicy, field.child('pullPolicy')),
  ];
}
