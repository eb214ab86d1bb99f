import {
  byteLength,
  dns1123LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  nameIsDnsSubdomain,
} from '#meta';
import { faultsOf } from '../../field-validation.ts';
import type { Volume } from '../v1/types.gen.ts';
import { validateClaimSpec, validateTemplateMetadata } from './claim-validation.ts';
import { validatePullPolicy } from './container-validation.ts';
import type { VolumesByName } from './mount-validation.ts';
import { projectedFaults, validateDownwardFile, validateKeyFiles, validateMode } from './projected-validation.ts';
import { isNegativeAmount } from './resource-list.ts';
import {
  all,
  csiRule,
  gitRule,
  needs,
  type SourceRule,
  secondUnder,
  secretNeeds,
  sharedRules,
  storageOsRule,
  tellsUnder,
  validateIscsi,
} from './volume-source-validation.ts';

/** In the order in which the first source of a volume is looked for. */
const sourceRules: readonly (readonly [keyof Volume & string, SourceRule])[] = [
  ['emptyDir', (source, field) => validateEmptyDir(source, field)],
  ['hostPath', sharedRules.hostPath],
  ['gitRepo', gitRule],
  ['gcePersistentDisk', sharedRules.gcePersistentDisk],
  ['awsElasticBlockStore', sharedRules.awsElasticBlockStore],
  ['secret', all(needs('secretName'), validateKeyFiles)],
  ['nfs', sharedRules.nfs],
  ['iscsi', (source, field) => iscsiVolumeFaults(source, field)],
  ['glusterfs', sharedRules.glusterfs],
  ['flocker', sharedRules.flocker],
  ['persistentVolumeClaim', needs('claimName')],
  ['rbd', sharedRules.rbd],
  ['cinder', all(needs('volumeID'), secretNeeds('name'))],
  ['cephfs', sharedRules.cephfs],
  ['quobyte', sharedRules.quobyte],
  ['downwardAPI', (source, field) => validateDownward(source, field)],
  ['fc', sharedRules.fc],
  ['flexVolume', sharedRules.flexVolume],
  ['configMap', all(needs('name'), validateKeyFiles)],
  ['azureFile', sharedRules.azureFile],
  ['vsphereVolume', sharedRules.vsphereVolume],
  ['photonPersistentDisk', sharedRules.photonPersistentDisk],
  ['portworxVolume', sharedRules.portworxVolume],
  ['azureDisk', sharedRules.azureDisk],
  ['storageos', all(storageOsRule, secretNeeds('name'))],
  ['projected', projectedFaults],
  ['scaleIO', sharedRules.scaleIO],
  ['csi', csiRule],
  ['ephemeral', (source, field) => validateEphemeral(source, field)],
  ['image', (source, field) => validateImage(source, field)],
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
        : faultsOf(here.child('name'), name, dns1123LabelFaults)),
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
  const [first, ...more] = sourceRules.filter(([name]) => volume[name] !== undefined);
  if (first === undefined) return [fieldErrors.required(field, 'must specify a volume type')];
  const [name, rule] = first;
  return [
    ...rule(volume[name] as never, field.child(tellsUnder[name] ?? name)),
    ...more.map(([other]) =>
      fieldErrors.forbidden(field.child(secondUnder[other] ?? other), 'may not specify more than 1 volume type'),
    ),
    ...validateLongInitiator(volume, field),
  ];
}

function validateEmptyDir({ sizeLimit }: NonNullable<Volume['emptyDir']>, field: FieldPath): FieldError[] {
  if (sizeLimit === undefined || !isNegativeAmount(sizeLimit)) return [];
  return [fieldErrors.forbidden(field.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
}

const iscsiVolumeFaults: SourceRule = (source, field) => [
  ...needs('targetPortal')(source, field),
  ...validateIscsi(source, field, { beginning: ' starting with iqn, eui, or naa' }),
];

const longestInitiator = 64;

function validateLongInitiator({ name = '', iscsi }: Volume, field: FieldPath): FieldError[] {
  if (iscsi?.initiatorName === undefined) return [];
  if (byteLength(`${name}:${iscsi.targetPortal ?? ''}`) <= longestInitiator) return [];
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
