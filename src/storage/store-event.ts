import type { EntryFilter, EntryTest, WatchItem } from './collection.ts';
import type { Change, Revision } from './engine.ts';
import { Entry } from './entry.ts';

/** What changes are to a watcher with a filter. A promise only where something has to be waited for. */
export function seen(
  events: readonly StoreEvent[],
  filter: EntryFilter,
): readonly WatchItem[] | Promise<readonly WatchItem[]> {
  const visible = (matches: EntryTest | undefined): WatchItem[] =>
    events.map((event) => event.seenBy(matches)).filter((item) => item !== undefined);
  if (filter.ready === undefined) return visible(filter.matches);
  const entries = events.flatMap(({ current, previous }) => [current, previous]).filter((entry) => entry !== null);
  return filter.ready(entries).then(visible);
}

/** The test of these entries; undefined when all are wanted. */
export function testOf(
  { matches, ready }: EntryFilter,
  entries: readonly Entry[],
): EntryTest | undefined | Promise<EntryTest> {
  return ready === undefined ? matches : ready(entries);
}

/** One change of one object, shared by everyone who watches it. */
export class StoreEvent {
  readonly key: string;
  readonly revision: Revision;
  readonly current: Entry | null;
  readonly previous: Entry | null;
  #gone: Entry | undefined;

  constructor(
    current: Entry | null,
    previous: Entry | null,
    at: { readonly key: string; readonly revision: Revision },
  ) {
    this.key = at.key;
    this.revision = at.revision;
    this.current = current;
    this.previous = previous;
  }

  /** From an engine's change; keys become relative to the prefix. */
  static of(change: Change, prefix: string): StoreEvent {
    const { revision, value, previous } = change;
    const key = change.key.slice(prefix.length);
    return new StoreEvent(
      value === null ? null : new Entry(key, revision, value),
      previous === null ? null : new Entry(key, previous.revision, previous.value),
      { key, revision },
    );
  }

  get bytes(): number {
    return (this.current?.size ?? 0) + (this.previous?.size ?? 0);
  }

  /** What this change is to a watcher with a filter; undefined when it does not concern it. */
  seenBy(matches: EntryTest | undefined): WatchItem | undefined {
    const { current, previous } = this;
    const isIn = current !== null && (matches === undefined || matches(current));
    const wasIn = previous !== null && (matches === undefined || matches(previous));
    if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', entry: current };
    if (wasIn) return { type: 'DELETED', entry: this.#last(previous) };
    return undefined;
  }

  /** Made once, so that all watchers share its encodings. */
  #last(previous: Entry): Entry {
    this.#gone ??= previous.removedAt(this.revision);
    return this.#gone;
  }
}
