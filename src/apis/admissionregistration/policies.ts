import { type Column, describeKind } from '#machinery';
import { type FieldError, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  versionedResource,
} from '#resource';
import { validateConditions } from '../condition-validation.ts';
import { defaultMatch } from './match.ts';
import { validateMutatingPolicy } from './mutating-policy-validation.ts';
import { paramKindAccess } from './parameter-access.ts';
import type { Policy } from './policy-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { admissionV1 } from './v1/types.ts';
import { admissionV1alpha1 } from './v1alpha1/types.ts';
import { admissionV1beta1 } from './v1beta1/types.ts';
import { validateValidatingPolicy } from './validating-policy-validation.ts';

type ValidatingPolicy = Types['ValidatingAdmissionPolicy'];
type MutatingPolicy = Types['MutatingAdmissionPolicy'];

function defaults(policy: Policy): void {
  const spec = policy.spec ?? {};
  policy.spec = spec;
  spec.failurePolicy ??= 'Fail';
  defaultMatch(spec.matchConstraints);
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

const strategy: BuiltinStrategy<Policy> = {
  tracksGeneration: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  validatePermissions: paramKindAccess,
};

const GROUP = 'admissionregistration.k8s.io';
const shared = {
  categories: ['api-extensions'],
  namespaced: false,
  anyFinalizers: true,
};

const paramKindColumn: Column<Policy> = column('ParamKind', 'Kind of its parameters.', ({ spec }) => {
  const { apiVersion = '', kind = '' } = spec?.paramKind ?? {};
  return spec?.paramKind === undefined ? '<unset>' : `${apiVersion}/${kind}`;
});

export const validatingAdmissionPolicies = builtin({
  ...shared,
  group: GROUP,
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
    validateCreate: (policy: ValidatingPolicy) => validateValidatingPolicy(policy),
    validateUpdate: validateValidatingPolicy,
  },
  subresources: [
    {
      name: 'status',
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate: keepAllButStatus,
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
const mutatingPolicies = describeKind({ group: GROUP, kind: 'MutatingAdmissionPolicy', hub })
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
    validateCreate: (policy: MutatingPolicy) => validateMutatingPolicy(policy),
    validateUpdate: validateMutatingPolicy,
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
