import type { JsonObject, KubeObject } from '#meta';
import type { JsonSchema } from '#schema';

/** A CustomResourceDefinition of apiextensions.k8s.io/v1, decoded and defaulted. */
export interface CustomResourceDefinition extends KubeObject {
  spec: DefinitionSpec;
  status?: DefinitionStatus;
}

interface DefinitionSpec extends JsonObject {
  group: string;
  names: DefinitionNames;
  scope: string;
  versions: DefinitionVersion[] | null;
  conversion?: DefinitionConversion;
  preserveUnknownFields?: boolean;
}

export interface DefinitionNames extends JsonObject {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

export interface DefinitionVersion extends JsonObject {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: DefinitionSchema;
  subresources?: DefinitionSubresources;
  additionalPrinterColumns?: DefinitionColumn[];
  selectableFields?: SelectableField[];
}

export interface DefinitionSchema extends JsonObject {
  openAPIV3Schema?: JsonObject;
}

export interface DefinitionSubresources extends JsonObject {
  status?: JsonObject;
  scale?: DefinitionScale;
}

export interface DefinitionScale extends JsonObject {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

export interface DefinitionColumn extends JsonObject {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

export interface SelectableField extends JsonObject {
  jsonPath: string;
}

interface DefinitionConversion extends JsonObject {
  strategy: string;
  webhook?: DefinitionWebhook;
}

interface DefinitionWebhook extends JsonObject {
  clientConfig?: WebhookClientConfig;
  conversionReviewVersions: string[] | null;
}

interface WebhookClientConfig extends JsonObject {
  url?: string;
  service?: WebhookService;
  /** PEM, in base64. */
  caBundle?: string;
}

interface WebhookService extends JsonObject {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

interface DefinitionStatus extends JsonObject {
  conditions?: DefinitionCondition[] | null;
  acceptedNames?: DefinitionNames;
  storedVersions?: string[] | null;
  observedGeneration?: number;
}

export interface DefinitionCondition extends JsonObject {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

/** Kept on every definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

export function versionsOf({ spec }: CustomResourceDefinition): readonly DefinitionVersion[] {
  return spec.versions ?? [];
}

export function storageVersionOf(definition: CustomResourceDefinition): DefinitionVersion | undefined {
  return versionsOf(definition).find(({ storage }) => storage);
}

/** The schema of a version; an empty one where it has none. */
export function schemaOf({ schema }: DefinitionVersion): JsonSchema {
  return (schema?.openAPIV3Schema ?? {}) as JsonSchema;
}

export function findCondition({ status }: CustomResourceDefinition, type: string): DefinitionCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(definition: CustomResourceDefinition, type: string): boolean {
  return findCondition(definition, type)?.status === 'True';
}

/** No new objects: the definition is on its way out. */
export function isTerminating(definition: CustomResourceDefinition): boolean {
  return definition.metadata.deletionTimestamp !== undefined || isConditionTrue(definition, 'Terminating');
}
