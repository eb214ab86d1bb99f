import type { Clock } from '#meta';
import { askedDelayMs, type Failure, isExpired, isOvertaken, isRetriable, reasonOf } from './failures.ts';
import { prunedManagedFields } from './managed-fields.ts';
import { Pace } from './pace.ts';
import { type MigrationProgress, Tally } from './progress.ts';
import { isNewer, type MigratedObject, type ObjectPage, type ObjectSource, type Rewrite } from './source.ts';

export interface MigrationOptions {
  readonly source: ObjectSource;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How many objects are written at the same time. */
  readonly concurrency: number;
  /** How many are begun in a second; 0 for as many as go. */
  readonly rate: number;
  /** How often an object is tried that fails while others do not. */
  readonly attempts?: number;
  /** How long to wait while nothing at all can be written. */
  readonly patienceMs: number;
  /** Versions whose entries of managedFields go; none if not given. */
  readonly isGone?: (apiVersion: string) => boolean;
  /** How far an earlier run came. */
  readonly from?: MigrationPlace;
  /** Called after each page with the place from which a later run can continue without missing an object. */
  readonly onPage?: (place: MigrationPlace) => void;
}

/** Where a migration is. */
interface MigrationPlace {
  /** What was written after this resourceVersion lies in the version of new writes. */
  readonly since: string;
  readonly next: string | undefined;
  /** Objects before this place that failed. */
  readonly failed: readonly Failure[];
}

export interface MigrationResult extends MigrationProgress {
  readonly failures: readonly Failure[];
  /** It was stopped before the end. */
  readonly stopped: boolean;
}

const MAX_FAILURES = 1000;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 15_000;
const MAX_OVERTAKEN = 16;

/** Writes all objects of a resource anew, whatever happens to single ones. */
export class Migration {
  readonly #options: MigrationOptions;
  readonly #pace: Pace;
  readonly #tally: Tally;
  readonly #failures: Failure[] = [];
  /** Grows with every object that could be written. */
  #successes = 0;
  #since: string | undefined;

  constructor(options: MigrationOptions) {
    this.#options = options;
    this.#pace = new Pace(options.clock, options.rate);
    this.#tally = new Tally(() => options.clock.elapsed());
    this.#since = options.from?.since;
  }

  get progress(): MigrationProgress {
    return this.#tally.read();
  }

  /** The objects that failed so far; not all where there are very many. */
  get failures(): readonly Failure[] {
    return this.#failures;
  }

  /** Throws what the source throws when its objects cannot even be listed. */
  async run(): Promise<MigrationResult> {
    const { from, signal } = this.#options;
    await this.#again(from?.failed ?? []);
    let next = from?.next;
    while (!signal.aborted) {
      const page = await this.#page(next);
      if (page === undefined) break;
      next = page.next;
      this.#since ??= page.resourceVersion;
      this.#tally.total = this.#tally.done + page.objects.length + (page.remaining ?? 0);
      await this.#all(page.objects);
      if (signal.aborted) break;
      if (next === undefined) return this.#result(false);
      this.#options.onPage?.({ since: this.#since, next, failed: this.#failures });
    }
    return this.#result(true);
  }

  #result(stopped: boolean): MigrationResult {
    return { ...this.progress, failures: this.#failures, stopped };
  }

