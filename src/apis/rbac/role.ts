import { type FieldError, type FieldPath, fieldErrors, path, pathSegmentName } from '#meta';
import { type BuiltinStrategy, builtin, createdAtColumn, nameColumn } from '#resource';
import { isUsableSelector, validateLabelSelector } from '../label-selector-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { rbacV1 } from './v1/types.ts';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

type PolicyRule = Types['PolicyRule'];
type Role = Types['Role'];
type ClusterRole = Types['ClusterRole'];

const isEmpty = (list: readonly string[] | null | undefined): boolean => (list ?? []).length === 0;

function validateRule(rule: PolicyRule, field: FieldPath, { namespaced }: { readonly namespaced: boolean }) {
  const faults: FieldError[] = [];
  if (isEmpty(rule.verbs)) {
    faults.push(fieldErrors.required(field.child('verbs'), 'verbs must contain at least one value'));
  }
  if (!isEmpty(rule.nonResourceURLs))
    return [...faults, ...validateUrl(rule, field.child('nonResourceURLs'), namespaced)];
  if (isEmpty(rule.apiGroups)) {
    faults.push(fieldErrors.required(field.child('apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (isEmpty(rule.resources)) {
    faults.push(fieldErrors.required(field.child('resources'), 'resource rules must supply at least one resource'));
  }
  return faults;
}

function validateUrl(rule: PolicyRule, field: FieldPath, namespaced: boolean): FieldError[] {
  const { nonResourceURLs: urls, apiGroups, resources, resourceNames } = rule;
  const faults: FieldError[] = [];
  if (namespaced) {
    faults.push(fieldErrors.invalid(field, urls, 'namespaced rules cannot apply to non-resource URLs'));
  }
  if (![apiGroups, resources, resourceNames].every(isEmpty)) {
    faults.push(fieldErrors.invalid(field, urls, 'rules cannot apply to both regular resources and non-resource URLs'));
  }
  return faults;
}

const validateRole = ({ rules }: Role): FieldError[] =>
  (rules ?? []).flatMap((rule, at) => validateRule(rule, path('rules').index(at), { namespaced: true }));

const aggregationField = path('aggregationRule', 'clusterRoleSelectors');

function validateAggregation({ aggregationRule }: ClusterRole, looseValues: boolean): FieldError[] {
  if (aggregationRule === undefined) return [];
  const selectors = aggregationRule.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    return [fieldErrors.required(aggregationField, why)];
  }
  return selectors.flatMap((selector, at) => {
    const field = aggregationField.index(at);
    const faults = validateLabelSelector(field, selector, { looseValues });
    return isUsableSelector(selector) ? faults : [...faults, unusable(field)];
  });
}

const unusable = (field: FieldPath): FieldError => fieldErrors.invalid(field, null, 'invalid label selector.');

const validateClusterRole = (role: ClusterRole, live?: ClusterRole): FieldError[] => [
  ...(role.rules ?? []).flatMap((rule, at) => validateRule(rule, path('rules').index(at), { namespaced: false })),
  // A bad selector that was stored before this rule existed is still accepted.
  ...validateAggregation(role, live !== undefined && validateAggregation(live, false).length > 0),
];

/** Names of roles may hold colons and spaces: whatever fits into a path. */
export const rbacStrategy: BuiltinStrategy = {
  validateName: pathSegmentName,
  createsOnUpdate: true,
  repeats: ['whole', 'change'],
};

const shared = { group: RBAC_GROUP, version: 'v1', columns: [nameColumn, createdAtColumn] };

export const roles = builtin({
  ...shared,
  kind: 'Role',
  resource: 'roles',
  formerly: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  namespaced: true,
  type: rbacV1.type('Role'),
  strategy: { ...rbacStrategy, validateCreate: validateRole, validateUpdate: validateRole },
});

export const clusterRoles = builtin({
  ...shared,
  kind: 'ClusterRole',
  resource: 'clusterroles',
  formerly: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  namespaced: false,
  type: rbacV1.type('ClusterRole'),
  strategy: {
    ...rbacStrategy,
    validateCreate: (role: ClusterRole) => validateClusterRole(role),
    validateUpdate: validateClusterRole,
  },
});
