import type { EntryFilter, WatchItem } from './collection.ts';
import type { Change, Revision } from './engine.ts';
import { Entry } from './entry.ts';

/** What changes are to a watcher that sees only what matches. A promise only where there is something to wait for. */
export function seen(
  events: readonly StoreEvent[],
  { matches, ready }: EntryFilter,
): readonly WatchItem[] | Promise<readonly WatchItem[]> {
  const visible = (): WatchItem[] => events.map((event) => event.seenBy(matches)).filter((item) => item !== undefined);
  if (ready === undefined) return visible();
  const entries = events.flatMap(({ current, previous }) => [current, previous]).filter((entry) => entry !== null);
  return ready(entries).then(visible);
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
    return (this.current?.value.length ?? 0) + (this.previous?.value.length ?? 0);
  }

  /** What this change is to a watcher that sees only what matches; undefined when it is nothing. */
  seenBy(matches: ((entry: Entry) => boolean) | undefined): WatchItem | undefined {
    const { current, previous } = this;
    const isIn = current !== null && (matches === undefined || matches(current));
    const wasIn = previous !== null && (matches === undefined || matches(previous));
    if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', entry: current };
    if (wasIn) return { type: 'DELETED', entry: this.#last(previous) };
    return undefined;
  }

  /** Made once, so that all watchers share what is made of it. */
  #last(previous: Entry): Entry {
    this.#gone ??= new Entry(this.key, this.revision, previous.value);
    return this.#gone;
  }
}
