// Door of the room 'apis': the kinds that the server knows by itself.

export type { CountStored } from './apiextensions/validation/definition.ts';
export { localApiServices } from './apiregistration/api-service.ts';
export type { TokenIssuer } from './authentication/token-request.ts';
export type { TokenOwner, TokenReviewer } from './authentication/user-reviews.ts';
export type { Access, AccessAnswer, AccessReviewer, AccessRules } from './authorization/access-reviews.ts';
export { type BuiltinOptions, builtinDefinitions } from './builtins.ts';
export { requestedOrganizations } from './certificates/validation.ts';
export { podLimits, podRequests, totalLimits, totalRequests, withPodLevel } from './core/pod/pod-resources.ts';
export { qosClassOf } from './core/pod/qos.ts';
export { addAmounts, amountOf, compareAmounts } from './core/pod/resource-list.ts';
export { isExtended, isHugePages, isNative, isPodLevelResource } from './core/pod/resource-names.ts';
export type { ResourceList } from './core/pod/selector-and-amounts.ts';
export {
  ServiceNetwork,
  type ServiceNetworkOptions,
  type SharedNetwork,
  Unavailable,
} from './core/service/network.ts';
export type { Service } from './core/service/service.ts';
export type { Container, Pod, PodSpec, ResourceRequirements } from './core/v1/types.gen.ts';
export { mandatoryFlowControl } from './flowcontrol/mandatory.ts';
export { suggestedFlowControl, updatedFlowControl } from './flowcontrol/suggested.ts';
export { builtinGroups, unservedGroups } from './known-groups.ts';
export { disruptionFinding, SYNC_FAILED, withDisruptionFinding } from './policy/budget-condition.ts';
export type { BudgetStatus, PodDisruptionBudget } from './policy/budget-types.ts';
export { type LoadOptions, loadBuiltins } from './prerelease.ts';
export { type RuntimeConfig, RuntimeConfigError, readRuntimeConfig } from './runtime-config.ts';
export { systemPriorityClasses } from './scheduling/priority-class.ts';
