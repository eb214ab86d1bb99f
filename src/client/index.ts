// Door of the room 'client': how programs read, follow and write objects. A client sends requests by a transport; an
// informer follows resources and fills a store that is searched by index; a work queue holds the keys of objects that
// something must be done about. The transport over HTTP is here, the one in the server's process is `in-process-client`.
export { Client } from './client.ts';
export { agentFor, authorizationOf } from './http/agent.ts';
export type { ClientConfig } from './http/client-config.ts';
export type { HttpRequest } from './http/connection.ts';
export { HttpClient } from './http/http-client.ts';
export {
  type ExecCredential,
  KubeconfigError,
  type KubeconfigOptions,
  loadKubeconfig,
  loadKubeconfigUsers,
} from './http/kubeconfig.ts';
export { IndexedStore, type Indexer } from './indexed-store.ts';
export { Informer, type InformerHandlers, type InformerOptions } from './informer.ts';
export type { ListWatch } from './list-watch.ts';
export { Lister, objectKey } from './lister.ts';
export {
  type ApplyOptions,
  type DeleteRequest,
  type ListMeta,
  type ListRequest,
  type ObjectList,
  type PatchRequest,
  type ReadOptions,
  type ResourceRef,
  resourceRef,
  type WatchEvent,
  type WatchRequest,
  type WriteOptions,
} from './requests.ts';
export { type ApplyConfiguration, type EditOptions, ResourceClient } from './resource-client.ts';
export type { ResourceEvent, ResourceEventHandler } from './resource-event-handler.ts';
export { SharedInformers } from './shared-informers.ts';
export type { CollectionTarget, ObjectTarget, Transport, TypedPatch } from './transport.ts';
export { WorkQueue, type WorkQueueOptions } from './work-queue.ts';
