import { type Column, describeKind } from '#machinery';
import { type FieldError, type FieldPath, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepMetadata,
  keepSpec,
  keepStatus,
  nameColumn,
  versionedResource,
} from '#resource';
import { type Condition, validateConditions } from '../condition-validation.ts';
import { goValue } from '../go-value.ts';
import { defaultMatch, reinvocationPolicies, validateOption } from './match.ts';
import { paramKindAccess } from './parameter-access.ts';
import {
  type AuditAnnotation,
  type Policy,
  type PolicySpec,
  type Validation,
  validateAnnotation,
  validatePolicy,
  validateValidation,
} from './policy-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { admissionV1 } from './v1/types.ts';
import { admissionV1alpha1 } from './v1alpha1/types.ts';
import { admissionV1beta1 } from './v1beta1/types.ts';

interface ValidatingSpec extends PolicySpec {
  validations?: Validation[];
  auditAnnotations?: AuditAnnotation[];
}
interface ValidatingPolicy extends Policy {
  spec?: ValidatingSpec;
  status?: {
    typeChecking?: { expressionWarnings?: { fieldRef?: string; warning?: string }[] };
    conditions?: Condition[];
  };
}
type Mutation = Types['Mutation'];
interface MutatingSpec extends PolicySpec {
  mutations?: Mutation[];
  reinvocationPolicy?: string;
}
interface MutatingPolicy extends Policy {
  spec?: MutatingSpec;
}

const maxAnnotations = 20;

function defaults(policy: Policy): void {
  const spec = policy.spec ?? {};
  policy.spec = spec;
  spec.failurePolicy ??= 'Fail';
  defaultMatch(spec.matchConstraints);
}

function validateValidating(policy: ValidatingPolicy, live?: ValidatingPolicy): FieldError[] {
  const { spec = {}, metadata } = policy;
  const { validations = [], auditAnnotations: annotations = [] } = spec;
  const field = path('spec');
  const faults = validatePolicy(spec, live?.spec);
  if (validations.length === 0 && annotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    return [
      ...faults,
      ...['validations', 'auditAnnotations'].map((part) => fieldErrors.required(field.child(part), why)),
    ];
  }
  return [
    ...faults,
    ...validations.flatMap((one, at) => validateValidation(field.child('validations').index(at), one)),
    ...validateAllAnnotation(field.child('auditAnnotations'), metadata.name ?? '', annotations),
  ];
}

function validateAllAnnotation(field: FieldPath, name: string, annotations: readonly AuditAnnotation[]): FieldError[] {
  const faults = annotations.flatMap((annotation, at) => {
    const { key = '' } = annotation;
    const own = validateAnnotation(field.index(at), name, annotation);
    const repeated = annotations.slice(0, at).some((other) => (other.key ?? '') === key);
    return repeated ? [...own, fieldErrors.duplicate(field.index(at).child('key'), key)] : own;
  });
  if (annotations.length <= maxAnnotations) return faults;
  const shown = annotations.map((annotation) => goValue(admissionV1.type('AuditAnnotation'), annotation));
  const why = `must not have more than ${maxAnnotations} auditAnnotations`;
  return [fieldErrors.invalid(field, shown, why), ...faults];
}

function validateStatus({ status = {} }: ValidatingPolicy): FieldError[] {
  const warnings = status.typeChecking?.expressionWarnings ?? [];
  const field = path('status', 'typeChecking', 'expressionWarnings');
  return [
    ...warnings.flatMap(({ fieldRef = '', warning = '' }, at) => [
      ...(warning === '' ? [fieldErrors.required(field.index(at).child('warning'))] : []),
      ...(fieldRef.trim() === '' ? [fieldErrors.required(field.index(at).child('fieldRef'))] : []),
    ]),
    ...validateConditions(status.conditions ?? [], path('status', 'conditions')),
  ];
}

const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** The place is told without positions, as on the real server. */
export function validateMutatingOperation(field: FieldPath, rules: readonly { operations?: string[] }[]): FieldError[] {
  return rules
    .flatMap(({ operations = [] }) => operations)
    .filter((operation) => !mutatingOperations.includes(operation))
    .map((operation) => fieldErrors.notSupported(field.child('operations'), operation, mutatingOperations));
}

