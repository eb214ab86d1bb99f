import type { MaybePromise } from '#meta';
import type { Revision } from './engine.ts';
import type { Entry } from './entry.ts';

/** What should be there, given what is there. May run again after a lost race: keep no state in it. */
export type Transition = (live: Entry | null) => MaybePromise<Outcome>;

export type Outcome =
  /** `frees`: part of a deletion, allowed also when there is no room. */
  | { readonly do: 'put'; readonly value: Uint8Array; readonly frees?: boolean; readonly expires?: number }
  | { readonly do: 'remove' }
  /** Leave it as it is: no revision, no event. */
  | { readonly do: 'keep' };

export type Written =
  | { readonly did: 'put'; readonly entry: Entry; readonly previous: Entry | null }
  /** `entry` is what was there, at the revision of its removal. */
  | { readonly did: 'remove'; readonly entry: Entry }
  | { readonly did: 'keep'; readonly entry: Entry | null };

/** How new the data must be. */
export type Freshness =
  | { readonly need: 'newest' }
  /** The newest, unless to ask for it takes a journey: then what was heard last. For decisions that may be a moment old. */
  | { readonly need: 'recent' }
  | { readonly need: 'any' }
  | { readonly need: 'at-least'; readonly revision: Revision }
  | { readonly need: 'exactly'; readonly revision: Revision };

/** Which entries are wanted; all if absent. */
export interface EntryFilter {
  readonly matches?: EntryTest;
  /** The test looks at keys alone: no value is read for it. */
  readonly looksAtKeys?: boolean;
  /** How many times the work of an ordinary test it is, if it is more. */
  readonly weight?: number;
  /**
   * Given where `matches` needs something that is not in memory: waits for it, and returns the test for these entries.
   */
  readonly ready?: (entries: readonly Entry[]) => Promise<EntryTest>;
}

export type EntryTest = (entry: Entry) => boolean;

export interface ListQuery extends EntryFilter {
  /**
   * All keys under the collection's prefix that begin with this: a namespace and its slash, or ''. Or one key, where
   * `matches` refuses those that go on behind it.
   */
  readonly under: string;
  readonly freshness: Freshness;
  /** Relative to the collection's prefix, exclusive. */
  readonly after?: string;
  readonly limit?: number;
}

export interface ListResult {
  readonly entries: readonly Entry[];
  readonly revision: Revision;
  /** Undefined on the last page; otherwise the key (relative to the prefix) of the last entry looked at. */
  readonly next?: string;
  /** How many entries come after this page, where that is known without looking (no `matches`). */
  readonly remaining?: number;
}

/** A list that is read while somebody goes through it: nothing but the first page is sized by it. */
export interface PagedList {
  readonly revision: Revision;
  /** All of it, unless there is more. */
  readonly first: readonly Entry[];
  /** The pages after the first, each read when it is asked for. Can be gone through more than once. */
  readonly more?: AsyncIterable<readonly Entry[]>;
  readonly next?: string;
  readonly remaining?: number;
}

export interface WatchQuery extends EntryFilter {
  /** As in a list. */
  readonly under: string;
  /** After this revision; or begin with what is there now, as ADDED events. */
  readonly since: { readonly revision: Revision } | { readonly initial: Freshness };
}

/** One change as one watcher sees it. The `event` is shared by all watchers: encodings are kept on it. */
export interface WatchItem {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object to show: for DELETED the last state, at the revision of the deletion. */
  readonly entry: Entry;
}

/** What a watch yields: changes, or the end of the initial state. */
export type WatchBatch = WatchChanges | { readonly kind: 'initial-end'; readonly revision: Revision };

export interface WatchChanges {
  readonly kind: 'changes';
  readonly items: readonly WatchItem[];
  readonly revision: Revision;
  /** These are not changes but the state at the start. Other watchers do not see them now, so they are not cached. */
  readonly isInitial?: true;
  /** What was made of all of it, by whom: for others who are handed the same batch and would make the same of it. */
  made?: Map<object, unknown>;
}

/** A running watch. */
export interface Watch extends AsyncIterable<WatchBatch> {
  [Symbol.asyncIterator](): WatchSource;
  /** The revision up to which everything was handed out: for bookmarks. */
  revision(): Revision;
  /** How many events are at hand that were not handed out; undefined before it follows them as they come. */
  behind?(): number | undefined;
}

export interface WatchSource extends AsyncIterator<WatchBatch> {
  /**
   * Hands changes out as they come, without a promise for each, until `take` says that it wants no more for now. Ends sooner
   * where only `next` can go on: at the end, after an error, before something that has to be waited for.
   */
  follow?(take: (batch: WatchBatch) => boolean): Promise<void>;
}

/**
 * The objects of one resource: keys under one prefix. All keys here, those of entries too, are relative to it. Reads come from the watch cache; writes go through the engine.
 * Throws `Compacted` and `NotYet` for revisions that cannot be had.
 */
export interface Collection {
  /** Brings all objects into memory, as they are now, where reads come from there. */
  load(): Promise<void>;
  get(key: string, freshness: Freshness): MaybePromise<Entry | null>;
  /** What memory shows of a key at this moment, without waiting; undefined where the objects are not in memory. */
  peek(key: string): Entry | null | undefined;
  list(query: ListQuery): MaybePromise<ListResult>;
  /** The same for lists that may be long. Of the past it may throw `Compacted` on a later page too. */
  pages(query: ListQuery): Promise<PagedList>;
  /** Ends when the signal fires; throws `Compacted` when `since` is gone, and `FellBehind` when the reader is too slow. */
  watch(query: WatchQuery, signal: AbortSignal): Watch;
  /** The newest revision that reads show. A bookmark takes the watch's own instead. */
  revision(): Revision;
  /** Whether anything in the store is known to be unreadable. */
  hasDamage(): boolean;
  /** Asks the transition again as often as others write the key in between. */
  transact(key: string, transition: Transition): Promise<Written>;
}

export class FellBehind extends Error {
  constructor() {
    super('the watcher is too slow');
    this.name = 'FellBehind';
  }
}
