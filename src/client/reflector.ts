import type { World } from '#meta';
import { Compacted, FellBehind, type Registry, type Watch, type WatchBatch } from '#registry';

/** Whom a reflector tells. They take everything in at once. */
export interface EventHandlers {
  onListStart(): void;
  changed(items: Extract<WatchBatch, { kind: 'changes' }>['items']): void;
  onSynced(): void;
}

interface ReflectorOptions {
  readonly registry: Registry;
  readonly prefix: string;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly handlers: EventHandlers;
}

const retryMs = 1000;

/** Watches one resource, and lists and watches it again whenever the watch breaks off. */
export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #stop = new AbortController();
  #watch: Watch | undefined;
  #isCurrent = false;
  #onCurrent: (() => void)[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(options: ReflectorOptions) {
    this.#options = options;
  }

  run(): void {
    this.#work = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#tellCurrent();
    await this.#work;
  }

  /**
   * Whether all up to the revision has been taken in. To be asked after a turn of the loop: what a watch hands out is
   * taken in before the turn ends.
   */
  hasSeen(revision: number): boolean {
    if (this.#stop.signal.aborted) return true;
    return this.#isCurrent && this.#watch !== undefined && this.#watch.revision() >= revision;
  }

  /** When what was there at the start has been told. */
  async current(): Promise<void> {
    if (this.#isCurrent || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => this.#onCurrent.push(resolve));
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const { clock, log } = this.#options.world;
    while (!signal.aborted) {
      try {
        await this.#followOnce();
        // The store was closed under us; it may be that nobody will open it again.
        if (!signal.aborted) await clock.sleep(retryMs, signal);
      } catch (error) {
        this.#isCurrent = false;
        if (error instanceof FellBehind || error instanceof Compacted) continue;
        log.warn('a controller lost its watch', { prefix: this.#options.prefix, cause: error });
        await clock.sleep(retryMs, signal);
      }
    }
  }

  async #followOnce(): Promise<void> {
    const { registry, prefix, handlers } = this.#options;
    const since = { initial: { need: 'newest' } } as const;
    this.#isCurrent = false;
    this.#watch = registry.collection(prefix).watch({ under: '', since }, this.#stop.signal);
    handlers.onListStart();
    for await (const batch of this.#watch) {
      if (this.#stop.signal.aborted) return;
      if (batch.kind === 'changes') {
        handlers.changed(batch.items);
        continue;
      }
      handlers.onSynced();
      this.#isCurrent = true;
      this.#tellCurrent();
    }
    this.#isCurrent = false;
  }

  #tellCurrent(): void {
    for (const resolve of this.#onCurrent.splice(0)) resolve();
  }
}
