import { encodeJson, parseJson } from '#machinery';
import { ApiError, apiVersionOf, isJsonObject, type Json, type KubeObject, type ObjectMeta, type Status } from '#meta';
import type { HttpRequest, Transport } from './transport.ts';

declare const objectType: unique symbol;

/** Which resource is meant, and of which type its objects are. */
export interface ResourceRef<T = KubeObject> {
  readonly group: string;
  readonly version: string;
  /** The plural in paths: `deployments`. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Never there: it only tells the compiler. */
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
export interface DeleteRequest {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** What can be applied: an object of which all but the name may be left out. */
export type ApplyConfiguration<T> = Partial2<Omit<T, 'apiVersion' | 'kind' | 'metadata'>> & {
  readonly metadata: { readonly name: string; readonly namespace?: string } & Partial<ObjectMeta>;
};
type Partial2<T> = T extends readonly (infer Item)[]
  ? readonly Partial2<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Partial2<T[K]> }
    : T;

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

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
    return this.#ask<T>('GET', this.#path({ name, query: options }), { signal: options.signal });
  }

  async list(options: ListRequest = {}): Promise<ObjectList<T>> {
    const list = await this.#ask<ObjectList<T>>('GET', this.#path({ query: options }), { signal: options.signal });
    const { group, version, kind } = this.ref;
    // Items of a list do not say what they are.
    const head = { apiVersion: apiVersionOf({ group, version }), kind };
    return { metadata: list.metadata, items: (list.items ?? []).map((item) => ({ ...head, ...item })) };
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const namespace = object.metadata.namespace ?? this.namespace;
    return this.#write('POST', this.#path({ namespace, query: options }), object, options);
  }

  /** Replaces an object. With a resourceVersion only if it is still the one that was read. */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#write('PUT', this.#objectPath(object, options), object, options);
  }

  updateStatus(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#write('PUT', this.#objectPath(object, options, 'status'), object, options);
  }

  patch(name: string, patch: Json, options: PatchRequest): Promise<T> {
    const { type, subresource, ...write } = options;
    const contentType = patchTypes[type];
    return this.#write('PATCH', this.#path({ name, subresource, query: write }), patch, { ...write, contentType });
  }

  /** Server-side apply: the object is made or changed so that what is said here holds. */
  apply(object: ApplyConfiguration<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(object, options);
  }

  applyStatus(object: ApplyConfiguration<T>, options: ApplyOptions): Promise<T> {
    return this.#apply(object, options, 'status');
  }

  #apply(object: ApplyConfiguration<T>, options: ApplyOptions, subresource?: string): Promise<T> {
    const { group, version, kind } = this.ref;
    const body = { apiVersion: apiVersionOf({ group, version }), kind, ...object } as unknown as KubeObject;
    const contentType = 'application/apply-patch+yaml';
    return this.#write('PATCH', this.#objectPath(body, options, subresource), body, { ...options, contentType });
  }

  /** What became of it: the object if it is still there, waiting for its finalizers, or a `Status`. */
  delete(name: string, options: DeleteRequest = {}): Promise<T | Status> {
    return this.#delete(this.#path({ name, query: {} }), options);
  }

  deleteCollection(selection: ListRequest = {}, options: DeleteRequest = {}): Promise<Json> {
    return this.#delete(this.#path({ query: selection }), options);
  }

  /** Another kind that is a part of an object: `scale`. */
  getSubresource<S>(name: string, subresource: string): Promise<S> {
    return this.#ask<S>('GET', this.#path({ name, subresource, query: {} }), {});
  }

  updateSubresource<S>(name: string, subresource: string, value: S, options: WriteOptions = {}): Promise<S> {
    return this.#write('PUT', this.#path({ name, subresource, query: options }), value as Json, options);
  }

  /** Changes as they happen, until the signal fires or the server ends the watch. Throws an `ApiError` for an ERROR event. */
  async *watch(options: WatchRequest = {}): AsyncGenerator<WatchEvent<T>, void, undefined> {
    const path = this.#path({ query: { ...options, watch: 'true' } });
    const response = await this.#transport.open({ method: 'GET', path, signal: options.signal });
    try {
      for await (const line of linesOf(response as AsyncIterable<Buffer>)) {
        const event = parseJson(Buffer.from(line), { duplicates: false }).value as unknown as WatchEvent<T>;
        if ((event.type as string) === 'ERROR') throw watchError(event.object as unknown as Status);
        yield event;
      }
    } finally {
      response.destroy();
    }
  }

  #ask<R>(method: string, path: string, more: Pick<HttpRequest, 'body' | 'contentType' | 'signal'>): Promise<R> {
    return this.#transport.ask({ method, path, ...more }) as Promise<unknown> as Promise<R>;
  }

  #write<R>(method: string, path: string, body: Json | KubeObject, options: Sending): Promise<R> {
    const { contentType, signal } = options;
    return this.#ask(method, path, {
      body: encodeJson(body as Json),
      ...(contentType === undefined ? {} : { contentType }),
      signal,
    });
  }

  #delete<R>(path: string, { dryRun, signal, ...options }: DeleteRequest): Promise<R> {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options, ...(dryRun ? { dryRun: ['All'] } : {}) };
    return this.#write('DELETE', path, body as unknown as Json, { signal });
  }

  #objectPath({ metadata: { name = '', namespace } }: KubeObject, query: object, subresource?: string): string {
    return this.#path({ name, namespace: namespace ?? this.namespace, subresource, query });
  }

  #path({ name, namespace = this.namespace, subresource, query }: PathParts): string {
    const { group, version, resource, namespaced } = this.ref;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const scope = namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : '';
    const one = name === undefined ? '' : `/${encodeURIComponent(name)}`;
    const part = subresource === undefined ? '' : `/${subresource}`;
    return `${root}${scope}/${resource}${one}${part}${queryText(query)}`;
  }
}

export interface PatchRequest extends WriteOptions {
  readonly type: keyof typeof patchTypes;
  readonly subresource?: string;
}

interface Sending {
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}
interface PathParts {
  readonly name?: string;
  readonly namespace?: string | undefined;
  readonly subresource?: string | undefined;
  readonly query: object;
}

function queryText(query: object): string {
  const terms = Object.entries(query).flatMap(([key, value]): string[] => {
    if (value === undefined || key === 'signal') return [];
    if (key === 'dryRun') return value === true ? ['dryRun=All'] : [];
    return [`${key}=${encodeURIComponent(String(value))}`];
  });
  return terms.length === 0 ? '' : `?${terms.join('&')}`;
}

function watchError(status: Status): ApiError {
  const { code = 500, message = 'the watch failed', reason } = isJsonObject(status as never) ? status : ({} as Status);
  return new ApiError({ code, message, ...(reason === undefined ? {} : { reason }) });
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]).toString();
      rest = [];
      size = 0;
      from = at + 1;
      if (line !== '') yield line;
    }
    rest.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > MAX_LINE_BYTES) throw new Error(`an event is longer than ${MAX_LINE_BYTES} bytes`);
  }
}
