// Door of the room 'apis': the kinds that the server knows by itself.

export { STATIC_SUFFIX } from './admissionregistration/static-names.ts';
export type { Types as AdmissionRegistrationV1 } from './admissionregistration/v1/types.gen.ts';
export { type CountStored, validateDefinition } from './apiextensions/validation/definition.ts';
export { localApiServices } from './apiregistration/api-service.ts';
export type { Types as ApiRegistrationV1 } from './apiregistration/v1/types.gen.ts';
export type { Types as AppsV1 } from './apps/v1/types.gen.ts';
export type { TokenIssuer } from './authentication/token-request.ts';
export type { TokenReviewer } from './authentication/user-reviews.ts';
export type { AccessReviewer } from './authorization/access-reviews.ts';
export type { Types as BatchV1 } from './batch/v1/types.gen.ts';
export { builtinGroups, unservedGroups } from './builtin-groups.ts';
export { admissionKinds } from './builtin-kinds.ts';
export { type BuiltinOptions, builtinDefinitions, type LoadOptions, loadBuiltins } from './builtins.ts';
export type { Types as CertificatesV1 } from './certificates/v1/types.gen.ts';
export type { Types as CertificatesV1beta1 } from './certificates/v1beta1/types.gen.ts';
export { requestedOrganizations } from './certificates/validation.ts';
export { podLimits, podRequests, totalLimits, totalRequests, withPodLevel } from './core/pod/pod-resources.ts';
export { qosClassOf } from './core/pod/qos.ts';
export { addAmounts, amountOf, compareAmounts } from './core/pod/resource-list.ts';
export { isExtended, isHugePages, isNative, isPodLevelResource } from './core/pod/resource-names.ts';
export type { ResourceList } from './core/pod/selector-and-amounts.ts';
export {
  type AddressHolder,
  heldAddresses,
  heldPorts,
  ServiceNetwork,
  type SharedNetwork,
  Unavailable,
} from './core/service/network.ts';
export type { IpFamily, Service } from './core/service/service.ts';
export type { Container, Pod, ResourceRequirements, Types as CoreV1 } from './core/v1/types.gen.ts';
export type { Types as DiscoveryV1 } from './discovery/v1/types.gen.ts';
export { mandatoryFlowControl } from './flowcontrol/mandatory.ts';
export { suggestedFlowControl, updatedFlowControl } from './flowcontrol/suggested.ts';
export type { Types as FlowControlV1 } from './flowcontrol/v1/types.gen.ts';
export type { Types as NetworkingV1 } from './networking/v1/types.gen.ts';
export type { Types as NodeV1 } from './node/v1/types.gen.ts';
export { disruptionFinding, SYNC_FAILED, withDisruptionFinding } from './policy/budget-condition.ts';
export type { BudgetStatus, PodDisruptionBudget } from './policy/budget-types.ts';
export type { Types as RbacV1 } from './rbac/v1/types.gen.ts';
export type { Types as ResourceV1 } from './resource/v1/types.gen.ts';
export { RuntimeConfigError, readRuntimeConfig } from './runtime-config.ts';
export { systemPriorityClasses } from './scheduling/priority-class.ts';
export type { Types as SchedulingV1 } from './scheduling/v1/types.gen.ts';
export type { Types as StorageV1 } from './storage/v1/types.gen.ts';
export { libraryNames, typeLibraries } from './type-libraries.ts';
