import { type Clock, nextTurn } from '#meta';
import { type Change, Compacted, type Engine, type Revision, type Row } from './engine.ts';
import { Entry, type EntryHome } from './entry.ts';
import { EventRing, type RingLimits } from './event-ring.ts';
import { SortedMap } from './sorted-map.ts';
import { StoreEvent } from './store-event.ts';
import { VersionCounts, type VersionOf } from './version-counts.ts';
import { Wakeups } from './wakeups.ts';

export interface CacheLimits {
  readonly ring: RingLimits;
  /** How many old pictures to keep for lists that go on page by page. */
  readonly snapshots: number;
  readonly historyMs: number;
}

/** What is known of values besides their bytes. */
export interface CacheNotes extends Omit<EntryHome, 'prefix'> {
  readonly clock: Clock;
  readonly versionOf: VersionOf;
  /** The last entry of a version has gone, or lies in another one now. */
  emptied(prefix: string, version: string): void;
}

interface Snapshot {
  readonly entries: SortedMap<Entry>;
  readonly at: number;
}

const PAGE = 500;

/** The objects under one prefix as they are now, their recent events, and snapshots that paged lists still read. */
export class ResourceCache {
  readonly prefix: string;
  readonly wakeups: Wakeups;
  readonly #limits: CacheLimits;
  readonly #notes: CacheNotes;
  readonly #home: EntryHome;
  #versions: VersionCounts;
  #entries = SortedMap.empty<Entry>();
  #ring: EventRing;
  /** Changes that came while loading; undefined when loaded. */
  #early: { readonly change: Change; readonly now: number }[] | undefined = [];
  /** The entries have been as they are since this revision. */
  #since: Revision = 0;
  #over: 'lost' | 'closed' | undefined;
  readonly #snapshots = new Map<Revision, Snapshot>();

  constructor(prefix: string, limits: CacheLimits, notes: CacheNotes) {
    this.prefix = prefix;
    this.#limits = limits;
    this.#notes = notes;
    this.#home = { prefix, encodings: notes.encodings, values: notes.values };
    this.#versions = new VersionCounts(notes.versionOf);
    this.#ring = new EventRing(0, limits.ring);
    this.wakeups = new Wakeups(notes.clock);
  }
  get size(): number {
    return this.#entries.size;
  }
  get entries(): SortedMap<Entry> {
    return this.#entries;
  }
  /** How many entries lie in which version; what cannot be read is under ''. */
  get versions(): ReadonlyMap<string, number> {
    return this.#versions.counts;
  }
  versionOf(entry: Entry): string {
    return this.#versions.of(entry);
  }
  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }
  /** The entries have been as they are since this revision. */
  get since(): Revision {
    return this.#since;
  }
  get ring(): EventRing {
    return this.#ring;
  }
  /** `lost`: changes were missed, and a new cache has to be made. */
  get over(): 'lost' | 'closed' | undefined {
    return this.#over;
  }

  /** Changes must be applied from now on; those that the snapshot contains are skipped. */
  async load(engine: Engine): Promise<Revision> {
    const { entries, revision } = await readAll(engine, this.prefix, (row) => this.#entryOf(row));
    this.#entries = SortedMap.fromSorted(entries);
    for (const entry of entries) this.#versions.add(entry);
    this.#ring = new EventRing(revision, this.#limits.ring);
    this.#since = revision;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const { change, now } of early) this.apply(change, now);
    return revision;
  }

  /** Takes over the entries of another loaded cache that has not changed since `revision`; entries are shared. */
  loadFrom(other: ResourceCache, revision: Revision): void {
    this.#entries = other.#entries;
    this.#versions = new VersionCounts(this.#notes.versionOf, other.versions);
    this.#ring = new EventRing(revision, this.#limits.ring);
    this.#since = other.#since;
    this.#early = undefined;
  }

  apply(change: Change, now: number): void {
    if (this.#early !== undefined) {
      this.#early.push({ change, now });
      return;
    }
    if (change.revision <= this.#since) return;
    this.#since = change.revision;
    const event = this.#takeIn(change);
    if (event === undefined) return;
    const place = this.#ring.next;
    this.#ring.push(event, now);
    this.wakeups.wake(event.key, place);
  }

  /** The entries at a revision that is not in the future, if they are at hand. */
  at(revision: Revision): SortedMap<Entry> | undefined {
    return revision >= this.#since ? this.#entries : this.#snapshots.get(revision)?.entries;
  }
  /** The snapshot of a revision that a paged list is reading. */
  kept(revision: Revision): SortedMap<Entry> | undefined {
    return this.#snapshots.get(revision)?.entries;
  }
  /** Keeps this snapshot for the next page of a list. `at` is the newest revision when it was kept first. */
  keep(revision: Revision, entries: SortedMap<Entry>, { at, now }: { at: number | undefined; now: number }): void {
    const since = at ?? this.#snapshots.get(revision)?.at ?? now;
    this.#snapshots.delete(revision);
    this.#snapshots.set(revision, { entries, at: since });
    const oldest = this.#snapshots.keys().next().value;
    if (this.#snapshots.size > this.#limits.snapshots && oldest !== undefined) this.#snapshots.delete(oldest);
  }
  tidy(now: number): void {
    const before = now - this.#limits.historyMs;
    this.#ring.dropBefore(before);
    for (const [revision, { at }] of this.#snapshots) if (at < before) this.#snapshots.delete(revision);
  }
  end(over: 'lost' | 'closed'): void {
    this.#over = over;
    this.wakeups.wakeEveryone(this.#ring.next);
  }

  #entryOf({ key, revision, value }: Row): Entry {
    const entry = new Entry(key.slice(this.prefix.length), revision, value).within(this.#home);
    // Now, because its value may soon be let go.
    this.#versions.of(entry);
    return entry;
  }

  #takeIn({ key: full, revision, value }: Change): StoreEvent | undefined {
    const key = full.slice(this.prefix.length);
    const previous = this.#entries.get(key) ?? null;
    if (value === null && previous === null) return undefined;
    const current = value === null ? null : new Entry(key, revision, value).within(this.#home, previous);
    previous?.stay();
    this.#entries = current === null ? this.#entries.delete(key) : this.#entries.set(current);
    this.#recount(previous, current);
    return new StoreEvent(current, previous, { key, revision });
  }

  #recount(previous: Entry | null, current: Entry | null): void {
    if (current !== null) this.#versions.add(current);
    const emptied = previous === null ? undefined : this.#versions.remove(previous);
    if (emptied !== undefined) this.#notes.emptied(this.prefix, emptied);
  }
}

/** A consistent snapshot, read in pieces. Begins again if the engine compacts it meanwhile. */
async function readAll(engine: Engine, prefix: string, make: (row: Row) => Entry): Promise<Loaded> {
  for (;;) {
    try {
      return await readOnce(engine, prefix, make);
    } catch (error) {
      if (!(error instanceof Compacted)) throw error;
    }
  }
}
interface Loaded {
  readonly entries: readonly Entry[];
  readonly revision: Revision;
}
async function readOnce(engine: Engine, prefix: string, make: (row: Row) => Entry): Promise<Loaded> {
  const entries: Entry[] = [];
  let part = await engine.read(prefix, { limit: PAGE });
  const { revision } = part;
  for (;;) {
    for (const row of part.rows) entries.push(make(row));
    const after = part.rows.at(-1)?.key;
    if (!part.more || after === undefined) return { entries, revision };
    await nextTurn();
    part = await engine.read(prefix, { limit: PAGE, revision, after });
  }
}
