/**
 * `pinnace/client`: a typed client, informers and listers, for any server of Kubernetes' API. It loads no server.
 *
 * @packageDocumentation
 */

export {
  type ApplyConfiguration,
  type ApplyOptions,
  Client,
  type ClientConfig,
  type DeleteRequest,
  type EditOptions,
  type ExecCredential,
  HttpClient,
  type HttpRequest,
  type Indexer,
  Informer,
  type InformerHandlers,
  type InformerOptions,
  KubeconfigError,
  type KubeconfigOptions,
  Lister,
  type ListMeta,
  type ListRequest,
  loadKubeconfig,
  type ObjectList,
  objectKey,
  type PatchRequest,
  type ReadOptions,
  ResourceClient,
  type ResourceRef,
  resourceRef,
  type WatchEvent,
  type WatchRequest,
  WorkQueue,
  type WorkQueueOptions,
  type WriteOptions,
} from '#client';
export { ApiError, type KubeObject, type ObjectMeta, type Status } from '#meta';
