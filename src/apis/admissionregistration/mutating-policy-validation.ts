import { type FieldError, type FieldPath, fieldErrors, path } from '#meta';
import { ExpressionRules, type Expressions } from './expression-validation.ts';
import { reinvocationPolicies, validateOption } from './match.ts';
import { validatePolicy } from './policy-validation.ts';
import type { Types } from './v1/types.gen.ts';

type Mutation = Types['Mutation'];
type MutatingSpec = Types['MutatingAdmissionPolicySpec'];
type MutatingPolicy = Types['MutatingAdmissionPolicy'];

const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** The place is told without positions, as on the real server. */
export function validateMutatingOperation(field: FieldPath, rules: readonly { operations?: string[] }[]): FieldError[] {
  return rules
    .flatMap(({ operations = [] }) => operations)
    .filter((operation) => !mutatingOperations.includes(operation))
    .map((operation) => fieldErrors.notSupported(field.child('operations'), operation, mutatingOperations));
}

export function validateMutatingPolicy({ spec = {} }: MutatingPolicy, live?: MutatingPolicy): FieldError[] {
  const { reinvocationPolicy = '', matchConstraints } = spec;
  const field = path('spec');
  const rules = ExpressionRules.of(spec, { composes: true });
  const ruleField = field.child('matchConstraints', 'resourceRules');
  return [
    ...validatePolicy({
      spec,
      live: live?.spec,
      rules,
      operations: () => validateMutatingOperation(ruleField, matchConstraints?.resourceRules ?? []),
    }),
    ...validateMutations(field.child('mutations'), spec, { rules, stored: storedIn(live?.spec) }),
    ...(reinvocationPolicy === ''
      ? [fieldErrors.required(field.child('reinvocationPolicy'))]
      : validateOption(field.child('reinvocationPolicy'), reinvocationPolicy, reinvocationPolicies)),
  ];
}

interface Checking {
  readonly rules: ExpressionRules;
  readonly stored: Expressions;
}

/** The real server looks here for patches too. */
function storedIn(live: MutatingSpec | undefined): Expressions {
  return new Set((live?.mutations ?? []).map(({ applyConfiguration }) => applyConfiguration?.expression ?? ''));
}

function validateMutations(field: FieldPath, { mutations = [] }: MutatingSpec, checking: Checking): FieldError[] {
  if (mutations.length === 0) return [fieldErrors.required(field, 'mutations must contain at least one item')];
  return mutations.flatMap((one, at) => validateMutation(field.index(at), one, checking));
}

const patchTypes = ['ApplyConfiguration', 'JSONPatch'];
const partOf = {
  ApplyConfiguration: { own: 'applyConfiguration', other: 'jsonPatch', result: 'configuration' },
  JSONPatch: { own: 'jsonPatch', other: 'applyConfiguration', result: 'jsonPatch' },
} as const;

function validateMutation(field: FieldPath, mutation: Mutation, { rules, stored }: Checking): FieldError[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [fieldErrors.required(field.child('patchType'))];
  if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') {
    return [fieldErrors.notSupported(field.child('patchType'), patchType, patchTypes)];
  }
  const { own, other, result } = partOf[patchType];
  const faults: FieldError[] = [];
  const part = mutation[own];
  const written = part?.expression ?? '';
  const expression = written.trim();
  const place = field.child(own, 'expression');
  if (part === undefined) {
    faults.push(fieldErrors.required(field.child(own), `must be specified when patchType is ${patchType}`));
  } else if (expression === '') faults.push(fieldErrors.required(place));
  else faults.push(...rules.validate(place, { expression, result }, stored));
  if (mutation[other] !== undefined) {
    const why = `must not be specified when patchType is ${patchType}`;
    faults.push(fieldErrors.invalid(field.child(other), `{${other}}`, why));
  }
  return faults;
}
