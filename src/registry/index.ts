// The registry: what happens to objects, whatever their kind. Reads come from the watch cache; every write is a
// transition from what is there to what should be.
export type { Annotate, AuditLevel } from '#admission';
export type { Entry, Watch, WatchBatch, WatchChanges, WatchItem, WatchSource } from '#storage';
export { Compacted, FellBehind, sizeInBytes } from '#storage';
export { type Access, accessWith, type Registry, type StoredWrite } from './access.ts';
export { runAction } from './action.ts';
export { applied } from './apply.ts';
export { connect, findBeside } from './connect.ts';
export { create } from './create.ts';
export { type Deleted, remove } from './delete.ts';
export { removeCollection } from './delete-collection.ts';
export { editMetadata, type MetadataEdit } from './edit-metadata.ts';
export { managerFromAgent } from './field-management/manager-name.ts';
export { type PatchKind, patched } from './patch.ts';
export { get, type LongList, list, longList } from './read.ts';
export { readSelectors, selectionOf } from './read-selection.ts';
export { type RequestView, requestViewOf, timedView } from './request-view.ts';
export { answerReview } from './review.ts';
export { rewrite } from './rewrite.ts';
export type { Shown } from './shown.ts';
export { converting, noTime, type StageTimes } from './stage-times.ts';
export { storageError } from './storage-errors.ts';
export {
  packJson,
  packValue,
  parseStored as parseEntry,
  parseStoredMetadata as parseMetadata,
  storedApiVersion,
  storedText,
  wireLength,
  writeWireJson,
} from './stored-value.ts';
export { systemAccess } from './system-access.ts';
export { type Updated, update } from './update.ts';
export {
  type ConvertedPage,
  convertPage,
  encodeObject,
  fromStored,
  hubObject,
  jsonInVersion,
  lineInVersion,
  objectInVersion,
  servesStoredBytes,
  storedBytes,
  typePrefix,
  viewName,
} from './views.ts';
export { endOfWatch, planWatch, type WatchPlan, watch } from './watch.ts';
