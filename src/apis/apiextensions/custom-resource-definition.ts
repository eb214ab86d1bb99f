import { type CustomResourceDefinition, markForDeletion, removeCondition, storageVersionOf } from '#crd';
import type { RequestContext, ResourceDefinition, VersionedKind } from '#machinery';
import { nameIsDnsSubdomain } from '#meta';
import { type BuiltinStrategy, createdAtColumn, nameColumn, type PartStrategy, versionedResource } from '#resource';
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
import { asStored, definitionVersions } from './versions.ts';
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
  // The rules are given decoded objects only, in which the required fields are present.
  return versionedResource(definitionVersions as VersionedKind<CustomResourceDefinition>, {
    resource: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    namespaced: false,
    anyFinalizers: true,
    // Old clients still define their kinds in the beta.
    servesPrereleases: true,
    storagePrefix: `/registry/${group}/customresourcedefinitions/`,
    columns: [nameColumn, createdAtColumn],
    strategy: strategyWith(dependencies),
    subresources: [{ name: 'status', noTable: true, strategy: statusStrategyWith(dependencies) }],
    deprecated: {
      v1beta1: `${group}/v1beta1 ${kind} is deprecated in v1.16+, unavailable in v1.22+; use ${group}/v1 ${kind}`,
    },
  });
}

function strategyWith({
  countStored = unknown,
  loadStored,
}: DefinitionDependencies): BuiltinStrategy<CustomResourceDefinition> {
  const contextOf = ({ requestVersion }: RequestContext): ValidationContext => ({
    beta: requestVersion.version === 'v1beta1',
    countStored,
  });
  return {
    validateName: nameIsDnsSubdomain,
    updatesUnconditionally: false,
    repeats: ['change'],
    prepareForCreate(definition) {
      definition.status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };
      definition.metadata.generation = 1;
      recordStorageVersion(definition);
    },
    prepareForUpdate(definition, live) {
      keepStatus(definition, live);
      // Of a webhook that is not asked any more there is nothing to tell.
      if (definition.spec.conversion?.strategy !== 'Webhook') removeCondition(definition, 'ConversionHealthy');
      if (!identical(asStored(definition).spec, asStored(live).spec)) {
        definition.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
      }
      recordStorageVersion(definition);
    },
    validateCreate: (definition, context) => validateDefinition(definition, contextOf(context)),
    validateUpdate: (definition, live, context) => validateDefinitionUpdate(definition, live, contextOf(context)),
    warnings: definitionWarnings,
    preconditionWords: 'Precondition failed',
    async reserve(definition, live) {
      if (live !== undefined && droppedVersions(definition, live).length > 0) await loadStored?.(storedUnder(live));
      return { release: () => undefined, commit: () => undefined };
    },
    beginDelete(definition, { now }) {
      if (definition.metadata.deletionTimestamp !== undefined) return false;
      markForDeletion(definition, now);
      return true;
    },
  };
}

const unknown: CountStored = () => undefined;

function statusStrategyWith({ countStored = unknown }: DefinitionDependencies): PartStrategy<CustomResourceDefinition> {
  return {
    prepareForUpdate(definition, live) {
      definition.spec = live.spec;
    },
    validateUpdate: (definition, live) => [
      ...validateStatus(definition),
      ...validateStoredVersions(definition, live, countStored),
    ],
  };
}

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
