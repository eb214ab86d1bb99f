// Admission: what may happen, beyond who may do it and whether the object is well formed.
export type { MayDo, Permission } from './authorization.ts';
export { AdmissionChain } from './chain.ts';
export type { Lookup } from './lookup.ts';
export type { AdmissionPlugin, AdmissionRequest, Concern, Operation } from './plugin.ts';
export { choosePlugins, PluginChoiceError, type PluginParts } from './plugin-table.ts';
