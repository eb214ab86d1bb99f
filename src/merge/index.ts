/**
 * The patches of the API, on plain JSON values. Nothing here knows a Kubernetes object: what a strategic merge has to
 * know of types comes through `PatchType`. A patch is refused with a `PatchError`, whose class tells the answer.
 */
export { goValue } from './go-words.ts';
export type { Json, JsonObject } from './json.ts';
export { applyJsonMergePatch, type PatchReading } from './json-merge-patch.ts';
export { applyJsonPatch } from './json-patch.ts';
export { type JsonPatch, maxOperations, readJsonPatch } from './json-patch-document.ts';
export {
  MalformedPatchError,
  PatchDoesNotApplyError,
  PatchError,
  StrategicMergeError,
  TooManyOperationsError,
} from './patch-errors.ts';
export type { PatchField, PatchList, PatchPlain, PatchStruct, PatchType } from './patch-schema.ts';
export { applyStrategicMergePatch } from './strategic-merge-patch.ts';
