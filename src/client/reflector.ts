import type { Clock } from '#meta';
import type { ChangedEntry, FollowedResource, ListWatch } from './list-watch.ts';
import { stopped } from './stopped.ts';

/** What a reflector calls. Handlers must not wait. */
export interface ReflectorHandlers<E> {
  /** What is there follows, as ADDED; what is not among it is gone. */
  onListStart(): void;
  onChanges(changes: readonly ChangedEntry<E>[]): void;
  /** All that was there has been told. */
  onSynced(): void;
  /** The source failed and is asked again. */
  onError(error: unknown): void;
}

interface ReflectorOptions<E> {
  readonly source: ListWatch<E>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly handlers: ReflectorHandlers<E>;
  readonly longestPauseMs?: number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** Follows one resource, and lists and watches it again whenever the watch breaks off. */
export class Reflector<E> {
  readonly #options: ReflectorOptions<E>;
  readonly #stop = new AbortController();
  #followed: FollowedResource<E> | undefined;
  #isCurrent = false;
  /** Whether changes came after the list. */
  #hasProgressed = false;
  /** How often the source has failed or ended in a row without telling anything. */
  #failures = 0;
  #onCurrent: (() => void)[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(options: ReflectorOptions<E>) {
    this.#options = options;
  }

  run(): void {
    this.#work = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort(stopped);
    this.#tellCurrent();
    await this.#work;
  }

  /**
   * Whether all up to the revision has been taken in. To be asked after a turn of the loop: what a watch hands out is
   * taken in before the turn ends.
   */
  hasSeen(revision: number): boolean {
    if (this.#stop.signal.aborted) return true;
    return this.#isCurrent && this.#followed !== undefined && this.#followed.revision() >= revision;
  }

  /** When what was there at the start has been told. */
  async current(): Promise<void> {
    if (this.#isCurrent || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => this.#onCurrent.push(resolve));
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const { source, handlers } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#followOnce();
        // The source was closed; it may be that nobody will open it again.
        if (!signal.aborted) await this.#pause();
      } catch (error) {
        if (signal.aborted) return;
        this.#isCurrent = false;
        // A source that forgets at once what it has listed would be asked without end.
        if (source.isExpired(error) && this.#hasProgressed) continue;
        if (!source.isExpired(error)) handlers.onError(error);
        await this.#pause();
      }
    }
  }

  async #pause(): Promise<void> {
    const { clock, longestPauseMs = LONGEST_PAUSE_MS } = this.#options;
    await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, longestPauseMs), this.#stop.signal);
  }

  async #followOnce(): Promise<void> {
    const { source, handlers } = this.#options;
    const { signal } = this.#stop;
    this.#isCurrent = false;
    this.#hasProgressed = false;
    this.#followed = source.follow(signal);
    handlers.onListStart();
    for await (const batch of this.#followed) {
      if (signal.aborted) return;
      if (batch.kind === 'changes') {
        handlers.onChanges(batch.items);
        if (this.#isCurrent) this.#hasProgressed = true;
        if (this.#hasProgressed) this.#failures = 0;
      } else if (batch.kind === 'initial-end') this.#synced();
      else await this.#pause();
    }
    this.#isCurrent = false;
  }

  #synced(): void {
    this.#options.handlers.onSynced();
    this.#failures = 0;
    this.#isCurrent = true;
    this.#tellCurrent();
  }

  #tellCurrent(): void {
    for (const resolve of this.#onCurrent.splice(0)) resolve();
  }
}
