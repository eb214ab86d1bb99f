import { ApiError, type KubeObject, parseResourceVersion } from '#meta';
import type { ResourceClient } from './resource-client.ts';

/** What was told of one object: `entry` is whatever the source makes of objects. */
export interface ChangedEntry<E> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly entry: E;
}

/**
 * What is there first, as added; then its end; then changes. `silent-end`: the server ended a watch that told nothing, and
 * would be asked without a pause if nobody waited.
 */
type FollowedBatch<E> =
  | { readonly kind: 'changes'; readonly items: readonly ChangedEntry<E>[] }
  | { readonly kind: 'initial-end' }
  | { readonly kind: 'silent-end' };

export interface FollowedResource<E> extends AsyncIterable<FollowedBatch<E>> {
  /** Everything up to here has been handed out. */
  revision(): number;
}

/** Where a reflector learns what objects a resource has. */
export interface ListWatch<E> {
  follow(signal: AbortSignal): FollowedResource<E>;
  /** The source has forgotten what comes after the last change it told: nothing is wrong, but it must be listed again. */
  isExpired(error: unknown): boolean;
}

interface Selectors {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** How many objects are asked for at a time. */
const PAGE = 500;

/** Follows a resource through any client. */
export function listWatchOf<T extends KubeObject>(client: ResourceClient<T>, selectors: Selectors): ListWatch<T> {
  const { labelSelector, fieldSelector } = selectors;
  const selection = {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
  return {
    follow: (signal) => new ListThenWatch(client, { ...selection, signal }),
    isExpired: (error) => error instanceof ApiError && error.code === 410,
  };
}

interface Following {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly signal: AbortSignal;
}

/** Lists page by page, then watches; a watch that the server ends goes on where it was. */
class ListThenWatch<T extends KubeObject> implements FollowedResource<T> {
  readonly #client: ResourceClient<T>;
  readonly #options: Following;
  #resourceVersion = '';

  constructor(client: ResourceClient<T>, options: Following) {
    this.#client = client;
    this.#options = options;
  }

  revision(): number {
    return this.#resourceVersion === '' ? 0 : Number(parseResourceVersion(this.#resourceVersion));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FollowedBatch<T>> {
    yield* this.#list();
    yield { kind: 'initial-end' };
    while (!this.#options.signal.aborted) yield* this.#watch();
  }

  async *#list(): AsyncGenerator<FollowedBatch<T>> {
    for (let from: string | undefined = ''; from !== undefined; ) {
      const more: { readonly continue?: string } = from === '' ? {} : { continue: from };
      const { metadata, items } = await this.#client.list({ ...this.#options, limit: PAGE, ...more });
      this.#resourceVersion = metadata.resourceVersion ?? '';
      yield { kind: 'changes', items: items.map((entry) => ({ type: 'ADDED', entry })) };
      from = metadata.continue || undefined;
    }
  }

  async *#watch(): AsyncGenerator<FollowedBatch<T>> {
    const options = { ...this.#options, resourceVersion: this.#resourceVersion, allowWatchBookmarks: true };
    let isSilent = true;
    for await (const event of this.#client.watch(options)) {
      isSilent = false;
      this.#resourceVersion = event.object.metadata.resourceVersion ?? this.#resourceVersion;
      if (event.type === 'BOOKMARK') continue;
      yield { kind: 'changes', items: [{ type: event.type, entry: event.object }] };
    }
    if (isSilent) yield { kind: 'silent-end' };
  }
}
