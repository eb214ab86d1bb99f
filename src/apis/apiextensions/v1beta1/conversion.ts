import type { CustomResourceDefinition } from '#crd';
import { complete, structConversion } from '#machinery';
import { apiErrors, type FieldError, fieldErrors, path } from '#meta';
import { nameDefaults } from '../defaults.ts';
import { hoist } from '../hoisted.ts';
import type { Types as V1 } from '../v1/types.gen.ts';
import { apiextensionsV1 as v1 } from '../v1/types.ts';
import type { Types as V1beta1 } from './types.gen.ts';
import { apiextensionsV1beta1 as v1beta1 } from './types.ts';

/** A definition as the first beta had it: one schema for all versions, or one for each. */
type BetaDefinition = V1beta1['CustomResourceDefinition'];
type BetaSpec = V1beta1['CustomResourceDefinitionSpec'];
type BetaVersion = V1beta1['CustomResourceDefinitionVersion'];
type StableDefinition = V1['CustomResourceDefinition'];

const GROUP = 'apiextensions.k8s.io';

/** k8s: apis/apiextensions/v1beta1/defaults.go */
export function setBetaDefaults(definition: BetaDefinition): void {
  definition.spec ??= {};
  const { spec, status } = definition;
  spec.scope ||= 'Namespaced';
  spec.names ??= {};
  nameDefaults(spec.names);
  if (!spec.versions?.length && spec.version) {
    spec.versions = [{ name: spec.version, served: true, storage: true }];
  }
  const first = spec.versions?.[0]?.name;
  if (!spec.version && first !== undefined) spec.version = first;
  conversionDefaults(spec);
  spec.preserveUnknownFields ??= true;
  const stored = spec.versions?.find(({ storage }) => storage)?.name;
  if (stored !== undefined && !status?.storedVersions?.length) {
    definition.status = {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      ...status,
      storedVersions: [stored],
    };
  }
}

function conversionDefaults(spec: BetaSpec): void {
  spec.conversion ??= { strategy: 'None' };
  const { conversion } = spec;
  if (conversion.strategy === 'Webhook' && !conversion.conversionReviewVersions?.length) {
    conversion.conversionReviewVersions = ['v1beta1'];
  }
  const service = conversion.webhookClientConfig?.service;
  if (service !== undefined) service.port ??= 443;
}

const columnToV1 = structConversion(
  v1beta1.type('CustomResourceColumnDefinition'),
  v1.type('CustomResourceColumnDefinition'),
  { set: { jsonPath: 'JSONPath' } },
);

const versionToV1 = structConversion(
  v1beta1.type('CustomResourceDefinitionVersion'),
  v1.type('CustomResourceDefinitionVersion'),
  { set: { additionalPrinterColumns: columnToV1 } },
);

const conversionToV1 = structConversion(v1beta1.type('CustomResourceConversion'), v1.type('CustomResourceConversion'), {
  set: {
    webhook({ webhookClientConfig: clientConfig, conversionReviewVersions }) {
      if (clientConfig === undefined && conversionReviewVersions === undefined) return undefined;
      return complete<V1['WebhookConversion']>({
        clientConfig,
        conversionReviewVersions: conversionReviewVersions ?? null,
      });
    },
  },
  reads: ['webhookClientConfig', 'conversionReviewVersions'],
});

const specToV1 = structConversion(
  v1beta1.type('CustomResourceDefinitionSpec'),
  v1.type('CustomResourceDefinitionSpec'),
  {
    set: {
      versions: (spec, beta) =>
        (spec.versions ?? []).map((version) => versionToV1.convert(withTop(version, spec), beta)),
      conversion: conversionToV1,
      preserveUnknownFields: ({ preserveUnknownFields }) => preserveUnknownFields || undefined,
    },
    // The versions have them all.
    reads: ['version', 'validation', 'subresources', 'additionalPrinterColumns', 'selectableFields'],
  },
);

export const toHub = structConversion(v1beta1.type('CustomResourceDefinition'), v1.type('CustomResourceDefinition'), {
  set: {
    spec(beta) {
      refuseContradictions(beta);
      return specToV1.convert(beta.spec ?? {}, beta);
    },
  },
});

/** What stands at the top goes to every version. */
function withTop(version: BetaVersion, top: BetaSpec): BetaVersion {
  const merged: BetaVersion = { ...version };
  // A struct that two versions share would be changed in both.
  if (top.validation !== undefined) merged.schema = structuredClone(top.validation);
  if (top.subresources !== undefined) merged.subresources = structuredClone(top.subresources);
  if (top.additionalPrinterColumns !== undefined) merged.additionalPrinterColumns ??= top.additionalPrinterColumns;
  if (top.selectableFields !== undefined) merged.selectableFields = structuredClone(top.selectableFields);
  return merged;
}

/** What v1 has no words for: a schema at the top and another one below it, a first version that is not the first. */
function refuseContradictions({ metadata, spec = {} }: BetaDefinition): void {
  const at = path('spec');
  const versions = spec.versions ?? [];
  const found: FieldError[] = [];
  for (const [top, below, what] of exclusive) {
    if (!isSet(spec[top]) || !versions.some((version) => isSet(version[below]))) continue;
    found.push(fieldErrors.forbidden(at.child(top), `top-level and per-version ${what} are mutually exclusive`));
  }
  if (spec.version && versions[0] !== undefined && versions[0].name !== spec.version) {
    const detail = 'must match the first version in spec.versions';
    found.push(fieldErrors.invalid(at.child('version'), spec.version, detail));
  }
  if (found.length === 0) return;
  throw apiErrors.invalid({ group: GROUP, kind: 'CustomResourceDefinition' }, metadata.name ?? '', found);
}

const exclusive = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields', 'selectableFields'],
] as const;

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

const columnFromV1 = structConversion(
  v1.type('CustomResourceColumnDefinition'),
  v1beta1.type('CustomResourceColumnDefinition'),
  { set: { JSONPath: 'jsonPath' } },
);

const versionFromV1 = structConversion(
  v1.type('CustomResourceDefinitionVersion'),
  v1beta1.type('CustomResourceDefinitionVersion'),
  { set: { additionalPrinterColumns: columnFromV1 } },
);

const conversionFromV1 = structConversion(
  v1.type('CustomResourceConversion'),
  v1beta1.type('CustomResourceConversion'),
  {
    set: {
      webhookClientConfig: ({ webhook }) => webhook?.clientConfig,
      conversionReviewVersions: ({ webhook }) => webhook?.conversionReviewVersions ?? undefined,
    },
    reads: ['webhook'],
  },
);

export const fromHub = structConversion(v1.type('CustomResourceDefinition'), v1beta1.type('CustomResourceDefinition'), {
  set: { spec: specFromV1 },
});

/** What all versions have in common goes to the top. */
function specFromV1(definition: StableDefinition): BetaSpec {
  const { group: own, names, scope, conversion, preserveUnknownFields = false } = definition.spec ?? {};
  const top = hoist(definition as CustomResourceDefinition);
  const columns = top.additionalPrinterColumns.map((column) => columnFromV1.convert(column, definition));
  return complete<BetaSpec>({
    group: own,
    version: top.version,
    names,
    scope,
    validation: top.validation,
    subresources: top.subresources,
    versions: top.versions.map((version) => versionFromV1.convert(version, definition)),
    additionalPrinterColumns: columns.length === 0 ? undefined : columns,
    selectableFields: top.selectableFields.length === 0 ? undefined : [...top.selectableFields],
    conversion: conversion === undefined ? undefined : conversionFromV1.convert(conversion, definition),
    preserveUnknownFields,
  });
}
