import type { World } from '#meta';
import { Compacted, FellBehind, type Registry, type Watch, type WatchBatch } from '#registry';

/** Who is told. Everything is taken in at once. */
export interface FollowerEars {
  begins(): void;
  changed(items: Extract<WatchBatch, { kind: 'changes' }>['items']): void;
  knowsAll(): void;
}

export interface FollowerOptions {
  readonly registry: Registry;
  readonly prefix: string;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly ears: FollowerEars;
}

const retryMs = 1000;

/** One watch of one resource that is begun anew, from what is there, whenever it breaks off. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #stop = new AbortController();
  #watch: Watch | undefined;
  #isCurrent = false;
  #onCurrent: (() => void)[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(options: FollowerOptions) {
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
    const { registry, prefix, ears } = this.#options;
    const since = { initial: { need: 'newest' } } as const;
    this.#isCurrent = false;
    this.#watch = registry.collection(prefix).watch({ under: '', since }, this.#stop.signal);
    ears.begins();
    for await (const batch of this.#watch) {
      if (this.#stop.signal.aborted) return;
      if (batch.kind === 'changes') {
        ears.changed(batch.items);
        continue;
      }
      ears.knowsAll();
      this.#isCurrent = true;
      this.#tellCurrent();
    }
    this.#isCurrent = false;
  }

  #tellCurrent(): void {
    for (const resolve of this.#onCurrent.splice(0)) resolve();
  }
}
