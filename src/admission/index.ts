// Admission: what may happen, beyond who may do it and whether the object is well formed.
export type { AdmissionTimes } from './admission-times.ts';
export { AdmissionChain, type AdmissionObservation, type AdmissionObserver } from './chain.ts';
export { noObjects, type ObjectsInMemory, type ReadManifests } from './configuration.ts';
export type { Lookup } from './lookup.ts';
export type {
  AdmissionAttributes,
  AdmissionPlugin,
  AdmissionRequest,
  Annotate,
  AuditLevel,
  DynamicPlugin,
  MetadataPlugin,
  ObjectPlugin,
  Operation,
  OperationOptions,
  Replacement,
} from './plugin.ts';
export { choosePlugins, PluginChoiceError, type PluginParts } from './plugin-table.ts';
export type { PolicyParts } from './policies/dispatch.ts';
export type { FindParameterKind, Parameter, ParameterKind } from './policies/parameters.ts';
export type { ValidatingSpec as ValidatingPolicySpec } from './policies/policy.ts';
export { checkPolicyTypes } from './policies/type-checking.ts';
export { sameAmounts } from './resource-quota/amounts.ts';
export { CHARGE_MS, ChargesElsewhere } from './resource-quota/charges-elsewhere.ts';
export { countName, type Evaluator, isInScopes } from './resource-quota/evaluator.ts';
export { evaluatorFor } from './resource-quota/evaluator-table.ts';
export type { QuotaBook } from './resource-quota/gate.ts';
export { type PendingCharge, type QuotaCharges, QuotaLedger } from './resource-quota/ledger.ts';
export { quotaResource, type ResourceQuota, scopesOf } from './resource-quota/resource-quota.ts';
export type { StepObserver } from './step-observation.ts';
export type { ObservedWebhook } from './webhooks/call-webhook.ts';
