import { dns1123LabelFaults, type FieldError, type FieldPath, fieldErrors, type JsonObject } from '#meta';
import { validateOneOf } from '../declared-validation.ts';
import { faultsOf } from '../field-validation.ts';
import type { Types } from './v1alpha2/types.gen.ts';

/** What groups of pods and the templates of them have in common. */

export type SchedulingPolicy = Types['PodGroupSchedulingPolicy'];

/** Parts that belong to features which are off: taken, and dropped. */
const features = ['schedulingConstraints', 'resourceClaims', 'disruptionMode', 'priorityClassName', 'priority'];

export function dropFeatures(spec: JsonObject | undefined): void {
  for (const name of features) delete spec?.[name];
}

export function validatePolicy(field: FieldPath, policy: SchedulingPolicy): FieldError[] {
  const faults = validateOneOf(field, policy, ['basic', 'gang']);
  if (policy.gang === undefined) return faults;
  const { minCount = 0 } = policy.gang;
  const own = field.child('gang', 'minCount');
  if (minCount === 0) return [...faults, fieldErrors.required(own)];
  return minCount > 0 ? faults : [...faults, fieldErrors.invalid(own, minCount, 'must be greater than or equal to 1')];
}

export function validateRequired(
  field: FieldPath,
  value: string | undefined,
  rule: (value: string) => readonly string[],
): FieldError[] {
  return value ? faultsOf(field, value, rule) : [fieldErrors.required(field)];
}

export const validateShortName = (field: FieldPath, name: string | undefined): FieldError[] =>
  validateRequired(field, name, dns1123LabelFaults);
