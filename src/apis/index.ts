// Door of the room 'apis': the kinds that the server knows by itself.
export { localApiServices } from './apiregistration/api-service.ts';
export type { TokenOracle, TokenOwner } from './authentication/user-reviews.ts';
export type { Access, AccessAnswer, AccessOracle, AccessRules } from './authorization/access-reviews.ts';
export { type BuiltinOptions, builtinDefinitions, builtinGroups } from './builtins.ts';
export { ServiceNetwork, type ServiceNetworkOptions } from './core/service/network.ts';
export { mandatoryFlowControl } from './flowcontrol/mandatory.ts';
export { systemPriorityClasses } from './scheduling/priority-class.ts';
export { apiResource, type ResourceRules } from './versioned-resource.ts';
