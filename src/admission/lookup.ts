import type { GroupResource, Hub, KubeObject, MaybePromise } from '#meta';

declare const objectType: unique symbol;
/** A resource together with the type of its objects. */
export interface TypedResource<T extends KubeObject = KubeObject> extends GroupResource {
  /** Absent at run time: it only carries the type for the compiler. */
  readonly [objectType]?: T;
}

/**
 * What admission may look at besides the request: other objects, in their hub version and as new as the store, or as
 * what was heard of it last where it is elsewhere. They are
 * shared with every other reader: look, do not change.
 */
export interface Lookup {
  /** Null when there is none, or when the resource is not served. `namespace` is '' for what lies in none. */
  get<T extends KubeObject>(resource: TypedResource<T>, name: string, namespace?: string): MaybePromise<Hub<T> | null>;
  /** All of the resource, or what lies in one namespace. */
  list<T extends KubeObject>(
    resource: TypedResource<T>,
    namespace?: string,
    freshness?: 'newest' | 'recent',
  ): MaybePromise<readonly Hub<T>[]>;
}
