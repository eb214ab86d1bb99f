import { isJsonObject, type Json, type JsonObject } from '#meta';
import { isDeeperThan, type JsonSchema, MAX_DEPTH } from '#schema';
import type { ApiDefinition, ApiVersion, ScalePaths } from './api-definition.ts';
import { SchemaView } from './schema-view.ts';

/** Something that was given is not what it should be. The message is a sentence for people. */
export class CompatInputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CompatInputError';
  }
}

interface Origin {
  readonly origin: string;
  readonly line: number;
}

export function isDefinition(value: Json): value is JsonObject {
  return isJsonObject(value) && value.kind === 'CustomResourceDefinition' && groupOf(value) === 'apiextensions.k8s.io';
}

function groupOf({ apiVersion }: JsonObject): string {
  return typeof apiVersion === 'string' ? (apiVersion.split('/')[0] ?? '') : '';
}

/** A CustomResourceDefinition, of v1 or v1beta1, in the form that is compared. */
export function readDefinition(source: JsonObject, { origin, line }: Origin): ApiDefinition {
  if (isDeeperThan(source, MAX_DEPTH)) throw new CompatInputError(`${origin}: the definition is nested too deeply`);
  const spec = objectAt(source, 'spec');
  const names = objectAt(spec, 'names');
  const [group, kind, plural] = [textAt(spec, 'group'), textAt(names, 'kind'), textAt(names, 'plural')];
  const versions = versionsOf(spec);
  if (group === '' || kind === '' || plural === '' || versions.length === 0) {
    throw new CompatInputError(`${origin}: the definition on line ${line} lacks its group, its names or its versions`);
  }
  return {
    name: `${plural}.${group}`,
    group,
    kind,
    plural,
    singular: textAt(names, 'singular') || kind.toLowerCase(),
    listKind: textAt(names, 'listKind') || `${kind}List`,
    shortNames: textsAt(names, 'shortNames'),
    categories: textsAt(names, 'categories'),
    scope: textAt(spec, 'scope'),
    conversion: textAt(objectAt(spec, 'conversion'), 'strategy') === 'Webhook' ? 'Webhook' : 'None',
    storedVersions: textsAt(objectAt(source, 'status'), 'storedVersions'),
    versions,
    origin,
    line,
  };
}

function versionsOf(spec: JsonObject): ApiVersion[] {
  const listed = listAt(spec, 'versions');
  // Of v1beta1, where one schema and one set of subresources could stand for all versions, or one version for itself.
  const all =
    listed.length > 0
      ? listed
      : textAt(spec, 'version') === ''
        ? []
        : [{ name: textAt(spec, 'version'), served: true, storage: true }];
  return all.map((version) => readVersion(version, spec));
}

function readVersion(version: JsonObject, spec: JsonObject): ApiVersion {
  const schema = objectAt(objectAt(version, 'schema'), 'openAPIV3Schema');
  const shared = objectAt(objectAt(spec, 'validation'), 'openAPIV3Schema');
  const structural = (Object.keys(schema).length > 0 ? schema : shared) as JsonSchema;
  const subresources = { ...objectAt(spec, 'subresources'), ...objectAt(version, 'subresources') };
  const columns = [...listAt(spec, 'additionalPrinterColumns'), ...listAt(version, 'additionalPrinterColumns')];
  return {
    name: textAt(version, 'name'),
    served: version.served === true,
    storage: version.storage === true,
    deprecated: version.deprecated === true,
    schema: new SchemaView(structural),
    structural,
    hasStatus: isJsonObject(subresources.status ?? null),
    scale: scaleOf(subresources),
    columns: columns.map((column) => ({
      name: textAt(column, 'name'),
      type: textAt(column, 'type'),
      jsonPath: textAt(column, 'jsonPath') || textAt(column, 'JSONPath'),
    })),
    selectableFields: listAt(version, 'selectableFields').map((field) => textAt(field, 'jsonPath')),
  };
}

function scaleOf({ scale }: JsonObject): ScalePaths | undefined {
  if (!isJsonObject(scale ?? null)) return undefined;
  const paths = scale as JsonObject;
  return {
    specReplicasPath: textAt(paths, 'specReplicasPath'),
    statusReplicasPath: textAt(paths, 'statusReplicasPath'),
    labelSelectorPath: textAt(paths, 'labelSelectorPath'),
  };
}

// What others wrote is read as if it had the right types, and is empty where it has not.

export function objectAt(source: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return isJsonObject(value ?? null) ? (value as JsonObject) : {};
}

export function textAt(source: JsonObject, key: string): string {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return typeof value === 'string' ? value : '';
}

export function listAt(source: JsonObject, key: string): readonly JsonObject[] {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textsAt(source: JsonObject, key: string): readonly string[] {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
