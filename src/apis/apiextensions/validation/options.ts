import {
  type ConversionRules,
  type CustomResourceDefinition,
  chooseReviewVersion,
  isConditionTrue,
  type SelectableField,
  schemaOf,
  versionsOf,
} from '#crd';
import type { Json } from '#meta';
import { type DefinitionOptions, definitionOptionsAfter, type JsonSchema, newDefinition } from '#schema';
import { readCaBundle } from '#webhook';
import { hoist } from '../hoisted.ts';
import { identical } from '../identical.ts';
import { asStored } from '../versions.ts';
import { MAX_SELECTABLE_FIELDS } from './parts.ts';

/** What is asked of a definition. Whatever it broke before, an update need not mend. */
export interface SpecOptions {
  readonly schema: DefinitionOptions;
  /** Every version has a schema. */
  readonly requireSchema: boolean;
  readonly conversion: ConversionRules;
  /** The version ('' for the top of the spec) had too many selectable fields before, and has the same now. */
  allowTooManySelectable(version: string): boolean;
  /** The version has the schema that it had before. */
  hasUnchangedSchema(version: string): boolean;
  /** v1beta1 kept unknown fields unless told otherwise; v1 has no such switch any more. */
  readonly allowPreserveUnknown: boolean;
  /** Groups of the Kubernetes project need a note of approval. */
  readonly requireApproval: boolean;
}

/** A new definition is not established, so a wrong bundle of certificates only keeps it from becoming so. */
const onCreate: SpecOptions = {
  schema: newDefinition,
  requireSchema: true,
  conversion: { requireKnownReviewVersion: true, requireGoodCaBundle: false },
  allowTooManySelectable: () => false,
  hasUnchangedSchema: () => false,
  allowPreserveUnknown: false,
  requireApproval: true,
};

const lenientSchema: DefinitionOptions = {
  ...newDefinition,
  requireStructural: false,
  requirePrunedDefaults: false,
  requireValidTypes: false,
  requireAtomicSets: false,
  requireMapKeys: false,
};

const inBeta: SpecOptions = {
  ...onCreate,
  schema: lenientSchema,
  requireSchema: false,
  conversion: { requireKnownReviewVersion: false, requireGoodCaBundle: false },
  allowPreserveUnknown: true,
  requireApproval: false,
};

export function optionsForCreate({ beta }: { readonly beta: boolean }): SpecOptions {
  return beta ? inBeta : onCreate;
}

export function optionsForUpdate(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition,
  { beta }: { readonly beta: boolean },
): SpecOptions {
  const before = versionsOf(live);
  const schemas = before.flatMap((version) => (version.schema?.openAPIV3Schema ? [schemaOf(version)] : []));
  const allowPreserveUnknown = beta || live.spec.preserveUnknownFields === true;
  const [nowStored, liveStored] = [asStored(definition), asStored(live)];
  return {
    schema: beta ? lenientSchema : definitionOptionsAfter(distinct(schemas)),
    requireSchema: !beta && before.every((version) => version.schema?.openAPIV3Schema !== undefined),
    conversion: {
      requireKnownReviewVersion: !beta && mayRequireReview(live),
      requireGoodCaBundle: !allowsInvalidBundle(live),
    },
    allowTooManySelectable: (version) => hadTooMany(definition, live, version),
    hasUnchangedSchema: (version) => identical(sourceOf(nowStored, version), sourceOf(liveStored, version)),
    allowPreserveUnknown,
    requireApproval: !beta,
  };
}

function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Set(schemas)];
}

function mayRequireReview({ spec }: CustomResourceDefinition): boolean {
  const versions = spec.conversion?.webhook?.conversionReviewVersions ?? [];
  return versions.length === 0 || chooseReviewVersion(versions) !== undefined;
}

function allowsInvalidBundle(live: CustomResourceDefinition): boolean {
  if (!isConditionTrue(live, 'Established')) return true;
  const bundle = live.spec.conversion?.webhook?.clientConfig?.caBundle;
  return readCaBundle(bundle).fault !== undefined;
}

function sourceOf(definition: CustomResourceDefinition, version: string): Json {
  const found = versionsOf(definition).find(({ name }) => name === version);
  return found?.schema?.openAPIV3Schema ?? null;
}

function hadTooMany(definition: CustomResourceDefinition, live: CustomResourceDefinition, version: string): boolean {
  const [now, before] = [selectableOf(definition, version), selectableOf(live, version)];
  return before.length > MAX_SELECTABLE_FIELDS && identical([...now], [...before]);
}

function selectableOf(definition: CustomResourceDefinition, version: string): readonly SelectableField[] {
  const { selectableFields, versions } = hoist(definition);
  if (version === '') return selectableFields;
  return versions.find(({ name }) => name === version)?.selectableFields ?? [];
}
