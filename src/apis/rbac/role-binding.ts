import type { Column } from '#machinery';
import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsSubdomain,
  path,
  pathSegmentName,
  sameJson,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn, wideColumn } from '#resource';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { RBAC_GROUP, rbacStrategy } from './role.ts';
import type { Types } from './v1/types.gen.ts';
import { rbacV1 } from './v1/types.ts';

type Subject = Types['Subject'];
type RoleRef = Types['RoleRef'];
type RoleBinding = Types['RoleBinding'];

function defaults(binding: RoleBinding): void {
  if (!binding.roleRef?.apiGroup) binding.roleRef = { ...binding.roleRef, apiGroup: RBAC_GROUP };
  for (const subject of binding.subjects ?? []) {
    if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = RBAC_GROUP;
  }
}

function validateRoleRef({ apiGroup = '', kind = '', name = '' }: RoleRef, kinds: readonly string[]): FieldError[] {
  const field = path('roleRef');
  const faults: FieldError[] = [];
  if (apiGroup !== RBAC_GROUP) faults.push(fieldErrors.notSupported(field.child('apiGroup'), apiGroup, [RBAC_GROUP]));
  if (!kinds.includes(kind)) faults.push(fieldErrors.notSupported(field.child('kind'), kind, kinds));
  if (name === '') faults.push(fieldErrors.required(field.child('name')));
  else faults.push(...validateBy(field.child('name'), name, (text) => pathSegmentName(text, { prefix: false })));
  return faults;
}

function validateSubject(subject: Subject, field: FieldPath, { namespaced }: { readonly namespaced: boolean }) {
  const { kind = '', apiGroup = '', name = '' } = subject;
  const faults: FieldError[] = name === '' ? [fieldErrors.required(field.child('name'))] : [];
  if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== RBAC_GROUP) faults.push(fieldErrors.notSupported(field.child('apiGroup'), apiGroup, [RBAC_GROUP]));
  } else if (kind === 'ServiceAccount') {
    faults.push(...validateServiceAccount(subject, field, namespaced));
  } else {
    faults.push(fieldErrors.notSupported(field.child('kind'), kind, ['ServiceAccount', 'User', 'Group']));
  }
  return faults;
}

function validateServiceAccount(subject: Subject, field: FieldPath, namespaced: boolean): FieldError[] {
  const { apiGroup = '', name = '', namespace = '' } = subject;
  const faults: FieldError[] = [];
  if (name !== '') {
    faults.push(...validateBy(field.child('name'), name, (text) => nameIsDnsSubdomain(text, { prefix: false })));
  }
  if (apiGroup !== '') faults.push(fieldErrors.notSupported(field.child('apiGroup'), apiGroup, ['']));
  if (!namespaced && namespace === '') faults.push(fieldErrors.required(field.child('namespace')));
  return faults;
}

function validateRoleChange({ roleRef = {} }: RoleBinding, live: RoleBinding): FieldError[] {
  if (sameJson(roleRef, live.roleRef)) return [];
  const shown = goValue(rbacV1.type('RoleRef'), roleRef);
  return [fieldErrors.invalid(path('roleRef'), shown, 'cannot change roleRef')];
}

function strategyFor(kinds: readonly string[], scope: { readonly namespaced: boolean }): BuiltinStrategy<RoleBinding> {
  const validate = ({ roleRef = {}, subjects = [] }: RoleBinding): FieldError[] => [
    ...validateRoleRef(roleRef, kinds),
    ...subjects.flatMap((subject, at) => validateSubject(subject, path('subjects').index(at), scope)),
  ];
  return {
    ...rbacStrategy,
    validateCreate: validate,
    validateUpdate: validate,
    validateChange: validateRoleChange,
  };
}

const namesOf = ({ subjects = [] }: RoleBinding, kind: string): string =>
  subjects
    .filter((subject) => subject.kind === kind)
    .map(({ name = '', namespace = '' }) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ');

const columns: readonly Column<RoleBinding>[] = [
  nameColumn,
  column('Role', 'The role it gives.', ({ roleRef }) => `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`),
  ageColumn,
  wideColumn('Users', 'Users that get the role.', (binding) => namesOf(binding, 'User')),
  wideColumn('Groups', 'Groups that get the role.', (binding) => namesOf(binding, 'Group')),
  wideColumn('ServiceAccounts', 'Service accounts that get the role.', (binding) => namesOf(binding, 'ServiceAccount')),
];

const shared = { group: RBAC_GROUP, version: 'v1', columns, defaults };

export const roleBindings = builtin({
  ...shared,
  kind: 'RoleBinding',
  resource: 'rolebindings',
  formerly: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  namespaced: true,
  type: rbacV1.type('RoleBinding'),
  strategy: strategyFor(['Role', 'ClusterRole'], { namespaced: true }),
});

export const clusterRoleBindings = builtin({
  ...shared,
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  formerly: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  namespaced: false,
  type: rbacV1.type('ClusterRoleBinding'),
  strategy: strategyFor(['ClusterRole'], { namespaced: false }),
});
