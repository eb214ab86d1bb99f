// Door of the room 'http-client': how programs speak with a server over HTTP, ours or another.
export { Client } from './client.ts';
export { type ClientConfig, KubeconfigError, loadKubeconfig } from './client-config.ts';
export { Informer, type InformerHandlers, type InformerOptions } from './informer.ts';
export { type Indexer, Lister, objectKey } from './lister.ts';
export {
  type ApplyConfiguration,
  type ApplyOptions,
  type DeleteRequest,
  type ListMeta,
  type ListRequest,
  type ObjectList,
  type PatchRequest,
  type ReadOptions,
  ResourceClient,
  type ResourceRef,
  resourceRef,
  type WatchEvent,
  type WatchRequest,
  type WriteOptions,
} from './resource-client.ts';
export type { HttpRequest } from './transport.ts';
