import { type CustomResourceDefinition, markForDeletion, removeCondition, storageVersionOf } from '#crd';
import type { RequestContext, ResourceDefinition, Strategy } from '#machinery';
import { type KubeObject, nameIsDnsSubdomain } from '#meta';
import { type BuiltinStrategy, column, nameColumn, versionedResource } from '#resource';
import { identical } from './identical.ts';
import {
  type CountStored,
  droppedVersions,
  storedUnder,
  type ValidationContext,
  validateDefinition,
  validateDefinitionUpdate,
  validateStatus,
  validateStoredVersions,
} from './validation/definition.ts';
import { definitionVersions } from './versions.ts';
import { definitionWarnings } from './warnings.ts';

export interface DefinitionDependencies {
  /** For the message that refuses to remove a version: how much is still stored in it. */
  readonly countStored?: CountStored;
  /** Brings what is counted into memory. */
  readonly loadStored?: (resource: { readonly group: string; readonly plural: string }) => Promise<unknown>;
}

const { kind, group } = definitionVersions;

/** The kind that adds kinds. */
export function customResourceDefinitions(dependencies: DefinitionDependencies = {}): ResourceDefinition {
  return versionedResource(definitionVersions, {
    resource: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    namespaced: false,
    anyFinalizers: true,
    // Old clients still define their kinds in the beta.
    servesPrereleases: true,
    storagePrefix: `/registry/${group}/customresourcedefinitions/`,
    columns: [nameColumn, { ...column('Created At', 'When the object was made.', createdAt), type: 'date' }],
    strategy: strategyWith(dependencies),
    subresources: [{ name: 'status', strategy: statusStrategyWith(dependencies) }],
    deprecated: {
      v1beta1: `${group}/v1beta1 ${kind} is deprecated in v1.16+, unavailable in v1.22+; use ${group}/v1 ${kind}`,
    },
  });
}

function createdAt({ metadata }: KubeObject): string {
  return metadata.creationTimestamp ?? '<unknown>';
}

function strategyWith({ countStored = unknown, loadStored }: DefinitionDependencies): BuiltinStrategy {
  const contextOf = ({ requestVersion }: RequestContext): ValidationContext => ({
    beta: requestVersion.version === 'v1beta1',
    countStored,
  });
  return {
    validateName: nameIsDnsSubdomain,
    updatesUnconditionally: false,
    repeats: ['change'],
    prepareForCreate(definition: CustomResourceDefinition) {
      definition.status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };
      definition.metadata.generation = 1;
      recordStorageVersion(definition);
    },
    prepareForUpdate(definition: CustomResourceDefinition, live: CustomResourceDefinition) {
      keepStatus(definition, live);
      // Of a webhook that is not asked any more there is nothing to tell.
      if (definition.spec.conversion?.strategy !== 'Webhook') removeCondition(definition, 'ConversionHealthy');
      if (!identical(definition.spec, live.spec)) {
        definition.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
      }
      recordStorageVersion(definition);
    },
    validateCreate: (definition: CustomResourceDefinition, context) =>
      validateDefinition(definition, contextOf(context)),
    validateUpdate: (definition: CustomResourceDefinition, live: CustomResourceDefinition, context) =>
      validateDefinitionUpdate(definition, live, contextOf(context)),
    warnings: (definition: CustomResourceDefinition, live: CustomResourceDefinition | undefined) =>
      definitionWarnings(definition, live),
    preconditionWords: 'Precondition failed',
    async reserve(definition: CustomResourceDefinition, live: CustomResourceDefinition | undefined) {
      if (live !== undefined && droppedVersions(definition, live).length > 0) await loadStored?.(storedUnder(live));
      return { release: () => undefined, commit: () => undefined };
    },
    beginDelete(definition: CustomResourceDefinition, { now }) {
      if (definition.metadata.deletionTimestamp !== undefined) return false;
      markForDeletion(definition, now);
      return true;
    },
  };
}

const unknown: CountStored = () => undefined;

function statusStrategyWith({ countStored = unknown }: DefinitionDependencies): BuiltinSubresourceStrategy {
  return {
    prepareForUpdate(definition: CustomResourceDefinition, live: CustomResourceDefinition) {
      definition.spec = live.spec;
    },
    validateUpdate: (definition: CustomResourceDefinition, live: CustomResourceDefinition) => [
      ...validateStatus(definition),
      ...validateStoredVersions(definition, live, countStored),
    ],
  };
}
type BuiltinSubresourceStrategy = Pick<Strategy, 'prepareForUpdate' | 'validateUpdate'>;

function keepStatus(definition: CustomResourceDefinition, live: CustomResourceDefinition): void {
  if (live.status === undefined) delete definition.status;
  // A copy: the version that is added below must not show up in the live object.
  else definition.status = { ...live.status, storedVersions: [...(live.status.storedVersions ?? [])] };
}

/** Every version that ever was the storage version is remembered, until somebody has rewritten its objects. */
function recordStorageVersion(definition: CustomResourceDefinition): void {
  const storage = storageVersionOf(definition);
  const { status } = definition;
  if (storage === undefined || status === undefined || status.storedVersions?.includes(storage.name)) return;
  status.storedVersions = [...(status.storedVersions ?? []), storage.name];
}