function validateMutating({ spec = {} }: MutatingPolicy, live?: MutatingPolicy): FieldError[] {
  const { mutations = [], reinvocationPolicy = '', matchConstraints } = spec;
  const field = path('spec');
  return [
    ...validatePolicy(spec, live?.spec),
    ...validateMutatingOperation(
      field.child('matchConstraints', 'resourceRules'),
      matchConstraints?.resourceRules ?? [],
    ),
    ...(mutations.length === 0
      ? [fieldErrors.required(field.child('mutations'), 'mutations must contain at least one item')]
      : mutations.flatMap((one, at) => validateMutation(field.child('mutations').index(at), one))),
    ...(reinvocationPolicy === ''
      ? [fieldErrors.required(field.child('reinvocationPolicy'))]
      : validateOption(field.child('reinvocationPolicy'), reinvocationPolicy, reinvocationPolicies)),
  ];
}

const patchTypes = ['ApplyConfiguration', 'JSONPatch'];
const partOf = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

function validateMutation(field: FieldPath, mutation: Mutation): FieldError[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [fieldErrors.required(field.child('patchType'))];
  if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') {
    return [fieldErrors.notSupported(field.child('patchType'), patchType, patchTypes)];
  }
  const wanted = partOf[patchType];
  const other = wanted === 'jsonPatch' ? 'applyConfiguration' : 'jsonPatch';
  const faults: FieldError[] = [];
  if (mutation[wanted] === undefined) {
    faults.push(fieldErrors.required(field.child(wanted), `must be specified when patchType is ${patchType}`));
  } else if ((mutation[wanted].expression ?? '').trim() === '') {
    faults.push(fieldErrors.required(field.child(wanted, 'expression')));
  }
  if (mutation[other] !== undefined) {
    const why = `must not be specified when patchType is ${patchType}`;
    faults.push(fieldErrors.invalid(field.child(other), `{${other}}`, why));
  }
  return faults;
}

const notEvaluated =
  'admission policies are kept and published, but this server does not evaluate them yet: requests go on as if there were none';

const strategy: BuiltinStrategy = {
  tracksGeneration: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  validatePermissions: paramKindAccess,
  warnings: (_, live) => (live === undefined ? [notEvaluated] : []),
};

const group = 'admissionregistration.k8s.io';
const shared = {
  categories: ['api-extensions'],
  namespaced: false,
  anyFinalizers: true,
};

const paramKindColumn: Column = column('ParamKind', 'Kind of its parameters.', ({ spec }: Policy) => {
  const { apiVersion = '', kind = '' } = spec?.paramKind ?? {};
  return spec?.paramKind === undefined ? '<unset>' : `${apiVersion}/${kind}`;
});

export const validatingAdmissionPolicies = builtin({
  ...shared,
  group,
  version: 'v1',
  defaults,
  kind: 'ValidatingAdmissionPolicy',
  resource: 'validatingadmissionpolicies',
  formerly: ['admissionregistration.k8s.io/v1alpha1', 'admissionregistration.k8s.io/v1beta1'],
  type: admissionV1.type('ValidatingAdmissionPolicy'),
  strategy: {
    ...strategy,
    prepareForCreate(policy: ValidatingPolicy) {
      policy.status = {};
    },
    prepareForUpdate: keepStatus,
    validateCreate: (policy: ValidatingPolicy) => validateValidating(policy),
    validateUpdate: validateValidating,
  },
  subresources: [
    {
      name: 'status',
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate(policy: ValidatingPolicy, live: ValidatingPolicy) {
          keepSpec(policy, live);
          keepMetadata(policy, live);
        },
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    nameColumn,
    {
      ...column(
        'Validations',
        'How many rules it has.',
        ({ spec }: ValidatingPolicy) => spec?.validations?.length ?? 0,
      ),
      type: 'integer',
    },
    paramKindColumn,
    ageColumn,
  ],
});

const hub = admissionV1.type('MutatingAdmissionPolicy');
const mutatingPolicies = describeKind({ group, kind: 'MutatingAdmissionPolicy', hub })
  .version('v1', { type: hub, default: defaults })
  .version('v1beta1', { type: admissionV1beta1.type('MutatingAdmissionPolicy'), default: defaults })
  .version('v1alpha1', { type: admissionV1alpha1.type('MutatingAdmissionPolicy'), default: defaults })
  // One release back knows no v1.
  .storedAs('v1beta1');

export const mutatingAdmissionPolicies = versionedResource(mutatingPolicies, {
  ...shared,
  resource: 'mutatingadmissionpolicies',
  deprecated: { v1alpha1: { since: '1.35', gone: '1.38' } },
  strategy: {
    ...strategy,
    validateCreate: (policy: MutatingPolicy) => validateMutating(policy),
    validateUpdate: validateMutating,
  },
  columns: [
    nameColumn,
    {
      ...column('Mutations', 'How many changes it makes.', ({ spec }: MutatingPolicy) => spec?.mutations?.length ?? 0),
      type: 'integer',
    },
    paramKindColumn,
    ageColumn,
  ],
});
