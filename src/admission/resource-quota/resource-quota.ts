import type { CoreV1 } from '#apis';

/** The objects that a quota is about. */
export type ScopeRequirement = CoreV1['ScopedResourceSelectorRequirement'];

export type ResourceQuota = CoreV1['ResourceQuota'];

export const quotaResource = { group: '', resource: 'resourcequotas' };

/** All that must hold of an object for the quota to be about it. */
export function scopesOf({ spec = {} }: ResourceQuota): readonly ScopeRequirement[] {
  const named = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...named, ...(spec.scopeSelector?.matchExpressions ?? [])];
}
