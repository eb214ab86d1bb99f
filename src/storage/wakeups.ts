/** A watcher that waits for an event under a prefix. */
export interface Sleeper {
  readonly under: string;
  wake(place: number): void;
}

/**
 * Sleeping watchers by prefix. An event looks up only the prefixes of its own key, so that watchers of other namespaces
 * cost nothing.
 */
export class Wakeups {
  readonly #byPrefix = new Map<string, Set<Sleeper>>();
  /** Watchers of prefixes that end in the middle of a name: rare, and searched one by one. */
  readonly #odd = new Set<Sleeper>();
  #due: (() => void)[] = [];

  /** Works when everything that happens at this moment has happened: who is woken sees all of it, in one go. */
  soon(work: () => void): void {
    if (this.#due.push(work) === 1) queueMicrotask(this.#work);
  }
  readonly #work = (): void => {
    const due = this.#due;
    this.#due = [];
    for (const work of due) work();
  };

  add(sleeper: Sleeper): void {
    const { under } = sleeper;
    if (isWhole(under)) {
      const sleepers = this.#byPrefix.get(under) ?? new Set();
      this.#byPrefix.set(under, sleepers.add(sleeper));
    } else {
      this.#odd.add(sleeper);
    }
  }
  remove(sleeper: Sleeper): void {
    this.#odd.delete(sleeper);
    const sleepers = this.#byPrefix.get(sleeper.under);
    sleepers?.delete(sleeper);
    if (sleepers?.size === 0) this.#byPrefix.delete(sleeper.under);
  }
  /** Wakes the watchers of this key. Each is woken once and has to register again. */
  wake(key: string, place: number): void {
    if (this.#byPrefix.size > 0) for (const prefix of wholePrefixes(key)) this.#wakeUnder(prefix, place);
    for (const sleeper of this.#odd) {
      if (!key.startsWith(sleeper.under)) continue;
      this.#odd.delete(sleeper);
      sleeper.wake(place);
    }
  }
  wakeEveryone(place: number): void {
    for (const prefix of this.#byPrefix.keys()) this.#wakeUnder(prefix, place);
    for (const sleeper of this.#odd) {
      this.#odd.delete(sleeper);
      sleeper.wake(place);
    }
  }

  #wakeUnder(prefix: string, place: number): void {
    const sleepers = this.#byPrefix.get(prefix);
    if (sleepers === undefined) return;
    // They leave all at once: whoever comes back is in a set of its own.
    this.#byPrefix.delete(prefix);
    for (const sleeper of sleepers) sleeper.wake(place);
  }
}

const isWhole = (under: string): boolean => under === '' || under.endsWith('/');

/** `a/b/c` has '', `a/` and `a/b/`. */
export function* wholePrefixes(key: string): Iterable<string> {
  yield '';
  for (let slash = key.indexOf('/'); slash !== -1; slash = key.indexOf('/', slash + 1)) yield key.slice(0, slash + 1);
}
