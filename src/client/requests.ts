import type { KubeObject, ObjectMeta } from '#meta';

declare const objectType: unique symbol;

/** Which resource is meant, and of which type its objects are. */
export interface ResourceRef<T = KubeObject> {
  readonly group: string;
  readonly version: string;
  /** The plural in paths: `deployments`. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Absent at run time: it only carries the type for the compiler. */
  readonly [objectType]?: T;
}

/** Names a resource together with the type of its objects. */
export const resourceRef = <T = KubeObject>(ref: Omit<ResourceRef, typeof objectType>): ResourceRef<T> =>
  ref as ResourceRef<T>;

/** What lists have besides their items. */
export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
export interface ObjectList<T> {
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}

/** A change, as a watch tells it. */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly object: { readonly metadata: ObjectMeta } };

export interface ReadOptions {
  readonly resourceVersion?: string;
  readonly signal?: AbortSignal;
}
export interface ListRequest extends ReadOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
}
export interface WatchRequest extends Omit<ListRequest, 'limit' | 'continue'> {
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  readonly timeoutSeconds?: number;
}
export interface WriteOptions {
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** Everything happens but the write. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes over fields that others manage. */
  readonly force?: boolean;
}
export interface PatchRequest extends WriteOptions {
  readonly type: 'json' | 'merge' | 'strategic';
  readonly subresource?: string;
}
export interface DeleteRequest {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}
