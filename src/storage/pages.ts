import { nextTurn } from '#meta';
import type { ListQuery, ListResult, PagedList, WatchBatch, WatchItem } from './collection.ts';
import type { Revision } from './engine.ts';
import { Entry } from './entry.ts';
import type { SortedMap } from './sorted-map.ts';
import { testOf } from './store-event.ts';

/** A page is sent, converted or encoded in one go: it must be neither long nor large. */
export const pageLimits = { entries: 5000, bytes: 1024 * 1024 } as const;
/** What an entry costs beside its value. */
const OVERHEAD = 64;
/** How many entries a selector tests before others get their turn. */
const TURN = 1000;
/** After how many such turns a list begins, however little matches. */
const FIRST_TURNS = 3;

/** Some of a list, as much as is read at once. */
export interface Part {
  readonly entries: readonly Entry[];
  /** The key of the last entry that was looked at. */
  readonly looked: string | undefined;
  /** Nothing comes after it. */
  readonly isLast: boolean;
}

/** Reads what comes after a key: about a page, and at most `left` entries. */
export type ReadPart = (after: string | undefined, left: number) => Part | Promise<Part>;

/** A list that is read part by part. A limited one is read twice: first to find where it ends, then to show it. */
export async function pagedList(query: ListQuery, read: ReadPart): Promise<Omit<PagedList, 'revision'>> {
  const { limit = Number.POSITIVE_INFINITY, after } = query;
  const first = await firstPart(query, read);
  const { entries, looked, isLast } = first;
  if (isLast) return { first: entries };
  const left = limit - entries.length;
  if (left <= 0) return { first: entries, ...(looked === undefined ? {} : { next: looked }) };
  const rest = (): AsyncGenerator<Part> => partsAfter(looked ?? after, left, read);
  const list = { first: entries, more: { [Symbol.asyncIterator]: () => entriesOf(rest()) } };
  if (query.limit === undefined) return list;
  let end = first;
  for await (const part of rest()) end = part;
  return end.isLast || end.looked === undefined ? list : { ...list, next: end.looked };
}

/** As much as fits on the first page. */
async function firstPart(
  { after, limit = Number.POSITIVE_INFINITY, matches }: ListQuery,
  read: ReadPart,
): Promise<Part> {
  let part = await read(after, limit);
  if (matches === undefined) return part;
  const entries = [...part.entries];
  for (let turns = 1; turns < FIRST_TURNS && !part.isLast && entries.length < limit; turns++) {
    await nextTurn();
    part = await read(part.looked, limit - entries.length);
    for (const entry of part.entries) entries.push(entry);
  }
  return { ...part, entries };
}

/** Others get their turn between the parts. */
async function* partsAfter(start: string | undefined, limit: number, read: ReadPart): AsyncGenerator<Part> {
  let after = start;
  for (let left = limit; left > 0; ) {
    const part = await read(after, left);
    yield part;
    if (part.isLast) return;
    after = part.looked;
    left -= part.entries.length;
    await nextTurn();
  }
}

async function* entriesOf(parts: AsyncIterable<Part>): AsyncGenerator<readonly Entry[]> {
  for await (const { entries } of parts) yield entries;
}

/** The next part of a list over a picture that is in memory. */
export async function partOf(
  all: SortedMap<Entry>,
  query: ListQuery,
  at: { after: string | undefined; left: number },
): Promise<Part> {
  const { under, matches, weight = 1 } = query;
  const atOnce = Math.max(1, Math.floor(TURN / weight));
  const isFull = pageFiller(matches === undefined ? pageLimits.entries : atOnce);
  const range = all.range(under, at.after);
  const page = (most: number): readonly Entry[] =>
    range.pages((entry, count) => isFull(entry, count) || count >= most).next().value ?? [];
  if (matches === undefined) return withEnd(all, under, await loaded(page(at.left)));
  const shown = page(atOnce);
  if (!query.looksAtKeys) await Entry.load(shown);
  const isWanted = (await testOf(query, shown)) ?? matches;
  const looked: Entry[] = [];
  const entries: Entry[] = [];
  for (const entry of shown) {
    looked.push(entry);
    if (isWanted(entry)) entries.push(entry);
    if (entries.length >= at.left) break;
  }
  return { ...withEnd(all, under, looked), entries: await loaded(entries) };
}

/** The same entries, whose values are in memory for a while: they are about to be shown. */
async function loaded(entries: readonly Entry[]): Promise<readonly Entry[]> {
  await Entry.load(entries);
  return entries;
}

function withEnd(all: SortedMap<Entry>, under: string, entries: readonly Entry[]): Part {
  const looked = entries.at(-1)?.key;
  return { entries, looked, isLast: looked === undefined || all.range(under, looked).take(1).length === 0 };
}

/** Tells when a page is full. */
function pageFiller(most: number): (entry: Entry, count: number) => boolean {
  let bytes = 0;
  return (entry, count) => {
    bytes += entry.size + OVERHEAD;
    return count >= most || bytes >= pageLimits.bytes;
  };
}

/** An array in pages. */
export function pagesFrom<About>(entries: readonly Entry[], about: About): About & Pick<PagedList, 'first' | 'more'> {
  const end = endOfPage(entries, 0);
  if (end === entries.length) return { ...about, first: entries };
  const more = { [Symbol.asyncIterator]: () => slices(entries, end) };
  return { ...about, first: entries.slice(0, end), more };
}

async function* slices(entries: readonly Entry[], start: number): AsyncGenerator<readonly Entry[]> {
  for (let from = start, to = start; from < entries.length; from = to) {
    to = endOfPage(entries, from);
    yield entries.slice(from, to);
    await nextTurn();
  }
}

function endOfPage(entries: readonly Entry[], start: number): number {
  const isFull = pageFiller(pageLimits.entries);
  let end = start;
  while (end < entries.length) {
    const entry = entries[end++] as Entry;
    if (isFull(entry, end - start)) break;
  }
  return end;
}

/** The whole list at once. */
export async function gathered(list: PagedList): Promise<ListResult> {
  if (list.more === undefined && list.next === undefined) return { entries: list.first, revision: list.revision };
  const { first, more = [], ...about } = list;
  const entries = [...first];
  for await (const page of more) for (const entry of page) entries.push(entry);
  return { ...about, entries };
}

/** The present state as ADDED events in batches, and the mark of its end. */
export async function* initialBatches({ first, more, revision }: PagedList): AsyncGenerator<WatchBatch> {
  if (first.length > 0) yield stateBatch(first, revision);
  if (more !== undefined) for await (const page of more) if (page.length > 0) yield stateBatch(page, revision);
  yield { kind: 'initial-end', revision };
}

/** The same of a state that is one page. */
export function* stateBatches(entries: readonly Entry[], revision: Revision): Iterable<WatchBatch> {
  if (entries.length > 0) yield stateBatch(entries, revision);
  yield { kind: 'initial-end', revision };
}

function stateBatch(page: readonly Entry[], revision: Revision): WatchBatch {
  const items = page.map((entry): WatchItem => ({ type: 'ADDED', entry }));
  return { kind: 'changes', items, revision, isInitial: true };
}
