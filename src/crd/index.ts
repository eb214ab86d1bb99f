// Door of the room 'crd': definitions of custom resources, and what becomes of them.
export { type Approval, approvalAnnotation, approvalOf, isProtectedGroup } from './approval.ts';
export {
  approvalFinding,
  conversionFinding,
  establishedFinding,
  type Finding,
  lookForNonStructural,
  markForDeletion,
  nonStructuralFinding,
  removeCondition,
  setCondition,
} from './conditions.ts';
export {
  beginCleanup,
  type CleanupOutcome,
  decideStatus,
  finishCleanup,
  needsCleanup,
  type StatusWork,
} from './controller.ts';
export {
  type ObservedCall,
  type WebhookConverter,
  type WebhookConverterParts,
  webhookConverter,
} from './conversion/caching-converter.ts';
export { ConversionCache } from './conversion/conversion-cache.ts';
export type { WebhookConversion } from './conversion/conversion-config.ts';
export { ConversionError, type ConversionFailureType } from './conversion/conversion-error.ts';
export { chooseReviewVersion } from './conversion/conversion-review.ts';
export { type ConversionRules, validateConversion } from './conversion/conversion-validation.ts';
export { type Converter, type ConverterFor, noneConverter } from './converter.ts';
export { CustomCatalog, type CustomCatalogParts } from './custom-catalog.ts';
export { type CustomResourceDependencies, customResources } from './custom-resource.ts';
export {
  type CustomResourceDefinition,
  cleanupFinalizer,
  type DefinitionColumn,
  type DefinitionCondition,
  type DefinitionConversion,
  type DefinitionNames,
  type DefinitionScale,
  type DefinitionSchema,
  type DefinitionSpec,
  type DefinitionStatus,
  type DefinitionSubresources,
  type DefinitionVersion,
  type DefinitionWebhook,
  findCondition,
  isConditionTrue,
  isTerminating,
  type SelectableField,
  schemaOf,
  storageVersionOf,
  versionsOf,
  type WebhookClientConfig,
  type WebhookService,
} from './definition.ts';
export { decideNames, type NamesDecision } from './names.ts';
export { someSchema } from './schema-walk.ts';
