import {
  dns1035LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  formatFieldError,
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  type ObjectMeta,
  parseApiVersion,
  pathSegmentName,
  validateObjectMeta,
} from '#meta';
import { isDeeperThan, MAX_DEPTH, sortedJson } from './deep-values.ts';
import { dropNulls } from './default.ts';
import { MetadataError, type ReadMetadata, readObjectMeta, salvageObjectMeta } from './object-meta-reader.ts';
import { pruneObject } from './prune.ts';
import type { StructuralSchema } from './structural-schema.ts';
import { type Visitor, visitValue } from './visit.ts';
import { Way } from './way.ts';

interface CoerceOptions {
  /** For what comes from the store: wrong fields of metadata are dropped instead of refused. */
  readonly dropInvalid?: boolean;
  /** For objects of another kind than the schema is for: nothing else is looked at. */
  readonly onlyMetadata?: boolean;
  /** Nulls stay where they are not allowed, for validation to refuse. */
  readonly keepNulls?: boolean;
}

interface Coerced {
  /** Paths of the fields that were removed, in the order in which the server reports them. */
  readonly unknownFields: readonly string[];
  /** Why the object cannot be read at all. What has been done to it by then is of no use. */
  readonly error?: string;
}

/**
 * Brings a whole object into the form that its schema knows, in place: reads its metadata, prunes, drops nulls that are
 * not allowed, and reads the metadata of embedded resources. Defaults are to be applied before.
 * k8s: apiserver/customresource_handler.go, unstructuredSchemaCoercer
 */
export function coerceObject(schema: StructuralSchema, object: JsonObject, options: CoerceOptions = {}): Coerced {
  const unknownFields: string[] = [];
  if (isDeeperThan(object, MAX_DEPTH))
    return { unknownFields, error: `must not be nested deeper than ${MAX_DEPTH} levels` };
  if (Object.hasOwn(object, 'metadata')) {
    const read = readMetadata(object.metadata ?? null, options);
    if (typeof read === 'string') return { unknownFields, error: read };
    unknownFields.push(...read.unknown.map((path) => `metadata.${path}`));
    object.metadata = read.metadata;
  }
  if (options.onlyMetadata) return { unknownFields };
  unknownFields.push(...pruneObject(schema, object));
  if (!options.keepNulls) dropNulls(schema, object);
  const { error, unknown } = coerceEmbedded(schema, object, options);
  unknownFields.push(...unknown);
  return error === undefined ? { unknownFields } : { unknownFields, error: formatFieldError(error) };
}

interface CoercedEmbedded {
  readonly error?: FieldError;
  readonly unknown: readonly string[];
}

/** Only the resources inside of a value; also the value itself where its schema says that it is one. */
export function coerceEmbedded(
  schema: StructuralSchema,
  value: Json,
  options: CoerceOptions & { readonly at?: FieldPath } = {},
): CoercedEmbedded {
  if (!schema.embedsResources) return { unknown: [] };
  const coercion = new Coercion(new Way(options.at), options);
  visitValue(schema, value, coercion);
  const { error, unknown } = coercion;
  return error === undefined ? { unknown: unknown.sort() } : { error, unknown: [] };
}

function readMetadata(metadata: Json, { dropInvalid = false }: CoerceOptions): ReadMetadata | string {
  try {
    return readObjectMeta(metadata);
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    return dropInvalid && isJsonObject(metadata) ? salvageObjectMeta(metadata) : error.message;
  }
}

class Coercion implements Visitor {
  readonly way: Way;
  readonly unknown: string[] = [];
  /** The first: nothing more is asked after it. */
  error: FieldError | undefined;
  readonly #options: CoerceOptions;

  constructor(way: Way, options: CoerceOptions) {
    this.way = way;
    this.#options = options;
  }

  object({ node }: StructuralSchema, resource: JsonObject): void {
    if (!node.embeddedResource) return;
    for (const key of ['apiVersion', 'kind']) {
      if (this.error === undefined && Object.hasOwn(resource, key)) this.#text(resource, key);
    }
    if (this.error === undefined && Object.hasOwn(resource, 'metadata')) this.#metadata(resource);
  }

