import {
  type Decoded,
  DecodeError,
  type DecodeOptions,
  type EncodedObject,
  outOfRange,
  type ParsedBody,
  quoteJson,
  sortedKeys,
  type VersionCodec,
} from '#machinery';
import type { MergeType } from '#merge';
import { isJsonObject, type Json, type JsonObject, jsonTypeName, type KubeObject, setOwn } from '#meta';
import { coerceObject, isDeeperThan, MAX_DEPTH, type StructuralSchema, unknownField } from '#schema';

const MAX_REPORTS = 100;

interface UntypedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** What pruning goes by. */
  schema(): StructuralSchema;
  /** The same for an object of another version; undefined for one of another group. */
  schemaIn(apiVersion: string): StructuralSchema | undefined;
  mergeType(): MergeType;
}

/** The codec of a kind that only a schema describes. There is no protobuf form, and no strategic merge. */
export function untypedCodec(kind: UntypedKind): VersionCodec {
  return {
    decode: (body, options) => decode(kind, body, options),
    encode,
    get mergeType() {
      return kind.mergeType();
    },
  };
}

function decode(kind: UntypedKind, body: ParsedBody, options?: DecodeOptions): Decoded {
  const { value, duplicates } = body;
  if (body.outOfRange !== undefined) throw outOfRange(body.outOfRange);
  if (!isJsonObject(value)) {
    throw new DecodeError(
      `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
    );
  }
  // Checked before any recursive walk.
  if (isDeeperThan(value, MAX_DEPTH)) throw new DecodeError('exceeded max depth');
  // A patch may have made the value out of the live object: what is pruned here must not be pruned there.
  const object = decodedCopy(value) as JsonObject;
  for (const key of ['kind', 'apiVersion'] as const) object[key] ??= kind[key];
  object.metadata ??= {};
  const { error, unknownFields } = coerceAsSaid(kind, object, options);
  if (error !== undefined) throw new DecodeError(error);
  const strictErrors = [...duplicates, ...unknownFields.map(unknownField)].slice(0, MAX_REPORTS);
  return { object: object as KubeObject, strictErrors };
}

/** By the schema of the version that the object says it has. Of an object of another kind only metadata is looked at. */
function coerceAsSaid(kind: UntypedKind, object: JsonObject, options?: DecodeOptions): ReturnType<typeof coerceObject> {
  const { apiVersion } = object;
  const schema = apiVersion === kind.apiVersion ? kind.schema() : kind.schemaIn(String(apiVersion));
  const isOther = schema === undefined || object.kind !== kind.kind;
  return coerceObject(schema ?? kind.schema(), object, { ...options, onlyMetadata: isOther });
}

/** An integer that no int64 can hold is a float from here on. */
function decodedCopy(value: Json): Json {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decodedCopy);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setOwn(copy, key, decodedCopy(member));
  }
  return copy;
}

/** Keys in order on every level, as Go encodes maps. */
function encode(object: KubeObject): EncodedObject {
  let text = '{';
  let revisionAt = -1;
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${quoteJson(key)}:`;
    if (key === 'metadata' && isJsonObject(value)) {
      const metadata = encodeMetadata(value);
      if (metadata.revisionAt >= 0) revisionAt = text.length + metadata.revisionAt;
      text += metadata.text;
    } else {
      text += encodeSorted(value);
    }
  }
  return { text: `${text}}`, revisionAt };
}

/**
 * `"resourceVersion":"N",` goes before the first key that comes after it. Where there is none it goes to the front, and
 * into empty metadata it cannot go at all.
 */
function encodeMetadata(metadata: JsonObject): EncodedObject {
  let text = '{';
  let revisionAt = -1;
  for (const key of sortedKeys(metadata)) {
    const value = metadata[key];
    if (key === 'resourceVersion' || value === undefined) continue;
    if (text.length > 1) text += ',';
    if (revisionAt < 0 && key > 'resourceVersion') revisionAt = text.length;
    text += `${quoteJson(key)}:${encodeSorted(value)}`;
  }
  if (revisionAt < 0 && text.length > 1) revisionAt = 1;
  return { text: `${text}}`, revisionAt };
}

function encodeSorted(value: Json): string {
  switch (typeof value) {
    case 'string':
      return quoteJson(value);
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? encodeList(value) : encodeMap(value);
    default:
      return JSON.stringify(value);
  }
}

function encodeList(list: readonly Json[]): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) {
    text += (index > 0 ? ',' : '') + encodeSorted(list[index] as Json);
  }
  return `${text}]`;
}

function encodeMap(map: JsonObject): string {
  let text = '{';
  for (const key of sortedKeys(map)) {
    const value = map[key];
    if (value !== undefined) text += `${text.length > 1 ? ',' : ''}${quoteJson(key)}:${encodeSorted(value)}`;
  }
  return `${text}}`;
}
