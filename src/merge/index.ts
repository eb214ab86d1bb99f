/**
 * The patches of the API, on plain JSON values. Nothing here knows a Kubernetes object: what a strategic merge has to
 * know of types comes through `PatchType`. A patch is refused with a `PatchError`, whose class tells the answer.
 */

/*
 * Server-side apply: who owns which fields of an object, and what becomes of it when they write. Types come through
 * `MergeType`, other versions through `Versions`; managers are names that mean nothing here.
 */
export { type Comparison, compare, isSame } from './apply/compare.ts';
export { type FieldNode, FieldSet } from './apply/field-set.ts';
export { FieldsV1Error, readFieldsV1, writeFieldsV1 } from './apply/fields-v1.ts';
export { excluding, type FieldFilter, including, type PathPattern } from './apply/filter.ts';
export {
  type Conflict,
  formatConflicts,
  type ManagedSet,
  type Managers,
  sameManagers,
  type Writing,
} from './apply/managers.ts';
export { mergeValues } from './apply/merge.ts';
export { ownedBy } from './apply/ownership.ts';
export {
  fieldElement,
  formatElement,
  formatPath,
  indexElement,
  type KeyPart,
  keyElement,
  type Path,
  type PathElement,
  pathOf,
  valueElement,
} from './apply/path-element.ts';
export { extractItems, extractKeyedItems, removeItems } from './apply/remove.ts';
export {
  atomicList,
  deducedType,
  type FieldShape,
  type FieldSource,
  type ListShape,
  type MapShape,
  type MergeType,
  mapList,
  mapOf,
  type ScalarName,
  type StructSource,
  scalarType,
  setList,
  structType,
  type TypeSource,
  untypedAtomic,
  withAtomic,
} from './apply/schema.ts';
export { formatIssues, type TypeIssue, TypeMismatchError } from './apply/type-error.ts';
export {
  type Applied,
  type Applying,
  type ApplyOutcome,
  apply,
  type Conflicted,
  type Updated,
  update,
} from './apply/updater.ts';
export { type Validation, validate } from './apply/validate.ts';
export type { Conversion, Versions } from './apply/versions.ts';
export { goValue } from './go-words.ts';
export type { Json, JsonObject } from './json.ts';
export { applyJsonMergePatch, orderAsMerged, type PatchReading } from './json-merge-patch.ts';
export { applyJsonPatch } from './json-patch.ts';
export { type JsonPatch, maxOperations, readJsonPatch } from './json-patch-document.ts';
export {
  MalformedPatchError,
  PatchDoesNotApplyError,
  PatchError,
  PatchTestFailedError,
  StrategicMergeError,
  TooManyOperationsError,
} from './patch-errors.ts';
export type { PatchField, PatchList, PatchPlain, PatchStruct, PatchType } from './patch-schema.ts';
export { applyStrategicMergePatch } from './strategic-merge-patch.ts';
