// Admission: what may happen, beyond who may do it and whether the object is well formed.
export { AdmissionChain } from './chain.ts';
export type { Lookup } from './lookup.ts';
export { namespaceLifecycle } from './namespace-lifecycle.ts';
export type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';
