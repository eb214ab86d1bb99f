import { describeKind } from '#machinery';
import { type FieldError, type FieldPath, fieldErrors, nameIsDnsSubdomain, path, pathSegmentName } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn, versionedResource } from '#resource';
import { validateBy } from '../field-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { defaultMatch, validateMatch } from './match.ts';
import { validateMutatingOperation } from './mutating-policy-validation.ts';
import { type PolicyKind, paramRefAccess } from './parameter-access.ts';
import type { Types } from './v1/types.gen.ts';
import { admissionV1 } from './v1/types.ts';
import { admissionV1alpha1 } from './v1alpha1/types.ts';
import { admissionV1beta1 } from './v1beta1/types.ts';

type ParamRef = Types['ParamRef'];
type BindingSpec = NonNullable<Binding['spec']>;
type Binding = Types['ValidatingAdmissionPolicyBinding'];

const actions = ['Audit', 'Deny', 'Warn'];
const notFoundActions = ['Deny', 'Allow'];

function validateBinding({ policyName = '', paramRef, matchResources }: BindingSpec): FieldError[] {
  const field = path('spec');
  const name = field.child('policyName');
  return [
    ...(policyName === ''
      ? [fieldErrors.required(name)]
      : validateBy(name, policyName, (text) => nameIsDnsSubdomain(text, { prefix: false }))),
    ...(paramRef === undefined ? [] : validateParamRef(field.child('paramRef'), paramRef)),
    ...validateMatch(field.child('matchResources'), matchResources),
  ];
}

function validateParamRef(field: FieldPath, { name = '', selector, parameterNotFoundAction = '' }: ParamRef) {
  const faults: FieldError[] = [];
  const both = name !== '' && selector !== undefined;
  const exclusive = (part: string): FieldError[] =>
    both ? [fieldErrors.forbidden(field.child(part), 'name and selector are mutually exclusive')] : [];
  if (name !== '') {
    faults.push(...validateBy(field.child('name'), name, (text) => pathSegmentName(text, { prefix: false })));
    faults.push(...exclusive('name'));
  }
  faults.push(...validateLabelSelector(field.child('selector'), selector), ...exclusive('selector'));
  if (name === '' && selector === undefined) {
    faults.push(fieldErrors.required(field, 'one of name or selector must be specified'));
  }
  const action = field.child('parameterNotFoundAction');
  if (parameterNotFoundAction === '') faults.push(fieldErrors.required(action));
  else if (!notFoundActions.includes(parameterNotFoundAction)) {
    faults.push(fieldErrors.notSupported(action, parameterNotFoundAction, notFoundActions));
  }
  return faults;
}

function validateAction(field: FieldPath, chosen: readonly string[]): FieldError[] {
  const faults = chosen.flatMap((action, at) => [
    ...(actions.includes(action) ? [] : [fieldErrors.notSupported(field.index(at), action, actions)]),
    ...(chosen.indexOf(action) < at ? [fieldErrors.duplicate(field.index(at), action)] : []),
  ]);
  if (chosen.includes('Deny') && chosen.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    faults.push(fieldErrors.invalid(field, chosen, why));
  }
  if (chosen.length === 0) faults.push(fieldErrors.required(field, 'at least one validation action is required'));
  return faults;
}

const validateValidating = ({ spec = {} }: Binding): FieldError[] => [
  ...validateBinding(spec),
  ...validateAction(path('spec', 'validationActions'), spec.validationActions ?? []),
];

const validateMutating = ({ spec = {} }: Binding): FieldError[] => [
  ...validateBinding(spec),
  ...validateMutatingOperation(
    path('spec', 'matchResources', 'resourceRules'),
    spec.matchResources?.resourceRules ?? [],
  ),
];

function paramText({ spec }: Binding): string {
  const { name = '', namespace = '' } = spec?.paramRef ?? {};
  return name === '' ? '<unset>' : `${namespace || '*'}/${name}`;
}

const strategyWith = (
  validate: (binding: Binding) => FieldError[],
  policies: PolicyKind,
): BuiltinStrategy<Binding> => ({
  tracksGeneration: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  validateCreate: validate,
  validateUpdate: validate,
  // Every time: the real server takes parameters for changed whenever it compares them.
  async validatePermissions({ spec = {} }, _live, permissions) {
    const { paramRef, policyName = '' } = spec;
    if (paramRef === undefined) return [];
    const { name = '', namespace = '' } = paramRef;
    return paramRefAccess({ policyName, name, namespace }, policies, permissions);
  },
});

const GROUP = 'admissionregistration.k8s.io';
const defaults = ({ spec }: Binding): void => defaultMatch(spec?.matchResources);
const shared = {
  categories: ['api-extensions'],
  namespaced: false,
  anyFinalizers: true,
  columns: [
    nameColumn,
    column('PolicyName', 'The policy put into force.', ({ spec }: Binding) => spec?.policyName ?? ''),
    column('ParamRef', 'Where its parameters are.', paramText),
    ageColumn,
  ],
};

export const validatingAdmissionPolicyBindings = builtin({
  ...shared,
  group: GROUP,
  version: 'v1',
  defaults,
  kind: 'ValidatingAdmissionPolicyBinding',
  resource: 'validatingadmissionpolicybindings',
  formerly: ['admissionregistration.k8s.io/v1alpha1', 'admissionregistration.k8s.io/v1beta1'],
  type: admissionV1.type('ValidatingAdmissionPolicyBinding'),
  strategy: strategyWith(validateValidating, { resource: 'validatingadmissionpolicies', swapsWords: false }),
});

const hub = admissionV1.type('MutatingAdmissionPolicyBinding');
const mutatingBindings = describeKind({ group: GROUP, kind: 'MutatingAdmissionPolicyBinding', hub })
  .version('v1', { type: hub, default: defaults })
  .version('v1beta1', { type: admissionV1beta1.type('MutatingAdmissionPolicyBinding'), default: defaults })
  .version('v1alpha1', {
    type: admissionV1alpha1.type('MutatingAdmissionPolicyBinding'),
    default(binding) {
      defaults(binding);
      const { paramRef } = binding.spec ?? {};
      if (paramRef !== undefined) paramRef.parameterNotFoundAction ??= 'Deny';
    },
  })
  // One release back knows no v1.
  .storedAs('v1beta1');

export const mutatingAdmissionPolicyBindings = versionedResource(mutatingBindings, {
  ...shared,
  resource: 'mutatingadmissionpolicybindings',
  deprecated: { v1alpha1: { since: '1.35', gone: '1.38' } },
  strategy: strategyWith(validateMutating, { resource: 'mutatingadmissionpolicies', swapsWords: true }),
});
