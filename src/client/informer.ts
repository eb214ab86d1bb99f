import type { ServedResource } from '#machinery';
import type { World } from '#meta';
import { nextTurn } from '#meta';
import type { Registry } from '#registry';
import { type EventHandlers, Reflector } from './reflector.ts';
import type { ResourceEvent, ResourceEventHandler } from './resource-event-handler.ts';
import type { ResourceMapper } from './resource-mapper.ts';

interface InformerOptions {
  readonly registry: Registry;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly mapper: ResourceMapper;
}

interface Followed {
  readonly served: ServedResource;
  readonly reflector: Reflector;
}

/** Follows every resource that some handler wants with one watch each, and tells the handlers. */
export class Informer {
  readonly #options: InformerOptions;
  #handlers: readonly ResourceEventHandler[] = [];
  readonly #followed = new Map<string, Followed>();
  readonly #ending = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: InformerOptions) {
    this.#options = options;
  }

  start(handlers: readonly ResourceEventHandler[]): void {
    this.#handlers = handlers;
    this.refresh();
  }

  /** Follows what the catalog serves now, and nothing else. */
  refresh(): void {
    const { byPrefix } = this.#options.mapper;
    for (const [prefix, { served }] of this.#followed) {
      if (byPrefix.get(prefix)?.definition !== served.definition) this.#end(prefix);
    }
    for (const [prefix, served] of byPrefix) {
      if (this.#followed.has(prefix)) continue;
      const handlers = this.#handlers.filter((handler) => handler.wants(served));
      if (handlers.length > 0) this.#begin(served, handlers);
    }
  }

  /** The newest revision of the store. */
  async newestRevision(): Promise<number> {
    const [prefix] = this.#followed.keys();
    if (prefix === undefined) return 0;
    const collection = this.#options.registry.collection(prefix);
    await collection.get('', { need: 'newest' });
    return collection.revision();
  }

  /**
   * When all that happened up to a revision, which reads show already, has been told, of all resources or of those that
   * are asked for. Throws when it never will be: whoever decides by what is known must not decide then.
   */
  async waitForSync(revision: number, which: (served: ServedResource) => boolean = () => true): Promise<void> {
    for (;;) {
      await nextTurn();
      if (this.#isStopped) throw new Error('the controllers have been stopped');
      const wanted = [...this.#followed.values()].filter(({ served }) => which(served));
      const late = wanted.filter(({ reflector }) => !reflector.hasSeen(revision));
      if (late.length === 0) return;
      await Promise.all(late.map(({ reflector }) => reflector.current()));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const prefix of [...this.#followed.keys()]) this.#end(prefix);
    await Promise.all(this.#ending);
  }

  #begin(served: ServedResource, handlers: readonly ResourceEventHandler[]): void {
    const { registry, world } = this.#options;
    const prefix = served.definition.storagePrefix;
    const reflector = new Reflector({ registry, world, prefix, handlers: handlersOf(served, handlers) });
    this.#followed.set(prefix, { served, reflector });
    reflector.run();
  }

  #end(prefix: string): void {
    const followed = this.#followed.get(prefix);
    if (followed === undefined) return;
    this.#followed.delete(prefix);
    const ending = followed.reflector.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    for (const handler of this.#handlers) {
      if (handler.wants(followed.served)) handler.onRemoved?.(followed.served);
    }
  }
}

function handlersOf(served: ServedResource, handlers: readonly ResourceEventHandler[]): EventHandlers {
  return {
    onListStart: () => {
      for (const handler of handlers) handler.onListStart?.(served);
    },
    changed: (items) => {
      for (const { type, entry } of items) for (const handler of handlers) tell(handler, { type, entry, served });
    },
    onSynced: () => {
      for (const handler of handlers) handler.onSynced?.(served);
    },
  };
}

function tell(handler: ResourceEventHandler, change: ResourceEvent): void {
  if (change.entry.damage === undefined) handler.onEvent(change);
  else handler.onUnreadable?.(change);
}
