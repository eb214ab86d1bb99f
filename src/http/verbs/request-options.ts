import type { FieldValidation } from '#machinery';
import {
  apiErrors,
  type FieldError,
  type ListOptions,
  parseQueryOptions,
  validateListOptions,
  withListDefaults,
} from '#meta';
import { readSelectors } from '#registry';
import type { VerbCall } from './context.ts';

export function listOptionsOf(request: VerbCall): ListOptions {
  const options = withListDefaults(parseQueryOptions('list', request.query));
  const faults = validateListOptions(options);
  // Selectors are read with the options: one that is none is told first.
  if (faults.length > 0) readSelectors(options);
  refuse('ListOptions', faults);
  return options;
}

/** Options that do not fit together or have values of their own making. */
export function refuse(kind: string, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw apiErrors.invalid({ group: 'meta.k8s.io', kind }, '', faults);
}

export function validationOf(asked: string): FieldValidation {
  return asked === 'Strict' || asked === 'Ignore' ? asked : 'Warn';
}
