import type { ResourceList } from '#apis';
import type { JsonObject, KubeObject } from '#meta';

/** The objects that a quota is about. */
export interface ScopeRequirement extends JsonObject {
  scopeName?: string;
  operator?: string;
  values?: string[];
}

export interface ResourceQuota extends KubeObject {
  spec?: {
    hard?: ResourceList;
    scopes?: string[];
    scopeSelector?: { matchExpressions?: ScopeRequirement[] };
  };
  status?: { hard?: ResourceList; used?: ResourceList };
}

export const RESOURCE_QUOTAS = { group: '', resource: 'resourcequotas' };

/** All that must hold of an object for the quota to be about it. */
export function scopesOf({ spec = {} }: ResourceQuota): readonly ScopeRequirement[] {
  const named = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...named, ...(spec.scopeSelector?.matchExpressions ?? [])];
}
