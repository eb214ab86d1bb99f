// Door of the room 'in-process-client': the client's transport in the server's own process, and what controllers make of it.
// They see hub objects and stored entries, which are parsed only when somebody looks at them.
export { CachedClient, timeMs } from './cached-client.ts';
export { EventRecorder, type RecordedEvent } from './event-recorder.ts';
export { InProcessClient } from './in-process-client.ts';
export { type CachedObject, InformerStore, kindOf, type StoreChange } from './informer-store.ts';
export { namespaceOf, type ObjectKey, objectKeyIn, storageKey } from './object-key.ts';
export {
  type RegistryInformers,
  type ResourceEvent,
  type ResourceEventHandler,
  registryInformers,
} from './registry-informers.ts';
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
