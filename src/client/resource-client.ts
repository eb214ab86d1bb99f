import { ApiError, apiVersionOf, type Json, type KubeObject, type ObjectMeta, type Status } from '#meta';
import type {
  ApplyOptions,
  DeleteRequest,
  ListRequest,
  ObjectList,
  PatchRequest,
  ReadOptions,
  ResourceRef,
  WatchEvent,
  WatchRequest,
  WriteOptions,
} from './requests.ts';
import type { ObjectTarget, Transport } from './transport.ts';

/** What can be applied: an object of which all but the name may be left out. */
export type ApplyConfiguration<T> = DeepPartial<Omit<T, 'apiVersion' | 'kind' | 'metadata'>> & {
  readonly metadata: { readonly name: string; readonly namespace?: string } & Partial<ObjectMeta>;
};
type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;

export interface EditOptions extends WriteOptions {
  readonly subresource?: string;
}

/** How many lost races an edit goes on after. */
const MAX_EDITS = 16;

/** Reads and writes the objects of one resource, in one namespace or in all. */
export class ResourceClient<T extends KubeObject = KubeObject> {
  readonly ref: ResourceRef<T>;
  readonly namespace: string | undefined;
  readonly #transport: Transport;

  constructor(transport: Transport, ref: ResourceRef<T>, namespace?: string) {
    this.ref = ref;
    this.namespace = namespace;
    this.#transport = transport;
  }

  /** The same resource in a namespace. */
  inNamespace(namespace: string): ResourceClient<T> {
    return new ResourceClient(this.#transport, this.ref, namespace);
  }

  get(name: string, options: ReadOptions = {}): Promise<T> {
    return this.#typed(this.#transport.get(this.#named(name), options));
  }

  list(options: ListRequest = {}): Promise<ObjectList<T>> {
    return this.#transport.list(this.#all, options) as Promise<ObjectList<KubeObject>> as Promise<ObjectList<T>>;
  }

  /** Changes as they happen, until the signal fires or the server ends the watch. Throws an `ApiError` for an ERROR event. */
  watch(options: WatchRequest = {}): AsyncIterable<WatchEvent<T>> {
    return this.#transport.watch(this.#all, options) as AsyncIterable<WatchEvent<KubeObject>> as AsyncIterable<
      WatchEvent<T>
    >;
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const namespace = object.metadata.namespace ?? this.namespace;
    return this.#typed(this.#transport.create({ ref: this.ref, namespace }, object, options));
  }

  /** Replaces an object. With a resourceVersion only if it is still the one that was read. */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#typed(this.#transport.update(this.#of(object), object, options));
  }

  updateStatus(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#typed(this.#transport.update(this.#of(object, 'status'), object, options));
  }

  /** Changes the newest state of an object, and changes it anew after a lost race. */
  async edit(name: string, change: (object: T) => void, options: EditOptions = {}): Promise<T> {
    const { subresource, ...write } = options;
    for (let attempt = 1; ; attempt++) {
      const object = await this.get(name);
      change(object);
      try {
        return await this.#typed(this.#transport.update(this.#of(object, subresource), object, write));
      } catch (error) {
        if (!(error instanceof ApiError && error.reason === 'Conflict') || attempt === MAX_EDITS) throw error;
      }
    }
  }

  patch(name: string, patch: Json, { type, subresource, ...write }: PatchRequest): Promise<T> {
    return this.#typed(this.#transport.patch(this.#named(name, subresource), { type, patch }, write));
  }

  /** Server-side apply: the object is made or changed so that what is said here holds. */
  apply(object: ApplyConfiguration<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(object, options);
  }

  applyStatus(object: ApplyConfiguration<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(object, options, 'status');
  }

  /** What became of it: the object if it is still there, waiting for its finalizers, or a `Status`. */
  delete(name: string, options: DeleteRequest = {}): Promise<T | Status> {
    return this.#transport.delete(this.#named(name), options) as Promise<KubeObject | Status> as Promise<T | Status>;
  }

  deleteCollection(selection: ListRequest = {}, options: DeleteRequest = {}): Promise<void> {
    return this.#transport.deleteCollection(this.#all, selection, options);
  }

  /** Another kind that is a part of an object: `scale`. */
  getSubresource<S>(name: string, subresource: string): Promise<S> {
    return this.#transport.get(this.#named(name, subresource), {}) as Promise<unknown> as Promise<S>;
  }

  updateSubresource<S>(name: string, subresource: string, value: S, options: WriteOptions = {}): Promise<S> {
    const target = this.#named(name, subresource);
    return this.#transport.update(target, value as KubeObject, options) as Promise<unknown> as Promise<S>;
  }

  #apply(object: ApplyConfiguration<T>, { force, ...write }: ApplyOptions, subresource?: string): Promise<T> {
    const { group, version, kind } = this.ref;
    const config = { apiVersion: apiVersionOf({ group, version }), kind, ...object } as unknown as KubeObject;
    const patch = { type: 'apply', patch: config as Json, force } as const;
    return this.#typed(this.#transport.patch(this.#of(config, subresource), patch, write));
  }

  get #all(): { readonly ref: ResourceRef; readonly namespace: string | undefined } {
    return { ref: this.ref as ResourceRef, namespace: this.namespace };
  }

  #named(name: string, subresource?: string): ObjectTarget {
    return { ...this.#all, name, subresource };
  }

  #of({ metadata: { name = '', namespace } }: KubeObject, subresource?: string): ObjectTarget {
    return { ref: this.ref as ResourceRef, namespace: namespace ?? this.namespace, name, subresource };
  }

  /** The reference says of which type the objects are. */
  #typed(object: Promise<KubeObject>): Promise<T> {
    return object as Promise<T>;
  }
}
