/** A watcher that waits for an event under a prefix. */
interface Sleeper {
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
    if (this.#byPrefix.size > 0) {
      for (const prefix of wholePrefixes(key)) this.#wakeAll(this.#byPrefix.get(prefix), place);
    }
    for (const sleeper of [...this.#odd]) {
      if (key.startsWith(sleeper.under)) this.#wakeAll([sleeper], place);
    }
  }
  wakeEveryone(place: number): void {
    for (const sleepers of [...this.#byPrefix.values(), this.#odd]) this.#wakeAll(sleepers, place);
  }

  #wakeAll(sleepers: Iterable<Sleeper> | undefined, place: number): void {
    if (sleepers === undefined) return;
    for (const sleeper of [...sleepers]) {
      this.remove(sleeper);
      sleeper.wake(place);
    }
  }
}

const isWhole = (under: string): boolean => under === '' || under.endsWith('/');

/** `a/b/c` has '', `a/` and `a/b/`. */
export function* wholePrefixes(key: string): Iterable<string> {
  yield '';
  for (let slash = key.indexOf('/'); slash !== -1; slash = key.indexOf('/', slash + 1)) yield key.slice(0, slash + 1);
}
