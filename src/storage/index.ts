// Door of the room 'storage'.
export {
  type Collection,
  FellBehind,
  type Freshness,
  type ListQuery,
  type ListResult,
  type Outcome,
  type Transition,
  type WatchBatch,
  type WatchItem,
  type WatchQuery,
  type Written,
} from './collection.ts';
export {
  type Change,
  type ChangeBatch,
  type Committed,
  Compacted,
  type Engine,
  NotYet,
  type Page,
  type ReadAt,
  type Revision,
  type Row,
  StorageFailure,
} from './engine.ts';
export { Entry } from './entry.ts';
