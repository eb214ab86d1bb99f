import { type FSWatcher, statSync, watch } from 'node:fs';
import type { Clock } from '#meta';

interface FolderParts {
  readonly folder: string;
  /** Asked as often even if nobody tells of a change: not every disk does. */
  readonly pollMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Something in it may have changed. */
  changed(): void;
  failed(error: unknown): void;
}

/** Follows what happens to the files of a folder, until the signal. k8s: apiserver/pkg/util/filesystem WatchUntil */
export class WatchedFolder {
  readonly #parts: FolderParts;
  #watcher: FSWatcher | undefined;
  /** The folder that is watched: another one may have been put in its place. */
  #watched = '';
  #isWaiting = false;

  constructor(parts: FolderParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { clock, pollMs, signal } = this.#parts;
    while (!signal.aborted) {
      this.#look();
      await clock.sleep(pollMs, signal);
    }
    this.#watcher?.close();
  }

  #look(): void {
    this.#watchAgain();
    this.#parts.changed();
  }

  /** One change is told in several events. */
  #soon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => {
      this.#isWaiting = false;
      if (!this.#parts.signal.aborted) this.#look();
    });
  }

  #watchAgain(): void {
    const { folder, failed } = this.#parts;
    try {
      const { dev, ino } = statSync(folder);
      const there = `${dev}:${ino}`;
      if (this.#watcher !== undefined && there === this.#watched) return;
      this.#forget();
      this.#watched = there;
      this.#watcher = watch(folder, { persistent: false }, () => this.#soon());
      this.#watcher.on('error', (error) => {
        this.#forget();
        failed(error);
      });
    } catch (error) {
      this.#forget();
      failed(error);
    }
  }

  #forget(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
