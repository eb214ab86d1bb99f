import { ApiError, type World } from '#meta';
import { stopped } from './stopped.ts';

export interface WorkQueueOptions {
  readonly name: string;
  readonly world: Pick<World, 'clock' | 'log'>;
  /** Throws to be asked again later. Never runs twice for one key at the same time. What takes long ends with the signal. */
  readonly work: (key: string, stopping: AbortSignal) => Promise<void>;
  readonly concurrency?: number;
  /** What a failure of the store means in words; undefined for other errors. */
  readonly storageError?: (error: unknown) => ApiError | undefined;
}

const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 60_000;
/** Timers cannot be set much further than three weeks ahead. */
const LONGEST_SLEEP_MS = 24 * 3600 * 1000;
/** After so many failures a key is stuck: it is tried on, but nobody waits for it. */
const STUCK_AFTER = 8;

/**
 * Keys to look at, each once however often it is added. A key that is added while it is worked on is worked on again
 * afterwards; one whose work fails comes back after a wait that doubles each time.
 */
export class WorkQueue {
  readonly #options: Required<WorkQueueOptions>;
  readonly #stop = new AbortController();
  /** In the order in which they were added. */
  readonly #ready = new Set<string>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #waiting = new Set<string>();
  /** When keys are to be looked at again, in milliseconds since the epoch. */
  readonly #due = new Map<string, number>();
  #alarm: { readonly at: number; readonly stop: AbortController } | undefined;
  #onIdle: (() => void)[] = [];

  constructor(options: WorkQueueOptions) {
    this.#options = { concurrency: 4, storageError: () => undefined, ...options };
  }

  add(key: string): void {
    if (this.#stop.signal.aborted) return;
    this.#ready.add(key);
    this.#start();
  }

  /** Looks at a key again later; sooner if that was asked for already. Nobody waits for it, and one timer serves all. */
  addAfter(key: string, ms: number): void {
    if (this.#stop.signal.aborted) return;
    const at = this.#options.world.clock.now() + Math.max(0, ms);
    this.#due.set(key, Math.min(at, this.#due.get(key) ?? at));
    this.#setAlarm();
  }

  get isIdle(): boolean {
    if (this.#ready.size > 0 || this.#running.size > 0) return false;
    for (const key of this.#waiting) if ((this.#failures.get(key) ?? 0) < STUCK_AFTER) return false;
    return true;
  }

  /** When nothing is left to do but what fails again and again. */
  async idle(): Promise<void> {
    while (!this.isIdle && !this.#isOver()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Begins nothing more; resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stop.abort(stopped);
    this.#ready.clear();
    this.#alarm?.stop.abort(stopped);
    while (!this.#isOver()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    this.#tellIdle();
  }

  #isOver(): boolean {
    return this.#stop.signal.aborted && this.#running.size === 0;
  }

  #start(): void {
    for (const key of this.#ready) {
      if (this.#running.size >= this.#options.concurrency) return;
      if (this.#running.has(key)) continue;
      this.#ready.delete(key);
      this.#running.add(key);
      void this.#run(key);
    }
  }

  async #run(key: string): Promise<void> {
    try {
      await this.#options.work(key, this.#stop.signal);
      this.#failures.delete(key);
    } catch (error) {
      this.#failed(key, error);
    } finally {
      this.#running.delete(key);
      this.#start();
      this.#tellIdle();
    }
  }

  #failed(key: string, error: unknown): void {
    if (this.#stop.signal.aborted) return;
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    this.#tellFailure(key, failures, error);
    void this.#comeBack(key, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
  }

  /** What was refused (by a quota, a full disk) is told in a sentence, and ever less often; what nobody foresaw, with its stack. */
  #tellFailure(key: string, failures: number, cause: unknown): void {
    const { name, world, storageError } = this.#options;
    const stored = storageError(cause);
    const error = stored ?? cause;
    const isRefused = error instanceof ApiError && (error === stored || error.code < 500);
    const isRace = isRefused && error.reason === 'Conflict' && failures < STUCK_AFTER;
    const isTold = !isRace && (!isRefused || Number.isInteger(Math.log2(failures)));
    const why = isRefused ? { error: error.message } : { cause: error };
    world.log[isTold ? 'warn' : 'debug'](`${name}: will try again`, { key, failures, ...why });
  }

  async #comeBack(key: string, ms: number): Promise<void> {
    if (this.#waiting.has(key)) return;
    this.#waiting.add(key);
    await this.#options.world.clock.sleep(ms, this.#stop.signal);
    this.#waiting.delete(key);
    this.add(key);
  }

  #setAlarm(): void {
    const at = Math.min(...this.#due.values());
    if (this.#due.size === 0 || (this.#alarm !== undefined && this.#alarm.at <= at)) return;
    this.#alarm?.stop.abort(stopped);
    this.#alarm = { at, stop: new AbortController() };
    void this.#ring(this.#alarm);
  }

  async #ring(alarm: { readonly at: number; readonly stop: AbortController }): Promise<void> {
    const { clock } = this.#options.world;
    await clock.sleep(Math.min(LONGEST_SLEEP_MS, Math.max(0, alarm.at - clock.now())), alarm.stop.signal);
    if (alarm !== this.#alarm || this.#stop.signal.aborted) return;
    this.#alarm = undefined;
    const now = clock.now();
    for (const [key, at] of [...this.#due]) {
      if (at > now) continue;
      this.#due.delete(key);
      this.add(key);
    }
    this.#setAlarm();
  }

  #tellIdle(): void {
    if (!this.isIdle && !this.#isOver()) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
