// Admission: what may happen, beyond who may do it and whether the object is well formed.
export { AdmissionChain } from './chain.ts';
export { limitRanger } from './limit-ranger/limit-ranger.ts';
export type { Lookup } from './lookup.ts';
export { namespaceLifecycle } from './namespace-lifecycle.ts';
export type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';
export { sameAmounts } from './resource-quota/amounts.ts';
export { type Evaluator, isInScopes } from './resource-quota/evaluator.ts';
export { evaluatorFor } from './resource-quota/evaluators.ts';
export type { QuotaBook } from './resource-quota/gate.ts';
export { type PendingCharge, QuotaLedger } from './resource-quota/ledger.ts';
export { resourceQuota } from './resource-quota/plugin.ts';
export { RESOURCE_QUOTAS, type ResourceQuota, scopesOf } from './resource-quota/resource-quota.ts';
