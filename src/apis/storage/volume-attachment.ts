import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsSubdomain,
  path,
  rangeFault,
  sameJson,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, keepAllButStatus, keepStatus, nameColumn } from '#resource';
import { setWrittenVolumeDefaults } from '../core/persistent-volume.ts';
import { validateInlineVolume } from '../core/persistent-volume-validation.ts';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { STORAGE_GROUP, sizeOf, validateDriverName } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';

type Source = Types['VolumeAttachmentSource'];
type VolumeError = Types['VolumeError'];
type Status = Types['VolumeAttachmentStatus'];
type VolumeAttachment = Types['VolumeAttachment'];

const MAX_METADATA_SIZE = 256 * 1024;
const MAX_MESSAGE = 1024;
const MAX_INT32 = 2 ** 31 - 1;
const nameFaults = (name: string): readonly string[] => nameIsDnsSubdomain(name, { prefix: false });

function validateSource(field: FieldPath, { persistentVolumeName: name, inlineVolumeSpec: inline }: Source) {
  const oneOf = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (name === undefined && inline === undefined) return [fieldErrors.required(field, oneOf)];
  if (name !== undefined && inline !== undefined) return [fieldErrors.forbidden(field, oneOf)];
  if (inline !== undefined) return validateInlineVolume(inline, field.child('inlineVolumeSpec'));
  if (name !== '') return [];
  return [fieldErrors.required(field.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')];
}

function validateError(field: FieldPath, { message = '', errorCode = 0 }: VolumeError): FieldError[] {
  const faults: FieldError[] = [];
  if (byteLength(message) > MAX_MESSAGE) faults.push(fieldErrors.tooLong(field.child('message'), MAX_MESSAGE));
  if (errorCode < 0) faults.push(fieldErrors.invalid(field.child('errorCode'), errorCode, rangeFault(0, MAX_INT32)));
  return faults;
}

function validateStatus(field: FieldPath, status: Status): FieldError[] {
  const { attachmentMetadata = {}, attachError = {}, detachError = {} } = status;
  const faults: FieldError[] = [];
  if (sizeOf(attachmentMetadata) > MAX_METADATA_SIZE) {
    faults.push(fieldErrors.tooLong(field.child('attachmentMetadata'), MAX_METADATA_SIZE));
  }
  faults.push(...validateError(field.child('attachError'), attachError));
  faults.push(...validateError(field.child('detachError'), detachError));
  return faults;
}

function validate({ spec = {}, status = {} }: VolumeAttachment): FieldError[] {
  const { attacher = '', source = {}, nodeName = '' } = spec;
  const volume = source.persistentVolumeName;
  const field = path('spec');
  return [
    ...validateDriverName(field.child('attacher'), attacher),
    ...validateSource(field.child('source'), source),
    ...validateBy(field.child('nodeName'), nodeName, nameFaults),
    ...validateStatus(path('status'), status),
    ...(volume === undefined ? [] : validateBy(field.child('source', 'persistentVolumeName'), volume, nameFaults)),
  ];
}

function validateChanged({ spec = {} }: VolumeAttachment, live: VolumeAttachment): FieldError[] {
  if (sameJson(spec, live.spec)) return [];
  const shown = goValue(storageV1.type('VolumeAttachmentSpec'), spec);
  return [fieldErrors.invalid(path('spec'), shown, 'field is immutable')];
}

const validateUpdate = (object: VolumeAttachment, live: VolumeAttachment): FieldError[] => [
  ...validate(object),
  ...validateChanged(object, live),
];

const strategy: BuiltinStrategy<VolumeAttachment> = {
  returnsDeletedObject: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  prepareForCreate(object) {
    object.status = { attached: false };
  },
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate,
};

export const volumeAttachments = builtin({
  group: STORAGE_GROUP,
  version: 'v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  formerly: ['storage.k8s.io/v1alpha1', 'storage.k8s.io/v1beta1'],
  namespaced: false,
  type: storageV1.type('VolumeAttachment'),
  defaults({ spec }) {
    const inline = spec?.source?.inlineVolumeSpec;
    if (inline !== undefined) setWrittenVolumeDefaults(inline);
  },
  strategy,
  subresources: [
    {
      name: 'status',
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate,
      },
    },
  ],
  columns: [
    nameColumn,
    {
      ...column('Attacher', 'Driver that attaches it.', ({ spec }: VolumeAttachment) => spec?.attacher ?? ''),
      format: 'name',
    },
    column('PV', 'The volume.', ({ spec }: VolumeAttachment) => spec?.source?.persistentVolumeName ?? ''),
    column('Node', 'The node.', ({ spec }: VolumeAttachment) => spec?.nodeName ?? ''),
    {
      ...column('Attached', 'Whether it is attached.', ({ status }: VolumeAttachment) => status?.attached ?? false),
      type: 'boolean',
    },
    ageColumn,
  ],
});
