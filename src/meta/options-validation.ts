import { type FieldError, type FieldPath, fieldErrors, path } from './field-error.ts';
import { byteLength, goCodePoint, isPrintable } from './go-text.ts';
import type { CreateOptions, DeleteOptions, ListOptions, PatchOptions, UpdateOptions } from './options.ts';

// k8s: apimachinery/pkg/apis/meta/{internalversion,v1}/validation

export function validateListOptions(options: ListOptions): FieldError[] {
  return options.watch ? validateWatch(options) : validateList(options);
}

function validateList(options: ListOptions): FieldError[] {
  const { resourceVersion, resourceVersionMatch: match, sendInitialEvents } = options;
  const faults: FieldError[] = [];
  const at = path('resourceVersionMatch');
  const forbid = (detail: string): number => faults.push(fieldErrors.forbidden(at, detail));
  if (match !== '') {
    if (resourceVersion === '') forbid('resourceVersionMatch is forbidden unless resourceVersion is provided');
    if (options.continue !== '') forbid('resourceVersionMatch is forbidden when continue is provided');
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      faults.push(fieldErrors.notSupported(at, match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && resourceVersion === '0') {
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    }
  }
  if (sendInitialEvents !== undefined) {
    faults.push(fieldErrors.forbidden(path('sendInitialEvents'), 'sendInitialEvents is forbidden for list'));
  }
  return faults;
}

function validateWatch(options: ListOptions): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const faults: FieldError[] = [];
  const at = path('resourceVersionMatch');
  const forbid = (detail: string): number => faults.push(fieldErrors.forbidden(at, detail));
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    forbid('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  }
  if (match !== '') {
    if (sendInitialEvents === undefined) {
      forbid('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
    }
    if (match !== 'NotOlderThan') faults.push(fieldErrors.notSupported(at, match, ['NotOlderThan']));
    if (options.continue !== '') forbid('resourceVersionMatch is forbidden when continue is provided');
  }
  return faults;
}

export function validateCreateOptions(options: CreateOptions): FieldError[] {
  return validateWrite(options);
}

export function validateUpdateOptions(options: UpdateOptions): FieldError[] {
  return validateWrite(options);
}

export function validatePatchOptions(options: PatchOptions, patch: { readonly apply: boolean }): FieldError[] {
  const faults: FieldError[] = [];
  if (patch.apply && options.fieldManager === '') {
    faults.push(fieldErrors.required(path('fieldManager'), 'is required for apply patch'));
  }
  if (!patch.apply && options.force !== undefined) {
    faults.push(fieldErrors.forbidden(path('force'), 'may not be specified for non-apply patch'));
  }
  return [...faults, ...validateWrite(options)];
}

function validateWrite({ fieldManager, dryRun, fieldValidation }: CreateOptions): FieldError[] {
  const validations = ['', 'Ignore', 'Strict', 'Warn'];
  return [
    ...validateFieldManager(fieldManager, path('fieldManager')),
    ...validateDryRun(dryRun),
    ...(validations.includes(fieldValidation)
      ? []
      : [fieldErrors.notSupported(path('fieldValidation'), fieldValidation, validations)]),
  ];
}

function validateDryRun(dryRun: readonly string[]): FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [fieldErrors.notSupported(path('dryRun'), dryRun, ['All'])];
}

/** At most 128 bytes, and every character printable; each other one is reported with its place in bytes. */
export function validateFieldManager(manager: string, at: FieldPath): FieldError[] {
  const maximum = 128;
  if (manager.length <= maximum && /^[ -~]*$/.test(manager)) return [];
  const faults = byteLength(manager) > maximum ? [fieldErrors.tooLong(at, maximum)] : [];
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const detail = `invalid character ${goCodePoint(character)} (at position ${position})`;
      faults.push(fieldErrors.invalid(at, manager, detail));
    }
    position += byteLength(character);
  }
  return faults;
}

const policies = ['Foreground', 'Background', 'Orphan'];

export function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const { orphanDependents, propagationPolicy } = options;
  const faults: FieldError[] = [];
  const at = path('propagationPolicy');
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    faults.push(fieldErrors.invalid(at, propagationPolicy, detail));
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    faults.push(fieldErrors.notSupported(at, propagationPolicy, [...policies, 'nil']));
  }
  return [...faults, ...validateDryRun(options.dryRun), ...validateIgnoreReadError(options)];
}

/** This option excludes all other delete options. */
function validateIgnoreReadError(options: DeleteOptions): FieldError[] {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return [];
  const at = path('ignoreStoreReadErrorWithClusterBreakingPotential');
  const others = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const;
  return others
    .filter((other) => options[other] !== undefined)
    .map((other) => fieldErrors.invalid(at, true, `cannot be set together with .${other}`));
}

/** The `includeObject` of a Table. */
export function validateIncludeObject(includeObject: string): FieldError[] {
  if (['', 'Metadata', 'Object', 'None'].includes(includeObject)) return [];
  const detail = "must be 'Metadata', 'Object', 'None', or empty";
  return [fieldErrors.invalid(path('includeObject'), includeObject, detail)];
}
