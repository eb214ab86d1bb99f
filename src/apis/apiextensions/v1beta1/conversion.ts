import type {
  CustomResourceDefinition,
  DefinitionColumn,
  DefinitionConversion,
  DefinitionNames,
  DefinitionSchema,
  DefinitionStatus,
  DefinitionSubresources,
  DefinitionVersion,
  SelectableField,
  WebhookClientConfig,
} from '#crd';
import { apiErrors, type FieldError, fieldErrors, type JsonObject, type KubeObject, path } from '#meta';
import { nameDefaults } from '../defaults.ts';
import { hoist } from '../hoisted.ts';

/** A definition as the first beta had it: one schema for all versions, or one for each. */
export interface BetaDefinition extends KubeObject {
  spec: BetaSpec;
  status?: DefinitionStatus;
}
interface BetaSpec extends JsonObject {
  group: string;
  version?: string;
  names: DefinitionNames;
  scope: string;
  validation?: DefinitionSchema;
  subresources?: DefinitionSubresources;
  versions?: BetaVersion[];
  additionalPrinterColumns?: BetaColumn[];
  selectableFields?: SelectableField[];
  conversion?: BetaConversion;
  preserveUnknownFields?: boolean;
}
interface BetaVersion extends JsonObject {
  name: string;
  served: boolean;
  storage: boolean;
  schema?: DefinitionSchema;
  subresources?: DefinitionSubresources;
  additionalPrinterColumns?: BetaColumn[];
  selectableFields?: SelectableField[];
}
interface BetaColumn extends JsonObject {
  JSONPath: string;
}
interface BetaConversion extends JsonObject {
  strategy: string;
  webhookClientConfig?: WebhookClientConfig;
  conversionReviewVersions?: string[];
}

const group = 'apiextensions.k8s.io';

/** k8s: apis/apiextensions/v1beta1/defaults.go */
export function setBetaDefaults(definition: BetaDefinition): void {
  const { spec, status } = definition;
  spec.scope ||= 'Namespaced';
  nameDefaults(spec);
  if (!spec.versions?.length && spec.version) {
    spec.versions = [{ name: spec.version, served: true, storage: true }];
  }
  if (!spec.version && spec.versions?.[0] !== undefined) spec.version = spec.versions[0].name;
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

/** What stands at the top goes to every version. */
export function toV1(beta: BetaDefinition): CustomResourceDefinition {
  refuseContradictions(beta);
  const { spec, ...rest } = beta;
  const { names, scope, conversion, preserveUnknownFields = false } = spec;
  return {
    ...rest,
    apiVersion: `${group}/v1`,
    spec: {
      group: spec.group,
      names,
      scope,
      versions: (spec.versions ?? []).map((version) => versionToV1(version, spec)),
      ...(conversion === undefined ? {} : { conversion: conversionToV1(conversion) }),
      ...(preserveUnknownFields ? { preserveUnknownFields } : {}),
    },
  };
}

function versionToV1(version: BetaVersion, top: BetaSpec): DefinitionVersion {
  const { additionalPrinterColumns, ...rest } = version;
  const columns = additionalPrinterColumns ?? top.additionalPrinterColumns;
  const merged: DefinitionVersion = { ...rest };
  // A struct that two versions share would be changed in both.
  if (top.validation !== undefined) merged.schema = structuredClone(top.validation);
  if (top.subresources !== undefined) merged.subresources = structuredClone(top.subresources);
  if (columns !== undefined) merged.additionalPrinterColumns = columns.map(columnToV1);
  if (top.selectableFields !== undefined) merged.selectableFields = structuredClone(top.selectableFields);
  return merged;
}

function columnToV1({ JSONPath, ...column }: BetaColumn): DefinitionColumn {
  return { ...(column as unknown as DefinitionColumn), jsonPath: JSONPath };
}

function conversionToV1(conversion: BetaConversion): DefinitionConversion {
  const { strategy, webhookClientConfig: clientConfig, conversionReviewVersions } = conversion;
  if (clientConfig === undefined && conversionReviewVersions === undefined) return { strategy };
  return {
    strategy,
    webhook: {
      ...(clientConfig === undefined ? {} : { clientConfig }),
      conversionReviewVersions: conversionReviewVersions ?? null,
    },
  };
}

/** What v1 has no words for: a schema at the top and another one below it, a first version that is not the first. */
function refuseContradictions({ metadata, spec }: BetaDefinition): void {
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
  throw apiErrors.invalid({ group, kind: 'CustomResourceDefinition' }, metadata.name ?? '', found);
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

/** What all versions have in common goes to the top. */
export function fromV1(definition: CustomResourceDefinition): BetaDefinition {
  const { spec, ...rest } = definition;
  const { versions, additionalPrinterColumns: columns, selectableFields: fields, ...top } = hoist(definition);
  const beta: BetaSpec = {
    group: spec.group,
    version: top.version,
    names: spec.names,
    scope: spec.scope,
    versions: versions.map(versionFromV1),
    ...(spec.conversion === undefined ? {} : { conversion: conversionFromV1(spec.conversion) }),
    preserveUnknownFields: spec.preserveUnknownFields ?? false,
  };
  if (top.validation !== undefined) beta.validation = top.validation;
  if (top.subresources !== undefined) beta.subresources = top.subresources;
  if (columns.length > 0) beta.additionalPrinterColumns = columns.map(columnFromV1);
  if (fields.length > 0) beta.selectableFields = [...fields];
  return { ...rest, apiVersion: `${group}/v1beta1`, spec: beta };
}

function versionFromV1({ additionalPrinterColumns, ...version }: DefinitionVersion): BetaVersion {
  if (additionalPrinterColumns === undefined) return version;
  return { ...version, additionalPrinterColumns: additionalPrinterColumns.map(columnFromV1) };
}

function columnFromV1({ jsonPath, ...column }: DefinitionColumn): BetaColumn {
  return { ...column, JSONPath: jsonPath };
}

function conversionFromV1({ strategy, webhook }: DefinitionConversion): BetaConversion {
  const { clientConfig, conversionReviewVersions } = webhook ?? { conversionReviewVersions: null };
  return {
    strategy,
    ...(clientConfig === undefined ? {} : { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions === null ? {} : { conversionReviewVersions }),
  };
}
