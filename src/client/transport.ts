import type { Json, KubeObject, Status } from '#meta';
import type {
  DeleteRequest,
  ListRequest,
  ObjectList,
  ReadOptions,
  ResourceRef,
  WatchEvent,
  WatchRequest,
  WriteOptions,
} from './requests.ts';

/** The objects of a resource: in one namespace, or in all where none is named. */
export interface CollectionTarget {
  readonly ref: ResourceRef;
  readonly namespace?: string | undefined;
}

/** One object, or a part of it (`status`, `scale`). */
export interface ObjectTarget extends CollectionTarget {
  readonly name: string;
  readonly subresource?: string | undefined;
}

/** A patch and what it means. */
export interface TypedPatch {
  readonly type: 'json' | 'merge' | 'strategic' | 'apply';
  readonly patch: Json;
  /** Of `apply`: takes over fields that others manage. */
  readonly force?: boolean | undefined;
}

/**
 * How requests reach a server: over HTTP, or in the server's own process. All objects are in the version that the target's
 * `ref` names. A refusal is an `ApiError`, in the same words whichever way it came.
 */
export interface Transport {
  get(target: ObjectTarget, options: ReadOptions): Promise<KubeObject>;
  list(target: CollectionTarget, options: ListRequest): Promise<ObjectList<KubeObject>>;
  /** Ends when the signal fires or the server ends it. */
  watch(target: CollectionTarget, options: WatchRequest): AsyncIterable<WatchEvent<KubeObject>>;
  create(target: CollectionTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject>;
  update(target: ObjectTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject>;
  patch(target: ObjectTarget, patch: TypedPatch, options: WriteOptions): Promise<KubeObject>;
  /** The object if it is still there, waiting for its finalizers, or a `Status`. */
  delete(target: ObjectTarget, options: DeleteRequest): Promise<KubeObject | Status>;
  deleteCollection(target: CollectionTarget, selection: ListRequest, options: DeleteRequest): Promise<void>;
}