  #text(resource: JsonObject, key: string): void {
    const value = resource[key] ?? null;
    if (typeof value === 'string') return;
    if (this.#options.dropInvalid) delete resource[key];
    else this.error = fieldErrors.invalid(this.way.path.child(key), sortedJson(value), 'must be a string');
  }

  #metadata(resource: JsonObject): void {
    const metadata = resource.metadata ?? null;
    const read = readMetadata(metadata, this.#options);
    if (typeof read !== 'string') {
      const at = read.unknown.length === 0 ? undefined : this.way.path.child('metadata');
      this.unknown.push(...read.unknown.map((path) => `${at}.${path}`));
      resource.metadata = read.metadata;
    } else if (!this.#options.dropInvalid) {
      this.error = fieldErrors.invalid(this.way.path.child('metadata'), sortedJson(metadata), read);
    }
  }
}

/** Embedded resources need a version, a kind and valid metadata. k8s: apiserver/schema/objectmeta/validation.go */
export function validateEmbedded(schema: StructuralSchema, value: Json, at?: FieldPath): FieldError[] {
  if (!schema.embedsResources) return [];
  const check = new ResourceCheck(new Way(at));
  visitValue(schema, value, check);
  return check.found;
}

class ResourceCheck implements Visitor {
  readonly way: Way;
  readonly found: FieldError[] = [];

  constructor(way: Way) {
    this.way = way;
  }
  object({ node }: StructuralSchema, resource: JsonObject): void {
    if (node.embeddedResource) this.found.push(...validateResource(resource, this.way.path));
  }
}

/** The faults of one resource, `{ apiVersion, kind, metadata }`. */
export function validateResource(resource: JsonObject, at: FieldPath): FieldError[] {
  const found: FieldError[] = [];
  for (const key of ['apiVersion', 'kind']) {
    if (!Object.hasOwn(resource, key)) found.push(fieldErrors.required(at.child(key)));
  }
  const [apiVersion, kind, metadata] = ['apiVersion', 'kind', 'metadata'].map((key) => getOwn(resource, key));
  if (apiVersion !== undefined) found.push(...validateVersion(apiVersion, at.child('apiVersion')));
  if (kind !== undefined) found.push(...validateKind(kind, at.child('kind')));
  if (metadata !== undefined) found.push(...validateMeta(metadata, at.child('metadata')));
  return found;
}

function validateVersion(version: Json, at: FieldPath): FieldError[] {
  if (typeof version !== 'string') return [fieldErrors.invalid(at, sortedJson(version), 'must be a string')];
  if (version === '') return [fieldErrors.invalid(at, version, 'must not be empty')];
  if (parseApiVersion(version) !== undefined) return [];
  return [fieldErrors.invalid(at, version, `unexpected GroupVersion string: ${version}`)];
}

function validateKind(kind: Json, at: FieldPath): FieldError[] {
  if (typeof kind !== 'string') return [fieldErrors.invalid(at, sortedJson(kind), 'must be a string')];
  if (kind === '') return [fieldErrors.invalid(at, kind, 'must not be empty')];
  const faults = dns1035LabelFaults(kind.toLowerCase());
  if (faults.length === 0) return [];
  return [fieldErrors.invalid(at, kind, `may have mixed case, but should otherwise match: ${faults.join(',')}`)];
}

/** A name is not needed, and may be anything that fits into a path. */
function validateMeta(metadata: Json, at: FieldPath): FieldError[] {
  const read = readMetadata(metadata, {});
  if (typeof read === 'string') return [fieldErrors.invalid(at, sortedJson(metadata), read)];
  const meta = read.metadata as ObjectMeta;
  const named = (meta.name ?? '') === '' ? { ...meta, name: 'unnamed' } : meta;
  const namespaced = (meta.namespace ?? '') !== '';
  return validateObjectMeta(named, { namespaced, validateName: pathSegmentName, path: at });
}
