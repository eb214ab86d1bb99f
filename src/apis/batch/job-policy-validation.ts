import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  omitValue,
  qualifiedNameFaults,
} from '#meta';
import { validateBy } from '../field-validation.ts';
import { validateNotNegative } from '../number-validation.ts';
import { countIndexes } from './job-indexes.ts';
import type { ConditionPattern, ExitCodes, FailureRule, JobSpec, SuccessRule } from './job-types.ts';

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const operators = ['In', 'NotIn'];
const statuses = ['False', 'True', 'Unknown'];
const most = { rules: 20, values: 255, patterns: 20, indexesLength: 64 * 1024 };

/** `valid values: ["In" "NotIn"]` */
const validValues = (values: readonly string[]): string => `valid values: [${values.map(goQuote).join(' ')}]`;

/** One of a few words, told apart from none at all. */
function validateWord(field: FieldPath, value: string, words: readonly string[]): FieldError[] {
  if (value === '') return [fieldErrors.required(field, validValues(words))];
  return words.includes(value) ? [] : [fieldErrors.notSupported(field, value, words)];
}

export function validateFailurePolicy(spec: JobSpec, at: FieldPath): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const field = at.child('rules');
  return [
    ...(rules.length > most.rules ? [fieldErrors.tooMany(field, rules.length, most.rules)] : []),
    ...rules.flatMap((rule, position) => validateFailureRule(rule, field.index(position), spec)),
  ];
}

function validateFailureRule(rule: FailureRule, at: FieldPath, spec: JobSpec): FieldError[] {
  const { action = '', onExitCodes, onPodConditions = [] } = rule;
  const both = onExitCodes !== undefined && onPodConditions.length > 0;
  const none = onExitCodes === undefined && onPodConditions.length === 0;
  const whole = (why: string): FieldError => fieldErrors.invalid(at, omitValue, why);
  return [
    ...(action === 'FailIndex' && spec.backoffLimitPerIndex === undefined
      ? [fieldErrors.invalid(at.child('action'), action, 'requires the backoffLimitPerIndex to be set')]
      : validateWord(at.child('action'), action, actions)),
    ...(onExitCodes === undefined ? [] : validateExitCodes(onExitCodes, at.child('onExitCodes'), spec)),
    ...validatePatterns(onPodConditions, at.child('onPodConditions')),
    ...(both ? [whole('specifying both OnExitCodes and OnPodConditions is not supported')] : []),
    ...(none ? [whole('specifying one of OnExitCodes and OnPodConditions is required')] : []),
  ];
}

function validateExitCodes(
  { operator = '', containerName, values }: ExitCodes,
  at: FieldPath,
  spec: JobSpec,
): FieldError[] {
  const { containers, initContainers } = spec.template?.spec ?? {};
  const names = [...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name);
  const why = 'must be one of the container or initContainer names in the pod template';
  return [
    ...validateWord(at.child('operator'), operator, operators),
    ...(containerName === undefined || names.includes(containerName)
      ? []
      : [fieldErrors.invalid(at.child('containerName'), containerName, why)]),
    ...validateCode(values, operator, at.child('values')),
  ];
}

function validateCode(given: readonly number[] | null | undefined, operator: string, at: FieldPath): FieldError[] {
  const codes = given ?? [];
  if (codes.length === 0) return [fieldErrors.invalid(at, given ?? null, 'at least one value is required')];
  const seen = new Set<number>();
  const faults = codes.length > most.values ? [fieldErrors.tooMany(at, codes.length, most.values)] : [];
  for (const [position, code] of codes.entries()) {
    if (operator === 'In' && code === 0) {
      faults.push(fieldErrors.invalid(at.index(position), code, 'must not be 0 for the In operator'));
    }
    if (seen.has(code)) faults.push(fieldErrors.duplicate(at.index(position), code));
    seen.add(code);
  }
  const isOrdered = codes.every((code, position) => position === 0 || (codes[position - 1] as number) <= code);
  return isOrdered ? faults : [...faults, fieldErrors.invalid(at, codes, 'must be ordered')];
}

function validatePatterns(patterns: readonly ConditionPattern[], at: FieldPath): FieldError[] {
  return [
    ...(patterns.length > most.patterns ? [fieldErrors.tooMany(at, patterns.length, most.patterns)] : []),
    ...patterns.flatMap(({ type = '', status = '' }, position) => [
      ...validateBy(at.index(position).child('type'), type, qualifiedNameFaults),
      ...validateWord(at.index(position).child('status'), status, statuses),
    ]),
  ];
}

export function validateSuccessPolicy(spec: JobSpec, at: FieldPath): FieldError[] {
  const rules = spec.successPolicy?.rules ?? [];
  const field = at.child('rules');
  const why = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...(rules.length === 0 ? [fieldErrors.required(field, why)] : []),
    ...(rules.length > most.rules ? [fieldErrors.tooMany(field, rules.length, most.rules)] : []),
    ...rules.flatMap((rule, position) => validateSuccessRule(rule, field.index(position), spec.completions ?? 0)),
  ];
}

function validateSuccessRule(
  { succeededIndexes, succeededCount }: SuccessRule,
  at: FieldPath,
  completions: number,
): FieldError[] {
  if (succeededIndexes === undefined && succeededCount === undefined) {
    return [fieldErrors.required(at, 'at least one of succeededCount or succeededIndexes must be specified')];
  }
  const read = countIndexes(succeededIndexes ?? '', completions);
  const indexes = at.child('succeededIndexes');
  const faults: FieldError[] = [];
  if (byteLength(succeededIndexes ?? '') > most.indexesLength) {
    faults.push(fieldErrors.tooLong(indexes, most.indexesLength));
  }
  if ('fault' in read) {
    faults.push(fieldErrors.invalid(indexes, succeededIndexes, `error parsing succeededIndexes: ${read.fault}`));
  }
  if (succeededCount === undefined) return faults;
  const field = at.child('succeededCount');
  const tooMany = (limit: number, what: string): FieldError[] =>
    succeededCount > limit
      ? [fieldErrors.invalid(field, succeededCount, `must be less than or equal to ${limit} (the number of ${what})`)]
      : [];
  const total = 'fault' in read ? 0 : read.total;
  return [
    ...faults,
    ...validateNotNegative(field, succeededCount),
    ...tooMany(completions, 'specified completions'),
    ...(succeededIndexes === undefined ? [] : tooMany(total, 'indexes in the specified succeededIndexes field')),
  ];
}
