// Door of the room 'crd': definitions of custom resources, and what becomes of them.
export { APPROVAL_ANNOTATION, approvalOf, isProtectedGroup } from './approval.ts';
export { type Finding, lookForNonStructural, markForDeletion, removeCondition } from './conditions.ts';
export {
  beginCleanup,
  type CleanupOutcome,
  decideStatus,
  finishCleanup,
  needsCleanup,
  type StatusWork,
} from './controller.ts';
export { type ObservedCall, type WebhookConverter, webhookConverter } from './conversion/caching-converter.ts';
export { ConversionCache } from './conversion/conversion-cache.ts';
export { ConversionError } from './conversion/conversion-error.ts';
export { chooseReviewVersion } from './conversion/conversion-review.ts';
export { type ConversionRules, validateConversion } from './conversion/conversion-validation.ts';
export type { ConversionByRules } from './converter.ts';
export { CustomCatalog } from './custom-catalog.ts';
export {
  CLEANUP_FINALIZER,
  type CustomResourceDefinition,
  type DefinitionColumn,
  type DefinitionNames,
  type DefinitionScale,
  type DefinitionSchema,
  type DefinitionSubresources,
  type DefinitionVersion,
  isConditionTrue,
  type SelectableField,
  schemaOf,
  storageVersionOf,
  versionsOf,
} from './definition.ts';
export { someSchema } from './schema-walk.ts';
