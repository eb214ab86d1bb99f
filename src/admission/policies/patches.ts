import { configurationJson, patchJson, type Value } from '#cel';
import { DecodeError, isCustom, type ServedResource, strictDecodingError, type VersionCodec } from '#machinery';
import {
  applyJsonPatch,
  deducedType,
  formatIssues,
  type MergeType,
  mergeValues,
  PatchDoesNotApplyError,
  PatchTestFailedError,
  readJsonPatch,
  TypeMismatchError,
  validate,
} from '#merge';
import { apiErrors, isJsonObject, type Json, type JsonObject, type Versioned } from '#meta';

/** Objects cannot be changed as a policy says. */
export class MutationError extends Error {
  override name = 'MutationError';
}

/** The object with a configuration laid over it, as server-side apply does it; nobody owns what it sets. */
export function applyConfiguration(object: Versioned, value: Value, codec: VersionCodec): Json {
  const { apiVersion, kind } = object;
  const configuration = { ...(configurationJson(value) as JsonObject), apiVersion, kind };
  const { mergeType = deducedType } = codec;
  const failed = (why: string) => new MutationError(`error applying patch: ${why}`);
  const issues = validate(configuration, mergeType);
  if (issues.length > 0) throw failed(`failed to convert patch object to typed object: ${formatIssues(issues)}`);
  const atomics = atomicPlaces(configuration, mergeType, '');
  if (atomics.length > 0) {
    const places = atomics.join(', ');
    throw failed(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${places}`);
  }
  const faults = validate(object, mergeType, { allowDuplicates: true });
  if (faults.length > 0) throw failed(`failed to convert original object to typed object: ${formatIssues(faults)}`);
  try {
    return mergeValues(object, configuration, mergeType);
  } catch (error) {
    if (error instanceof TypeMismatchError) throw failed(`failed to merge patch: ${error.message}`);
    throw error;
  }
}

/** Where a configuration would replace something as a whole, which is hardly what was meant. */
function atomicPlaces(value: Json, { map, list }: MergeType, path: string): string[] {
  if (Array.isArray(value) && list !== undefined) {
    const below = value.flatMap((item, at) => atomicPlaces(item, list.items, `${path}[${at}]`));
    return list.relationship === 'atomic' ? [path, ...below] : below;
  }
  if (!isJsonObject(value) || map === undefined) return [];
  const below = Object.entries(value).flatMap(([key, member]) => {
    const field = map.fields.get(key);
    return field === undefined || member === undefined ? [] : atomicPlaces(member, field.type, `${path}.${key}`);
  });
  return map.relationship === 'atomic' ? [path, ...below] : below;
}

/** The object changed by a JSON patch. One whose test fails changes nothing. */
export function applyPatch(object: Versioned, value: Value, { codec, served }: PatchTarget): Json {
  try {
    const patched = applyJsonPatch(object, readJsonPatch(patchJson(value) as Json));
    requireKnownFields(patched, codec, served);
    return patched;
  } catch (error) {
    if (error instanceof PatchTestFailedError) return object;
    if (error instanceof PatchDoesNotApplyError) throw new MutationError(`JSON Patch: ${error.message}`);
    throw error;
  }
}

interface PatchTarget {
  readonly codec: VersionCodec;
  readonly served: ServedResource;
}

/** What no field can hold is the server's failure, as on the real one. Custom resources may have any fields. */
function requireKnownFields(value: Json, codec: VersionCodec, served: ServedResource): void {
  if (isCustom(served)) return;
  try {
    const { strictErrors } = codec.decode({ value: structuredClone(value), duplicates: [] });
    if (strictErrors.length > 0) throw apiErrors.internal(strictDecodingError(strictErrors));
  } catch (error) {
    if (error instanceof DecodeError) throw apiErrors.internal(error.message);
    throw error;
  }
}
