import {
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  type ObjectMeta,
  parseQuantity,
  sameJson,
  validateAnnotations,
  validateLabels,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import { validateLabelSelector } from '../../label-selector-validation.ts';
import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  TypedObjectReference as TypedReference,
} from '../v1/types.gen.ts';

/** What is claimed of persistent storage: by claims, and by templates of claims. */

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const volumeModes = ['Block', 'Filesystem'];

interface ClaimOptions {
  /** Values that an older server accepted are still accepted. */
  readonly anyLabelValues?: boolean;
  readonly anyApiGroup?: boolean;
}

export function validateClaimSpec(spec: ClaimSpec, field: FieldPath, options: ClaimOptions = {}): FieldError[] {
  const modes = spec.accessModes ?? [];
  const { volumeMode, volumeAttributesClassName = '' } = spec;
  return [
    ...(modes.length === 0
      ? [fieldErrors.required(field.child('accessModes'), 'at least 1 access mode is required')]
      : []),
    ...validateLabelSelector(field.child('selector'), spec.selector, { looseValues: options.anyLabelValues ?? false }),
    ...validateAccessMode(modes, field.child('accessModes')),
    ...validateStorage(spec.resources?.requests?.storage, field.child('resources').key('storage')),
    ...validateClassName(spec.storageClassName ?? '', field.child('storageClassName')),
    ...(volumeMode === undefined || volumeModes.includes(volumeMode)
      ? []
      : [fieldErrors.notSupported(field.child('volumeMode'), volumeMode, volumeModes)]),
    ...validateDataSource(spec, field, options),
    ...validateClassName(volumeAttributesClassName, field.child('volumeAttributesClassName')),
  ];
}

/** ReadWriteOncePod cannot be combined with another mode. */
export function validateAccessMode(modes: readonly string[], field: FieldPath): FieldError[] {
  const known = modes.filter((mode) => accessModes.includes(mode));
  const mixed = known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod');
  return [
    ...modes
      .filter((mode) => !accessModes.includes(mode))
      .map((mode) => fieldErrors.notSupported(field, mode, accessModes)),
    ...(mixed ? [fieldErrors.forbidden(field, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function validateStorage(storage: string | undefined, field: FieldPath): FieldError[] {
  if (storage === undefined) return [fieldErrors.required(field)];
  return validatePositiveAmount(storage, field);
}

export function validatePositiveAmount(amount: string, field: FieldPath): FieldError[] {
  return parseQuantity(amount).sign > 0 ? [] : [fieldErrors.invalid(field, amount, 'must be greater than zero')];
}

export function validateClassName(name: string, field: FieldPath): FieldError[] {
  return name === '' ? [] : validateBy(field, name, (value) => nameIsDnsSubdomain(value, { prefix: false }));
}

function validateDataSource(spec: ClaimSpec, field: FieldPath, options: ClaimOptions): FieldError[] {
  const { dataSource, dataSourceRef } = spec;
  // Messages show the path of the data source as a value without members.
  const at = field.child('dataSource');
  const namespace = dataSourceRef?.namespace ?? '';
  const faults = [
    ...(dataSource === undefined ? [] : validateReference(dataSource, at, options)),
    ...(dataSourceRef === undefined ? [] : validateReference(dataSourceRef, field.child('dataSourceRef'), options)),
    ...(namespace === ''
      ? []
      : validateBy(field.child('dataSourceRef', 'namespace'), namespace, (value) =>
          nameIsDnsLabel(value, { prefix: false }),
        )),
  ];
  if (dataSource === undefined || dataSourceRef === undefined) return faults;
  if (namespace !== '') {
    const why = 'may not be specified when dataSourceRef.namespace is specified';
    return [...faults, fieldErrors.invalid(field, {}, why)];
  }
  const same = (['apiGroup', 'kind', 'name'] as const).every((name) => sameJson(dataSource[name], dataSourceRef[name]));
  return same ? faults : [...faults, fieldErrors.invalid(field, {}, 'must match dataSourceRef')];
}

function validateReference(reference: TypedReference, field: FieldPath, { anyApiGroup }: ClaimOptions): FieldError[] {
  const { kind = '', name = '' } = reference;
  const apiGroup = reference.apiGroup ?? '';
  const core = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...(name === '' ? [fieldErrors.required(field.child('name'))] : []),
    ...(kind === '' ? [fieldErrors.required(field.child('kind'))] : []),
    ...(apiGroup === '' && kind !== 'PersistentVolumeClaim' ? [fieldErrors.invalid(field, kind, core)] : []),
    ...(apiGroup === '' || anyApiGroup ? [] : validateBy(field.child('apiGroup'), apiGroup, dns1123SubdomainFaults)),
  ];
}

/** A template's metadata is only labels and annotations. */
export function validateTemplateMetadata(metadata: ObjectMeta, field: FieldPath): FieldError[] {
  const { labels, annotations, ...others } = metadata;
  return [
    ...validateAnnotations(annotations, field.child('annotations')),
    ...validateLabels(labels, field.child('labels')),
    ...Object.entries(others).flatMap(([name, value]) =>
      value === undefined || value === null || value === ''
        ? []
        : [fieldErrors.forbidden(field.child(name === 'uid' ? 'uID' : name), 'cannot be set')],
    ),
  ];
}
