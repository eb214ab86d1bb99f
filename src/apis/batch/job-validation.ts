import { byteLength, type FieldError, type FieldPath, fieldErrors, validateDomainPath } from '#meta';
import { validateCount } from '../apps/workload-validation.ts';
import { validatePodTemplateSpec } from '../core/pod/pod-template-validation.ts';
import { validateFailurePolicy, validateSuccessPolicy } from './job-policy-validation.ts';
import { isIndexed, type JobSpec } from './job-types.ts';

const limits = {
  parallelism: 100_000,
  failedIndexes: 100_000,
  manyCompletions: 100_000,
  /** Of parallelism and of failed indexes, where there are many completions. */
  withMany: 10_000,
  managedByLength: 63,
};

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

/** What jobs and templates of jobs have in common. k8s: batch/validation validateJobSpec */
export function validateJobSpec(spec: JobSpec, at: FieldPath): FieldError[] {
  const { maxFailedIndexes, backoffLimitPerIndex, managedBy } = spec;
  return [
    ...validateCount(spec, counts, at),
    ...(maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [fieldErrors.required(at.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified')]
      : []),
    ...(managedBy === undefined ? [] : validateManager(managedBy, at.child('managedBy'))),
    ...validateMode(spec, at),
    ...(spec.podFailurePolicy === undefined ? [] : validateFailurePolicy(spec, at.child('podFailurePolicy'))),
    ...(spec.successPolicy === undefined ? [] : validateSuccessPolicyUse(spec, at.child('successPolicy'))),
    ...validateReplacement(spec, at.child('podReplacementPolicy')),
    ...validatePodTemplateSpec(spec.template ?? {}, at.child('template')),
    ...validateRestart(spec, at.child('template', 'spec', 'restartPolicy')),
  ];
}

function validateManager(manager: string, field: FieldPath): FieldError[] {
  return [
    ...validateDomainPath(field, manager),
    ...(byteLength(manager) > limits.managedByLength ? [fieldErrors.tooLong(field, limits.managedByLength)] : []),
  ];
}

function validateMode(spec: JobSpec, at: FieldPath): FieldError[] {
  const { completionMode, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const modes = ['NonIndexed', 'Indexed'];
  if (isIndexed(spec)) return validateIndexed(spec, at);
  if (completionMode !== undefined && completionMode !== 'NonIndexed') {
    return [fieldErrors.notSupported(at.child('completionMode'), completionMode, modes)];
  }
  const why = 'requires indexed completion mode';
  return [
    ...(backoffLimitPerIndex === undefined
      ? []
      : [fieldErrors.invalid(at.child('backoffLimitPerIndex'), backoffLimitPerIndex, why)]),
    ...(maxFailedIndexes === undefined
      ? []
      : [fieldErrors.invalid(at.child('maxFailedIndexes'), maxFailedIndexes, why)]),
  ];
}

function validateIndexed(spec: JobSpec, at: FieldPath): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes: failed } = spec;
  const atMost = (name: string, value: number, rule: string): FieldError =>
    fieldErrors.invalid(at.child(name), value, `must be less than or equal to ${rule}`);
  const faults: FieldError[] = [];
  if (completions === undefined) {
    faults.push(fieldErrors.required(at.child('completions'), 'when completion mode is Indexed'));
  }
  if (parallelism > limits.parallelism) {
    faults.push(atMost('parallelism', parallelism, `${limits.parallelism} when completion mode is Indexed`));
  }
  if (failed !== undefined && completions !== undefined && failed > completions) {
    faults.push(atMost('maxFailedIndexes', failed, 'completions'));
  }
  if (failed !== undefined && failed > limits.failedIndexes) {
    faults.push(atMost('maxFailedIndexes', failed, String(limits.failedIndexes)));
  }
  return [...faults, ...validateManyCompletions(spec, at, atMost)];
}

function validateManyCompletions(
  { completions = 0, backoffLimitPerIndex, parallelism = 0, maxFailedIndexes: failed }: JobSpec,
  at: FieldPath,
  atMost: (name: string, value: number, rule: string) => FieldError,
): FieldError[] {
  if (completions <= limits.manyCompletions || backoffLimitPerIndex === undefined) return [];
  const rule = `${limits.withMany} when completions are above ${limits.manyCompletions} and used with backoff limit per index`;
  const missing = `must be specified when completions is above ${limits.manyCompletions}`;
  return [
    ...(failed === undefined ? [fieldErrors.required(at.child('maxFailedIndexes'), missing)] : []),
    ...(parallelism > limits.withMany ? [atMost('parallelism', parallelism, rule)] : []),
    ...(failed !== undefined && failed > limits.withMany ? [atMost('maxFailedIndexes', failed, rule)] : []),
  ];
}

function validateSuccessPolicyUse(spec: JobSpec, field: FieldPath): FieldError[] {
  if (isIndexed(spec)) return validateSuccessPolicy(spec, field);
  // Messages show the Go struct.
  const shown = {
    Rules:
      spec.successPolicy?.rules?.map(({ succeededIndexes = null, succeededCount = null }) => ({
        SucceededIndexes: succeededIndexes,
        SucceededCount: succeededCount,
      })) ?? null,
  };
  return [fieldErrors.invalid(field, shown, 'requires indexed completion mode')];
}

function validateReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: JobSpec,
  field: FieldPath,
): FieldError[] {
  const known = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  return policy === undefined || known.includes(policy) ? [] : [fieldErrors.notSupported(field, policy, known)];
}

function validateRestart({ template, podFailurePolicy }: JobSpec, field: FieldPath): FieldError[] {
  const policy = template?.spec?.restartPolicy ?? '';
  if (policy === 'Always' || policy === '') return [fieldErrors.required(field, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') {
    return [fieldErrors.notSupported(field, policy, ['OnFailure', 'Never'])];
  }
  if (podFailurePolicy === undefined || policy === 'Never') return [];
  return [fieldErrors.invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}
