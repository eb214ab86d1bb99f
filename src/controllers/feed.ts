import type { ServedResource } from '#machinery';
import type { World } from '#meta';
import { nextTurn } from '#meta';
import type { Registry } from '#registry';
import type { Change, Controller } from './controller.ts';
import { Follower, type FollowerEars } from './follower.ts';
import type { Places } from './places.ts';

export interface FeedOptions {
  readonly registry: Registry;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly places: Places;
}

interface Followed {
  readonly served: ServedResource;
  readonly follower: Follower;
}

/** Everything that happens to the resources that some controller wants, told to those who want it: one watch for all. */
export class Feed {
  readonly #options: FeedOptions;
  #controllers: readonly Controller[] = [];
  readonly #followed = new Map<string, Followed>();
  readonly #ending = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  start(controllers: readonly Controller[]): void {
    this.#controllers = controllers;
    this.refresh();
  }

  /** Follows what the catalog serves now, and nothing else. */
  refresh(): void {
    const { byPrefix } = this.#options.places;
    for (const [prefix, { served }] of this.#followed) {
      if (byPrefix.get(prefix)?.definition !== served.definition) this.#end(prefix);
    }
    for (const [prefix, served] of byPrefix) {
      if (this.#followed.has(prefix)) continue;
      const listeners = this.#controllers.filter((controller) => controller.wants(served));
      if (listeners.length > 0) this.#begin(served, listeners);
    }
  }

  /** The newest revision of the store. */
  async newest(): Promise<number> {
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
  async hasTold(revision: number, which: (served: ServedResource) => boolean = () => true): Promise<void> {
    for (;;) {
      await nextTurn();
      if (this.#isStopped) throw new Error('the controllers have been stopped');
      const asked = [...this.#followed.values()].filter(({ served }) => which(served));
      const late = asked.filter(({ follower }) => !follower.hasSeen(revision));
      if (late.length === 0) return;
      await Promise.all(late.map(({ follower }) => follower.current()));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const prefix of [...this.#followed.keys()]) this.#end(prefix);
    await Promise.all(this.#ending);
  }

  #begin(served: ServedResource, listeners: readonly Controller[]): void {
    const { registry, world } = this.#options;
    const prefix = served.definition.storagePrefix;
    const follower = new Follower({ registry, world, prefix, ears: earsOf(served, listeners) });
    this.#followed.set(prefix, { served, follower });
    follower.run();
  }

  #end(prefix: string): void {
    const followed = this.#followed.get(prefix);
    if (followed === undefined) return;
    this.#followed.delete(prefix);
    const ending = followed.follower.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    for (const controller of this.#controllers) {
      if (controller.wants(followed.served)) controller.ends?.(followed.served);
    }
  }
}

function earsOf(served: ServedResource, listeners: readonly Controller[]): FollowerEars {
  return {
    begins: () => {
      for (const listener of listeners) listener.begins?.(served);
    },
    changed: (items) => {
      for (const { type, entry } of items) for (const listener of listeners) tell(listener, { type, entry, served });
    },
    knowsAll: () => {
      for (const listener of listeners) listener.knowsAll?.(served);
    },
  };
}

function tell(listener: Controller, change: Change): void {
  if (change.entry.damage === undefined) listener.observe(change);
  else listener.cannotRead?.(change);
}