  /** Undefined when it was stopped. A place that is forgotten means to begin again: what is done is seen by its age. */
  async #page(from: string | undefined): Promise<ObjectPage | undefined> {
    try {
      return await this.#retrying(() => this.#options.source.page(from));
    } catch (error) {
      if (from === undefined || !isExpired(error)) throw error;
      return this.#page(undefined);
    }
  }

  /** Retries what may succeed later, until the time for retries is over. */
  async #retrying<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { clock, signal, patienceMs } = this.#options;
    const begun = clock.elapsed();
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        const done = await work();
        this.#tally.waitsFor = undefined;
        return done;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!isRetriable(error) || clock.elapsed() - begun > patienceMs) throw error;
        await this.#wait(error, attempt);
      }
    }
    return undefined;
  }

  async #wait(error: unknown, attempt: number): Promise<void> {
    const { clock, signal } = this.#options;
    this.#tally.waitsFor = reasonOf(error);
    const grown = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 10));
    await clock.sleep(Math.max(askedDelayMs(error), grown), signal);
  }

  /** Objects that failed when an earlier run came by. */
  async #again(failed: readonly Failure[]): Promise<void> {
    const { source } = this.#options;
    for (const { namespace, name } of failed) {
      const asked = { namespace, name, uid: '', resourceVersion: '' };
      const object = await this.#retrying(() => source.find(asked));
      if (object !== undefined) await this.#one(object);
    }
  }

  async #all(objects: readonly MigratedObject[]): Promise<void> {
    const { signal, concurrency } = this.#options;
    const waiting = objects.values();
    const worker = async (): Promise<void> => {
      for (const object of waiting) {
        if (signal.aborted) return;
        await this.#one(object);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, objects.length) }, worker));
  }

  async #one(object: MigratedObject): Promise<void> {
    if (this.#isDone(object)) {
      this.#tally.current++;
      return;
    }
    const trial = new Trial(this.#options.clock.elapsed(), this.#successes);
    let now: MigratedObject | undefined = object;
    while (now !== undefined && !this.#options.signal.aborted) now = await this.#attempt(now, trial);
  }

  #isDone({ resourceVersion, managedFields = [] }: MigratedObject): boolean {
    const { isGone } = this.#options;
    if (this.#since === undefined || !isNewer(resourceVersion, this.#since)) return false;
    return isGone === undefined || prunedManagedFields(managedFields, isGone) === undefined;
  }

  /** Gives the object to try again with; undefined when it is dealt with. */
  async #attempt(object: MigratedObject, trial: Trial): Promise<MigratedObject | undefined> {
    const { signal } = this.#options;
    try {
      await this.#pace.turn(signal);
      if (signal.aborted) return undefined;
      await this.#write(object);
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isOvertaken(error)) return this.#overtaken(object, trial, error);
      if (!isRetriable(error) || this.#isHopeless(trial)) return this.#fail(object, error);
      await this.#wait(error, trial.attempt++);
      return object;
    }
  }

  async #write(object: MigratedObject): Promise<void> {
    const { source, isGone } = this.#options;
    const managedFields = isGone && prunedManagedFields(object.managedFields ?? [], isGone);
    const change: Rewrite = managedFields === undefined ? {} : { managedFields };
    const resourceVersion = await source.rewrite(object, change);
    this.#successes++;
    this.#tally.waitsFor = undefined;
    if (managedFields !== undefined) this.#tally.pruned++;
    if (resourceVersion === object.resourceVersion) this.#tally.current++;
    else this.#tally.rewritten++;
  }

  /**
   * Another writer has written the object in the current storage version; only its managedFields may still have to be
   * pruned.
   */
  async #overtaken(object: MigratedObject, trial: Trial, error: unknown): Promise<MigratedObject | undefined> {
    const { source, isGone } = this.#options;
    if (isGone !== undefined && trial.overtaken++ < MAX_OVERTAKEN) {
      const now = await this.#retrying(() => source.find(object));
      if (now !== undefined && prunedManagedFields(now.managedFields ?? [], isGone) !== undefined) return now;
    } else if (isGone !== undefined) return this.#fail(object, error);
    this.#tally.current++;
    return undefined;
  }

  /** While nothing can be written, an object is not to blame. */
  #isHopeless({ begun, successes, attempt }: Trial): boolean {
    const { clock, attempts = 5, patienceMs } = this.#options;
    return this.#successes > successes ? attempt >= attempts : clock.elapsed() - begun > patienceMs;
  }

  #fail({ namespace, name }: MigratedObject, error: unknown): undefined {
    this.#tally.failed++;
    if (this.#failures.length < MAX_FAILURES) this.#failures.push({ namespace, name, reason: reasonOf(error) });
  }
}

/** The attempts to write one object. */
class Trial {
  readonly begun: number;
  readonly successes: number;
  attempt = 1;
  overtaken = 0;

  constructor(begun: number, successes: number) {
    this.begun = begun;
    this.successes = successes;
  }
}
