// Door of the room 'storage': engines that keep bytes under keys, and the object store with its watch cache over them.
export {
  type Collection,
  type EntryFilter,
  type EntryTest,
  FellBehind,
  type Freshness,
  type ListQuery,
  type ListResult,
  type Outcome,
  type PagedList,
  type Transition,
  type Watch,
  type WatchBatch,
  type WatchChanges,
  type WatchItem,
  type WatchQuery,
  type WatchSource,
  type Written,
} from './collection.ts';
export { type CompactionOptions, runCompaction } from './compaction.ts';
export { sizeInBytes } from './encoding-cache.ts';
export {
  type Change,
  type ChangeBatch,
  type CommitTerms,
  type Committed,
  Compacted,
  DamagedRecord,
  type Engine,
  type EngineHealth,
  NotYet,
  type Page,
  type ReadAt,
  ReadOnlyStorage,
  type Revision,
  type Row,
  StorageFailure,
  StorageFull,
} from './engine.ts';
export { EngineCollection } from './engine-collection.ts';
export { type EtcdSettings, openEtcd } from './engines/etcd/open-etcd.ts';
export { openEtcdSnapshot } from './engines/etcd-snapshot/snapshot-engine.ts';
export { checkJournal, type JournalCheck } from './engines/journal/check-journal.ts';
export { makeDirectory } from './engines/journal/make-directory.ts';
export { type JournalSettings, openJournal } from './engines/journal/open-journal.ts';
export { type MemoryEngine, openMemory } from './engines/memory.ts';
export { Entry } from './entry.ts';
export { type ExpiryOptions, runExpiry } from './expiry.ts';
export { LONGEST_KEY } from './key-order.ts';
export { type CachedObjects, type CachedVersions, ObjectStore, type ObjectStoreOptions } from './object-store.ts';
export { pagesFrom } from './pages.ts';
export { transact, type WriteSide } from './transact.ts';
export { TransformedEngine, type ValueTransformer } from './transformed-engine.ts';
