import {
  byteLength,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  qualifiedNameFaults,
} from '#meta';
import { labelDeprecation } from '../core/pod/node-label-warnings.ts';
import { validateBy } from '../field-validation.ts';

/** Rules that kinds of storage share. */

export const STORAGE_GROUP = 'storage.k8s.io';

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_SIZE = 256 * 1024;

export function validateProvisioner(field: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  return validateBy(field, name.toLowerCase(), qualifiedNameFaults);
}

export function sizeOf(texts: { readonly [key: string]: string }): number {
  return Object.entries(texts).reduce((size, [key, value]) => size + byteLength(key) + byteLength(value), 0);
}

export function validateParameter(field: FieldPath, parameters: { readonly [key: string]: string }): FieldError[] {
  if (Object.keys(parameters).length > MAX_PARAMETERS) return [fieldErrors.tooLong(field, MAX_PARAMETERS)];
  const faults: FieldError[] = [];
  if (Object.hasOwn(parameters, '')) faults.push(fieldErrors.invalid(field, '', 'field can not be empty.'));
  if (sizeOf(parameters) > MAX_PARAMETERS_SIZE) faults.push(fieldErrors.tooLong(field, MAX_PARAMETERS_SIZE));
  return faults;
}

const MAX_DRIVER_NAME = 63;

export function validateDriverName(field: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  const faults = byteLength(name) > MAX_DRIVER_NAME ? [fieldErrors.tooLong(field, MAX_DRIVER_NAME)] : [];
  return [...faults, ...validateBy(field, name, (text) => dns1123SubdomainFaults(text.toLowerCase()))];
}

/** A text for the `Warning` header about a node label that has another name by now. */
export function oldLabelWarnings(field: FieldPath, label: string): string[] {
  const why = labelDeprecation(label);
  return why === undefined ? [] : [`${field}: ${why}`];
}
