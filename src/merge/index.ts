/**
 * The patches of the API, on plain JSON values. Nothing here knows a Kubernetes object: what a strategic merge has to
 * know of types comes through `PatchType`. A patch is refused with a `PatchError`, whose class tells the answer.
 */

/*
 * Server-side apply: who owns which fields of an object, and what becomes of it when they write. Types come through
 * `MergeType`, other versions through `Versions`; managers are names that mean nothing here.
 */
export { compare } from './apply/compare.ts';
export { FieldSet } from './apply/field-set.ts';
export { FieldsV1Error, readFieldsV1, writeFieldsV1 } from './apply/fields-v1.ts';
export { excluding, type FieldFilter } from './apply/filter.ts';
export { type Conflict, formatConflicts, type ManagedSet, type Managers } from './apply/managers.ts';
export { mergeValues } from './apply/merge.ts';
export { ownedBy } from './apply/ownership.ts';
export { formatPath, type Path, pathOf } from './apply/path-element.ts';
export {
  atomicList,
  deducedType,
  type FieldSource,
  type MergeType,
  mapList,
  mapOf,
  scalarType,
  setList,
  structType,
  type TypeSource,
  untypedAtomic,
  withAtomic,
} from './apply/schema.ts';
export { formatIssues, TypeMismatchError } from './apply/type-error.ts';
export { type Applying, apply, update } from './apply/updater.ts';
export { validate } from './apply/validate.ts';
export type { Versions } from './apply/versions.ts';
export { goValue } from './go-words.ts';
export { applyJsonMergePatch, orderAsMerged } from './json-merge-patch.ts';
export { applyJsonPatch } from './json-patch.ts';
export { type JsonPatch, readJsonPatch } from './json-patch-document.ts';
export {
  MalformedPatchError,
  PatchDoesNotApplyError,
  PatchError,
  PatchTestFailedError,
  StrategicMergeError,
  TooManyOperationsError,
} from './patch-errors.ts';
export type { PatchField, PatchStruct, PatchType } from './patch-schema.ts';
export { applyStrategicMergePatch } from './strategic-merge-patch.ts';
