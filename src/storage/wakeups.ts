import type { Clock } from '#meta';
import type { WatchChanges } from './collection.ts';
import type { Revision } from './engine.ts';
import type { StoreEvent } from './store-event.ts';

/** A watcher that waits for an event under a prefix: '', a namespace and its slash, or one key. */
export interface Sleeper {
  readonly under: string;
  wake(place: number): void;
}

/** A watcher that takes what happens under a prefix as it happens. It has taken everything there is. */
export interface Follower {
  readonly under: string;
  /** Whether it wants to go on. */
  take(round: Round): boolean;
}

/** What has happened under a prefix since its followers took something last. */
export interface Round {
  /** Of the first event. */
  readonly place: number;
  /** What the first of them has found there, for all others. */
  found: FoundEvents | undefined;
  /** The place after the last event, as the first of them has seen it. What comes later is of another round. */
  end: number | undefined;
}

export interface FoundEvents {
  readonly events: readonly StoreEvent[];
  readonly revision: Revision;
  /** The place after these. */
  readonly next: number;
  /** For those who want all of them. */
  batch: WatchChanges | undefined;
}

/** The followers of one prefix. They stay until they have enough, so that an event changes nothing here. */
export class FollowerGroup {
  readonly under: string;
  readonly #members = new Set<Follower>();
  /** Of the first event that belongs to no round yet. */
  #place: number | undefined;
  /** The round that is being handed out, and those who have not got it. */
  #going: { readonly round: Round; readonly left: Iterator<Follower> } | undefined;

  constructor(under: string) {
    this.under = under;
  }
  get isEmpty(): boolean {
    return this.#members.size === 0;
  }
  /** There is something that not all of them have taken. */
  get isDue(): boolean {
    return this.#place !== undefined || this.#going !== undefined;
  }
  join(follower: Follower): void {
    this.#members.add(follower);
  }
  leave(follower: Follower): void {
    this.#members.delete(follower);
  }
  due(place: number): void {
    this.#place ??= place;
  }
  /** Hands a round out, or goes on with one. False when enough is done for now, and some have not got it. */
  handOut(isEnough: () => boolean): boolean {
    this.#going ??= this.#newRound();
    const { round, left } = this.#going;
    for (let next = left.next(); !next.done; next = left.next()) {
      if (!next.value.take(round)) this.#members.delete(next.value);
      if (isEnough()) return false;
    }
    this.#going = undefined;
    return true;
  }
  #newRound(): { readonly round: Round; readonly left: Iterator<Follower> } {
    const round: Round = { place: this.#place as number, found: undefined, end: undefined };
    this.#place = undefined;
    return { round, left: this.#members.values() };
  }
}

/** How long events are handed out before everybody else gets a turn: what follows each write then delays those who come later. */
const LONGEST_TURN_MS = 15;
/** So many followers take less than that: the clock is not looked at more often. */
const FOLLOWERS_PER_LOOK = 16;

/** The watchers of a resource that wait for events. */
export class Wakeups {
  readonly #sleepers = new ByPrefix<Set<Sleeper>>();
  readonly #followers = new ByPrefix<FollowerGroup>();
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** Groups that have not got everything. */
  #due: FollowerGroup[] = [];

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  add(sleeper: Sleeper): void {
    const { under } = sleeper;
    const sleepers = this.#sleepers.get(under) ?? new Set();
    this.#sleepers.set(under, sleepers.add(sleeper));
  }
  remove(sleeper: Sleeper): void {
    const sleepers = this.#sleepers.get(sleeper.under);
    sleepers?.delete(sleeper);
    if (sleepers?.size === 0) this.#sleepers.delete(sleeper.under);
  }

  /** It is told of events until it has enough, or is told to leave. */
  follow(follower: Follower): FollowerGroup {
    const { under } = follower;
    const group = this.#followers.get(under) ?? new FollowerGroup(under);
    this.#followers.set(under, group);
    group.join(follower);
    return group;
  }
  unfollow(follower: Follower, group: FollowerGroup): void {
    group.leave(follower);
    this.#drop(group);
  }
  /** Namespaces come and go: a prefix that nobody follows any more is forgotten. */
  #drop(group: FollowerGroup): void {
    const { isEmpty, under } = group;
    // Others may have begun to follow it since.
    if (isEmpty && this.#followers.get(under) === group) this.#followers.delete(under);
  }

  /** Wakes the watchers of this key. A sleeper is woken once and has to register again. */
  wake(key: string, place: number): void {
    this.#wake(this.#sleepers.of(key), place);
    this.#tell(this.#followers.of(key), place);
  }
  wakeEveryone(place: number): void {
    this.#wake(this.#sleepers.all(), place);
    this.#tell(this.#followers.all(), place);
  }

  #wake(found: readonly Found<Set<Sleeper>>[], place: number): void {
    for (const { prefix, value: sleepers } of found) {
      // They leave all at once: whoever comes back is in a set of its own.
      this.#sleepers.delete(prefix);
      for (const sleeper of sleepers) sleeper.wake(place);
    }
  }
  /**
   * They get it in a turn of their own: then they see all that happens at this moment in one go, and a writer does not wait
   * for its answer until a thousand watchers have theirs.
   */
  #tell(found: readonly Found<FollowerGroup>[], place: number): void {
    for (const { value: group } of found) {
      if (!group.isDue && this.#due.push(group) === 1) setImmediate(this.#handOut);
      group.due(place);
    }
  }
  readonly #handOut = (): void => {
    const isEnough = this.#turn();
    for (let group = this.#due[0]; group !== undefined; group = this.#due[0]) {
      if (!group.handOut(isEnough)) {
        setImmediate(this.#handOut);
        return;
      }
      this.#due.shift();
      // More has happened meanwhile: other groups come first.
      if (group.isDue) this.#due.push(group);
      else this.#drop(group);
    }
  };
  /** Tells, follower by follower, when enough is done in one turn. */
  #turn(): () => boolean {
    const clock = this.#clock;
    const until = clock.elapsed() + LONGEST_TURN_MS;
    let count = 0;
    return () => ++count % FOLLOWERS_PER_LOOK === 0 && clock.elapsed() >= until;
  }
}

interface Found<T> {
  readonly prefix: string;
  readonly value: T;
}

/** A key looks up only its own prefixes, so that watchers of other namespaces, or of other names, cost nothing. */
class ByPrefix<T> {
  readonly #values = new Map<string, T>();

  get(prefix: string): T | undefined {
    return this.#values.get(prefix);
  }
  set(prefix: string, value: T): void {
    this.#values.set(prefix, value);
  }
  delete(prefix: string): void {
    this.#values.delete(prefix);
  }
  /** Those of the prefixes of a key, and of the key itself. */
  of(key: string): readonly Found<T>[] {
    const found: Found<T>[] = [];
    if (this.#values.size === 0) return found;
    for (const prefix of wholePrefixes(key)) this.#addTo(found, prefix);
    this.#addTo(found, key);
    return found;
  }
  #addTo(found: Found<T>[], prefix: string): void {
    const value = this.#values.get(prefix);
    if (value !== undefined) found.push({ prefix, value });
  }
  all(): readonly Found<T>[] {
    return [...this.#values].map(([prefix, value]) => ({ prefix, value }));
  }
}

/** `a/b/c` has '', `a/` and `a/b/`. */
export function* wholePrefixes(key: string): Iterable<string> {
  yield '';
  for (let slash = key.indexOf('/'); slash !== -1; slash = key.indexOf('/', slash + 1)) yield key.slice(0, slash + 1);
}
