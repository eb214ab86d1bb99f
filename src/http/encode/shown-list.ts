import { nextTurn } from '#meta';
import { type ConvertedPage, convertPage, type Entry, type LongList, servesStoredBytes } from '#registry';
import { showsStoredMetadata } from './metadata.ts';
import { isPlainJson, type View } from './view.ts';

/** A list on its way out. */
export interface ShownList extends LongList {
  /** What had to be converted of the first page. */
  readonly converted: ConvertedPage;
  /** Where the whole of it has room, if it goes out in one piece. */
  readonly room?: Buffer;
  /** Fires when the client has gone: encoding stops. */
  readonly signal?: AbortSignal;
}

/** A part of a list that is encoded in one go, and the view that knows its conversions. */
interface Slice {
  readonly view: View;
  readonly entries: readonly Entry[];
}

/** How many bytes are encoded before others get their turn. */
export const MOST_WORK = 512 * 1024;

/** An entry that has to be parsed counts as some bytes more. */
export function workOf({ size }: Entry): number {
  return size + 2000;
}

/** A Table of one page: its rows are written in runs, which are made once, and take turns as they are made. */
export function showsRuns({ representation }: View, { more }: ShownList): boolean {
  return representation.as === 'Table' && representation.media === 'json' && more === undefined;
}

/** The whole list in slices, with others getting their turn in between; ends when the client has gone. */
export async function* slicesOf(view: View, list: ShownList): AsyncGenerator<Slice> {
  const { first, more, converted, signal } = list;
  if (showsRuns(view, list)) {
    yield { view: { ...view, converted }, entries: first };
    return;
  }
  yield* pageSlices({ ...view, converted }, first);
  for await (const page of more ?? []) {
    if (signal?.aborted) return;
    for await (const slice of pageSlices({ ...view, converted: await convertedFor(view, page) }, page)) {
      yield slice;
      if (signal?.aborted) return;
    }
  }
}

/** What is shown as it is stored is copied; anything else is work. */
async function* pageSlices(view: View, page: readonly Entry[]): AsyncGenerator<Slice> {
  if (isPlainJson(view) && page.every((entry) => servesStoredBytes(view.served, entry))) {
    yield { view, entries: page };
    return;
  }
  for (let from = 0, to = 0; from < page.length; from = to) {
    if (from > 0) await nextTurn();
    for (let work = 0; to < page.length && work < MOST_WORK; to++) work += workOf(page[to] as Entry);
    yield { view, entries: page.slice(from, to) };
  }
}

/** Metadata is shown as it is stored, whatever the version. */
export function convertedFor(view: View, page: readonly Entry[]): ConvertedPage | Promise<ConvertedPage> {
  return showsStoredMetadata(view) ? nothingConverted : convertPage(view.served, page);
}

const nothingConverted: ConvertedPage = new Map();
