import { encodeJson } from '#machinery';
import {
  formatFieldErrors,
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type ObjectMeta,
  path,
  validateAnnotations,
  validateLabels,
} from '#meta';
import { ConversionFault } from './conversion-error.ts';

/**
 * A webhook may change everything but what an object is: kind, name, namespace and uid must come back as they went. Of
 * the metadata only labels and annotations are taken; whatever else the webhook did there is ignored.
 */
interface Conversion {
  readonly original: KubeObject;
  readonly converted: Json;
  readonly to: string;
  /** Where it stands among how many: one alone is told of in other words. */
  readonly index: number;
  readonly count: number;
}

export function takeConverted(conversion: Conversion): KubeObject {
  const { original, to } = conversion;
  const converted = readObject(conversion);
  checkVersion(converted, conversion);
  const changed = identityFault(original, converted);
  if (changed !== undefined) throw blame(conversion, changed, 'returned invalid object');
  const metadata = takeMetadata(conversion, converted);
  return { ...converted, apiVersion: to, kind: original.kind, metadata };
}

function readObject(conversion: Conversion): JsonObject {
  const { converted } = conversion;
  if (!isJsonObject(converted)) {
    const type = converted === null ? 'unexpected end of JSON input' : `no object: ${excerpt(converted)}`;
    throw blame(conversion, type, 'returned invalid converted object at index 0');
  }
  if (textOf(converted, 'kind') !== '') return converted;
  throw blame(
    conversion,
    `Object 'Kind' is missing in '${excerpt(converted)}'`,
    'returned invalid converted object at index 0',
  );
}

function checkVersion(converted: JsonObject, conversion: Conversion): void {
  const alone = 'returned invalid object at index 0';
  const version = textOf(converted, 'apiVersion');
  if (version !== conversion.to) {
    throw blame(conversion, `invalid groupVersion (expected ${conversion.to}, received ${version})`, alone);
  }
  const kind = textOf(converted, 'kind');
  if (kind !== conversion.original.kind) {
    throw blame(conversion, `invalid kind (expected ${conversion.original.kind}, received ${kind})`, alone);
  }
}

const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

function identityFault(original: KubeObject, converted: JsonObject): string | undefined {
  const before = metadataOf(original);
  const after = metadataOf(converted);
  for (const [field, word] of identity) {
    const [expected, got] = [textOf(before, field), textOf(after, field)];
    if (expected !== got) return `must have the same ${word}: ${expected} != ${got}`;
  }
  return undefined;
}

function takeMetadata(conversion: Conversion, converted: JsonObject): ObjectMeta {
  const answered = getOwn(converted, 'metadata');
  if (!isJsonObject(answered)) {
    const text =
      answered === undefined
        ? 'missing metadata in converted object'
        : `invalid metadata of type ${goType(answered)} in converted object`;
    throw blameMetadata(conversion, text);
  }
  const { labels: _labels, annotations: _annotations, ...kept } = metadataOf(conversion.original);
  const metadata: JsonObject = kept;
  for (const field of ['labels', 'annotations'] as const) {
    const taken = takeMap(conversion, answered, field);
    if (taken !== undefined) metadata[field] = taken;
  }
  return metadata as ObjectMeta;
}

function takeMap(conversion: Conversion, answered: JsonObject, field: 'labels' | 'annotations'): Labels | undefined {
  const value = getOwn(answered, field) ?? undefined;
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    throw blameMetadata(conversion, `invalid metadata.${field} of type ${goType(value)} in converted object`);
  }
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === 'string') continue;
    const type = goType(text as Json);
    throw blameMetadata(conversion, `metadata.${field}[${key}] must be a string, but is ${type} in converted object`);
  }
  const map = value as Labels;
  // What the object had before may break today's rules; only a change must keep them.
  if (!sameMap(getOwn(metadataOf(conversion.original), field), map)) checkRules(conversion, map, field);
  return map;
}

type Labels = { [key: string]: string };

function sameMap(before: Json | undefined, after: Labels): boolean {
  const old = isJsonObject(before) ? before : {};
  const keys = Object.keys(after);
  return keys.length === Object.keys(old).length && keys.every((key) => getOwn(old, key) === after[key]);
}

function checkRules(conversion: Conversion, map: Labels, field: 'labels' | 'annotations'): void {
  const faults =
    field === 'labels'
      ? validateLabels(map, path('metadata', 'labels'))
      : validateAnnotations(map, path('metadata', 'annotation'));
  if (faults.length > 0) throw blameMetadata(conversion, formatFieldErrors(faults));
}

function blame({ index, count }: Conversion, text: string, alone: string): ConversionFault {
  const begin = count === 1 ? alone : `returned invalid converted object at index ${index}`;
  return new ConversionFault('invalid-object', `${begin}: ${text}`, index);
}

function blameMetadata({ index, count }: Conversion, text: string): ConversionFault {
  const where = count === 1 ? '' : ` in object at index ${index}`;
  return new ConversionFault('invalid-object', `returned invalid metadata${where}: ${text}`, index);
}

function metadataOf(object: JsonObject): JsonObject {
  const metadata = getOwn(object, 'metadata');
  return isJsonObject(metadata) ? metadata : {};
}

function textOf(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
}

/** `%T` of a decoded JSON value. */
function goType(value: Json): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}

const EXCERPT_LENGTH = 200;

function excerpt(value: Json): string {
  const text = encodeJson(value);
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}...` : text;
}
