// Door of the room 'client': how programs read, follow and write objects. A client writes; an informer follows resources
// and fills a store that is searched by index; a work queue holds the keys of objects that something must be done about.
export { CachedClient, timeMs } from './cached-client.ts';
export { InProcessClient } from './in-process-client.ts';
export { Informer } from './informer.ts';
export { type CachedObject, InformerStore, kindOf, type StoreChange } from './informer-store.ts';
export { namespaceOf, type ObjectKey, objectKeyIn, storageKey } from './object-key.ts';
export type { ResourceEvent, ResourceEventHandler } from './resource-event-handler.ts';
export { ResourceMapper } from './resource-mapper.ts';
export {
  awaits,
  FOREGROUND,
  mayBeDeleting,
  mayHaveOwners,
  metadataIfReadable,
  metadataOf,
  ORPHAN,
  type StoredMetadata,
} from './stored-metadata.ts';
export { WorkQueue } from './work-queue.ts';
