import { type FieldError, fieldErrors, type JsonObject, path, pathSegmentName } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  validateDeclared,
} from '#resource';
import { validateConditions } from '../condition-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { type IntOrPercent, validateIntOrPercent, validateOverHundredPercent } from '../number-validation.ts';
import type { PodDisruptionBudget as Budget, BudgetSpec } from './budget-types.ts';
import { policyV1 } from './v1/types.ts';

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget'];

function validate({ spec = {} }: Budget, { looseValues = false } = {}): FieldError[] {
  const at = path('spec');
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [fieldErrors.invalid(at, shownSpec(spec), 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(['minAvailable', 'maxUnavailable'] as const).flatMap((name) => {
      const limit = spec[name];
      if (limit === undefined) return [];
      return [...validateIntOrPercent(at.child(name), limit), ...validateOverHundredPercent(at.child(name), limit)];
    }),
    ...validateLabelSelector(at.child('selector'), selector, { looseValues }),
    ...(policy === undefined || evictionPolicies.includes(policy)
      ? []
      : [fieldErrors.notSupported(at.child('unhealthyPodEvictionPolicy'), policy, evictionPolicies)]),
  ];
}

/** Messages show the Go struct: all its fields, in its words and order. */
function shownSpec(spec: BudgetSpec): JsonObject {
  return {
    MinAvailable: spec.minAvailable ?? null,
    Selector: spec.selector ?? null,
    MaxUnavailable: spec.maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
  };
}

function validateStatus({ status = {} }: Budget): FieldError[] {
  const at = path('status');
  return [
    ...validateConditions(status.conditions ?? [], at.child('conditions')),
    ...validateDeclared(policyV1.type('PodDisruptionBudgetStatus'), status, at),
  ];
}

const strategy: BuiltinStrategy<Budget> = {
  // Nothing more is asked of the name than that it can stand in a path.
  validateName: pathSegmentName,
  tracksGeneration: true,
  updatesUnconditionally: false,
  repeats: [],
  newMetadata: false,
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: (budget) => validate(budget),
  validateUpdate: (budget, live) =>
    validate(budget, { looseValues: validateLabelSelector(path('spec'), live.spec?.selector).length > 0 }),
};

const status: BuiltinSubresource<Budget> = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus, repeats: [] },
};

const orNone = (limit: IntOrPercent | undefined): string => String(limit ?? 'N/A');

export const podDisruptionBudgets = builtin({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  anyFinalizers: true,
  resource: 'poddisruptionbudgets',
  formerly: ['policy/v1beta1'],
  shortNames: ['pdb'],
  namespaced: true,
  type: policyV1.type('PodDisruptionBudget'),
  strategy,
  subresources: [status],
  columns: [
    nameColumn,
    column('Min Available', 'How many pods must stay.', ({ spec }: Budget) => orNone(spec?.minAvailable)),
    column('Max Unavailable', 'How many pods may be away.', ({ spec }: Budget) => orNone(spec?.maxUnavailable)),
    {
      ...column(
        'Allowed Disruptions',
        'How many more may go now.',
        ({ status: now }: Budget) => now?.disruptionsAllowed ?? 0,
      ),
      type: 'integer',
    },
    ageColumn,
  ],
});
