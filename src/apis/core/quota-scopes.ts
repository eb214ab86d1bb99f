import { type FieldError, type FieldPath, fieldErrors, ShownOnce } from '#meta';
import { goValue } from '../go-value.ts';
import { isQuotaHugePages, quotaResources } from './pod/resource-names.ts';
import type { QuotaSpec } from './resource-quota.ts';
import { coreV1 } from './v1/types.ts';

/** The kinds of pods or claims that a quota can be about, and the resources that it can then count. */

const computing = new Set(['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']);
const ofPods = (resource: string): boolean => resource === 'pods' || computing.has(resource);

const scopeResources: { readonly [scope: string]: (resource: string) => boolean } = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  BestEffort: (resource) => resource === 'pods',
  VolumeAttributesClass: (resource) => resource === 'persistentvolumeclaims' || resource === 'requests.storage',
};
const onlyExists = new Set([
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'CrossNamespacePodAffinity',
]);
const contrary = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** The counted resources that make no sense with a scope. */
function strangers(scope: string, { hard = {} }: QuotaSpec): readonly string[] {
  if (!Object.hasOwn(scopeResources, scope)) return [];
  return Object.keys(hard).filter(
    (name) => (quotaResources.has(name) || isQuotaHugePages(name)) && !scopeResources[scope]?.(name),
  );
}

const conflicts = (scopes: readonly string[]): number =>
  contrary.filter((pair) => pair.every((scope) => scopes.includes(scope))).length;

export function validateScope(spec: QuotaSpec, field: FieldPath): FieldError[] {
  const { scopes = [] } = spec;
  const all = new ShownOnce(scopes);
  const wrong = (why: string): FieldError => fieldErrors.invalid(field, all, why);
  return [
    ...scopes.flatMap((scope) => [
      ...(Object.hasOwn(scopeResources, scope) ? [] : [wrong('unsupported scope')]),
      ...strangers(scope, spec).map(() => wrong('unsupported scope applied to resource')),
    ]),
    ...Array.from({ length: conflicts(scopes) }, () => wrong('conflicting scopes')),
  ];
}

export function validateScopeSelector(spec: QuotaSpec, field: FieldPath): FieldError[] {
  const expressions = spec.scopeSelector?.matchExpressions ?? [];
  const scopes = expressions.map(({ scopeName = '' }) => scopeName);
  return [
    ...expressions.flatMap(({ scopeName = '', operator = '', values = [] }) => [
      ...(Object.hasOwn(scopeResources, scopeName)
        ? []
        : [fieldErrors.invalid(field.child('scopeName'), scopeName, 'unsupported scope')]),
      ...strangers(scopeName, spec).map(() =>
        fieldErrors.invalid(
          field,
          goValue(coreV1.type('ScopeSelector'), spec.scopeSelector),
          'unsupported scope applied to resource',
        ),
      ),
      ...(onlyExists.has(scopeName) && operator !== 'Exists'
        ? [
            fieldErrors.invalid(
              field.child('operator'),
              operator,
              "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
            ),
          ]
        : []),
      ...validateOperator(operator, values, field),
    ]),
    ...Array.from({ length: conflicts(scopes) }, () =>
      fieldErrors.invalid(field, spec.scopes ?? null, 'conflicting scopes'),
    ),
  ];
}

function validateOperator(operator: string, values: readonly string[], field: FieldPath): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return [];
      return [
        fieldErrors.required(
          field.child('values'),
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        ),
      ];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [
        fieldErrors.invalid(
          field.child('values'),
          values,
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        ),
      ];
    default:
      return [fieldErrors.invalid(field.child('operator'), operator, 'not a valid selector operator')];
  }
}
