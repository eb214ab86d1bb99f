import { nextTurn, type World } from '#meta';
import type { ListWatch } from './list-watch.ts';
import { Reflector, type ReflectorHandlers } from './reflector.ts';
import type { ResourceEvent, ResourceEventHandler } from './resource-event-handler.ts';

/** What the informers need to know of an entry: whether it can be read. */
interface Readable {
  readonly damage?: unknown;
}

interface SharedInformersOptions<R, E> {
  readonly world: Pick<World, 'clock' | 'log'>;
  /** The resources that can be followed now, by a name that is theirs. */
  resources(): ReadonlyMap<string, R>;
  /** Whether it is still the resource that is followed. */
  isSame(followed: R, now: R): boolean;
  source(resource: R): ListWatch<E>;
  /** The newest revision that the source of this name shows. */
  newestRevision(name: string): Promise<number>;
}

interface Followed<R, E> {
  readonly served: R;
  readonly reflector: Reflector<E>;
}

/** A store in the same process is soon there again. */
const LONGEST_PAUSE_MS = 1000;

/** Follows every resource that some handler wants, each with one watch for all handlers, and tells the handlers. */
export class SharedInformers<R, E extends Readable> {
  readonly #options: SharedInformersOptions<R, E>;
  #handlers: readonly ResourceEventHandler<R, E>[] = [];
  readonly #followed = new Map<string, Followed<R, E>>();
  readonly #ending = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: SharedInformersOptions<R, E>) {
    this.#options = options;
  }

  start(handlers: readonly ResourceEventHandler<R, E>[]): void {
    this.#handlers = handlers;
    this.refresh();
  }

  /** Follows what is served now, and nothing else. */
  refresh(): void {
    const resources = this.#options.resources();
    for (const [name, { served }] of this.#followed) {
      const now = resources.get(name);
      if (now === undefined || !this.#options.isSame(served, now)) this.#end(name);
    }
    for (const [name, served] of resources) {
      if (this.#followed.has(name)) continue;
      const handlers = this.#handlers.filter((handler) => handler.wants(served));
      if (handlers.length > 0) this.#begin(name, served, handlers);
    }
  }

  /** The newest revision of the source. */
  async newestRevision(): Promise<number> {
    const [name] = this.#followed.keys();
    return name === undefined ? 0 : this.#options.newestRevision(name);
  }

  /**
   * When all that happened up to a revision, which reads show already, has been told, of all resources or of those that
   * are asked for. Throws when it never will be: whoever decides by what is known must not decide then.
   */
  async waitForSync(revision: number, which: (served: R) => boolean = () => true): Promise<void> {
    for (;;) {
      await nextTurn();
      if (this.#isStopped) throw new Error('the informers have been stopped');
      const wanted = [...this.#followed.values()].filter(({ served }) => which(served));
      const late = wanted.filter(({ reflector }) => !reflector.hasSeen(revision));
      if (late.length === 0) return;
      await Promise.all(late.map(({ reflector }) => reflector.current()));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const name of [...this.#followed.keys()]) this.#end(name);
    await Promise.all(this.#ending);
  }

  #begin(name: string, served: R, handlers: readonly ResourceEventHandler<R, E>[]): void {
    const { source, world } = this.#options;
    const onError = (cause: unknown): void => world.log.warn('an informer lost its watch', { resource: name, cause });
    const reflector = new Reflector<E>({
      source: source(served),
      clock: world.clock,
      handlers: { ...handlersOf(served, handlers), onError },
      longestPauseMs: LONGEST_PAUSE_MS,
    });
    this.#followed.set(name, { served, reflector });
    reflector.run();
  }

  #end(name: string): void {
    const followed = this.#followed.get(name);
    if (followed === undefined) return;
    this.#followed.delete(name);
    const ending = followed.reflector.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    // When all of them stop, nothing is gone.
    if (this.#isStopped) return;
    for (const handler of this.#handlers) {
      if (handler.onRemoved !== undefined && handler.wants(followed.served)) handler.onRemoved(followed.served);
    }
  }
}

function handlersOf<R, E extends Readable>(
  served: R,
  handlers: readonly ResourceEventHandler<R, E>[],
): Omit<ReflectorHandlers<E>, 'onError'> {
  return {
    onListStart: () => {
      for (const handler of handlers) handler.onListStart?.(served);
    },
    onChanges: (changes) => {
      for (const { type, entry } of changes) {
        const event = { type, entry, served };
        for (const handler of handlers) tell(handler, event);
      }
    },
    onSynced: () => {
      for (const handler of handlers) handler.onSynced?.(served);
    },
  };
}

function tell<R, E extends Readable>(handler: ResourceEventHandler<R, E>, event: ResourceEvent<R, E>): void {
  if (event.entry.damage === undefined) handler.onEvent(event);
  else handler.onUnreadable?.(event);
}
