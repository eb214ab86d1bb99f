import { type FieldError, type FieldPath, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
} from '#resource';
import { changedFault } from '../field-validation.ts';
import { amountOf, compareAmounts, roundUpAmounts } from './pod/resource-list.ts';
import { isQuotaHugePages, quotaResources, validateResourceName } from './pod/resource-names.ts';
import { validateResourceAmount } from './pod/resource-validation.ts';
import type { ResourceList } from './pod/selector-and-amounts.ts';
import { validateScope, validateScopeSelector } from './quota-scopes.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

export type QuotaSpec = Types['ResourceQuotaSpec'];

type ResourceQuota = Types['ResourceQuota'];

function validateAmount(list: ResourceList | undefined, field: FieldPath): FieldError[] {
  return Object.entries(list ?? {}).flatMap(([name, amount]) => [
    ...validateQuotaName(name, field.key(name)),
    ...validateResourceAmount(name, amount, field.key(name)),
  ]);
}

function validateQuotaName(name: string, field: FieldPath): FieldError[] {
  const faults = validateResourceName(name, field);
  if (name.includes('/') || quotaResources.has(name) || isQuotaHugePages(name)) return faults;
  return [...faults, fieldErrors.invalid(field, name, 'must be a standard resource for quota')];
}

const validateSpec = (spec: QuotaSpec): FieldError[] => [
  ...validateAmount(spec.hard, path('spec', 'hard')),
  ...validateScope(spec, path('spec', 'scopes')),
  ...validateScopeSelector(spec, path('spec', 'scopeSelector', 'matchExpressions')),
];

const validateStatus = ({ status = {} }: ResourceQuota): FieldError[] => [
  ...validateAmount(status.hard, path('status', 'hard')),
  ...validateAmount(status.used, path('status', 'used')),
];

function validateScopeChange({ scopes }: QuotaSpec, { scopes: before = [] }: QuotaSpec): FieldError[] {
  const now = new Set(scopes);
  const same = now.size === new Set(before).size && before.every((scope) => now.has(scope));
  return same ? [] : [changedFault(path('spec', 'scopes'), scopes)];
}

/** A quota whose limit is below its request can never be used up. */
function warnings({ spec }: ResourceQuota, live: ResourceQuota | undefined): string[] {
  if (live !== undefined) return [];
  const hard = spec?.hard ?? {};
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => {
    const short = name === 'cpu' || name === 'memory' ? [name] : [];
    const request = [`requests.${name}`, ...short].find((key) => hard[key] !== undefined) ?? '';
    const limit = `limits.${name}`;
    const [asked, most] = [hard[request], hard[limit]];
    if (asked === undefined || most === undefined || compareAmounts(asked, most) <= 0) return [];
    return [`ResourceQuota ${request} (${asked}) should be less than ${limit} (${most})`];
  });
}

const strategy: BuiltinStrategy<ResourceQuota> = {
  returnsDeletedObject: true,
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: ({ spec = {} }) => validateSpec(spec),
  validateUpdate: ({ spec = {} }, live) => [...validateSpec(spec), ...validateScopeChange(spec, live.spec ?? {})],
  warnings,
};

/** `pods: 1/2, …` of what is limited, or of what is requested. */
function usedCell({ status = {} }: ResourceQuota, ofLimits: boolean): string {
  const names = Object.keys(status.hard ?? {}).filter((name) => name.startsWith('limits.') === ofLimits);
  return names
    .sort()
    .map((name) => `${name}: ${amountOf(status.used, name) ?? '0'}/${amountOf(status.hard, name)}`)
    .join(', ');
}

export const resourceQuotas = builtin({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  shortNames: ['quota'],
  namespaced: true,
  type: coreV1.type('ResourceQuota'),
  defaults({ spec, status }: ResourceQuota) {
    for (const list of [spec?.hard, status?.hard, status?.used]) roundUpAmounts(list);
  },
  strategy,
  subresources: [{ name: 'status', strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus } }],
  columns: [
    nameColumn,
    column('Request', 'What is requested, of what may be.', (quota: ResourceQuota) => usedCell(quota, false)),
    column('Limit', 'What is limited, of what may be.', (quota: ResourceQuota) => usedCell(quota, true)),
    ageColumn,
  ],
});
