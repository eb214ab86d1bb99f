import { type ApiCall, ask, type Query, StatusError, send, TABLE } from './call.ts';
import { jsonLines } from './json-lines.ts';
import type { Status, Table, TableColumn, TableRow, WatchEvent } from './types.ts';

/** What is told of a table that is followed. */
export interface TableHandlers {
  /** A list begins anew: what was told before is no longer true. */
  begin(): void;
  /** A page of the list; `remaining` is how many are still to come, where the server says so. */
  page(columns: readonly TableColumn[], rows: readonly TableRow[], remaining: number): void;
  /** The list is whole; from here on changes are told as they happen. */
  live(): void;
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', row: TableRow): void;
  failed(error: unknown): void;
}

/** The first page is shown at once; the others are larger, because each costs a round trip. */
const FIRST_PAGE = 200;
const NEXT_PAGES = 1000;
const LONGEST_PAUSE_MS = 15_000;
const BETWEEN_WATCHES_MS = 200;

/** Lists page by page, then watches, and begins anew when the server has forgotten where that was. Until the signal. */
export async function followTable(
  call: { readonly path: string; readonly query?: Query },
  handlers: TableHandlers,
  signal: AbortSignal,
): Promise<void> {
  let pause = 500;
  while (!signal.aborted) {
    try {
      const version = await listTable(call, handlers, signal);
      handlers.live();
      pause = 500;
      await watchTable({ ...call, version }, handlers, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StatusError && error.isExpired) continue;
      handlers.failed(error);
      await waited(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

async function listTable(call: ApiCall, handlers: TableHandlers, signal: AbortSignal): Promise<string> {
  let token: string | undefined;
  let columns: readonly TableColumn[] = [];
  for (let first = true; ; first = false) {
    const limit = first ? FIRST_PAGE : NEXT_PAGES;
    const query = { ...call.query, limit, continue: token };
    const table = await ask<Table>({ ...call, query, accept: TABLE }, signal);
    if (first) handlers.begin();
    columns = table.columnDefinitions?.length ? table.columnDefinitions : columns;
    handlers.page(columns, table.rows ?? [], table.metadata?.remainingItemCount ?? 0);
    token = table.metadata?.continue || undefined;
    if (token === undefined) return table.metadata?.resourceVersion ?? '';
  }
}

interface WatchFrom extends ApiCall {
  readonly version: string;
}

async function watchTable(from: WatchFrom, handlers: TableHandlers, signal: AbortSignal): Promise<void> {
  let { version } = from;
  while (!signal.aborted) {
    for await (const event of watchOnce<Table>({ ...from, version, accept: TABLE }, signal)) {
      const row = event.object.rows?.[0];
      version = row?.object.metadata.resourceVersion ?? event.object.metadata?.resourceVersion ?? version;
      if (event.type === 'BOOKMARK' || event.type === 'ERROR' || row === undefined) continue;
      handlers.changed(event.type, row);
    }
    // A server that ends watches at once is not asked in a circle.
    await waited(BETWEEN_WATCHES_MS, signal);
  }
}

/** The events of one watch, until the server ends it. An event that is an error is thrown. */
export async function* watchOnce<T>(from: WatchFrom, signal: AbortSignal): AsyncGenerator<WatchEvent<T>> {
  const { version, ...call } = from;
  const query = { ...call.query, watch: 1, allowWatchBookmarks: true, resourceVersion: version };
  const response = await send({ ...call, query }, signal);
  if (response.body === null) return;
  for await (const event of jsonLines<WatchEvent<T>>(response.body)) {
    if (event.type === 'ERROR') throw new StatusError(event.object as Status, { ...call, query });
    yield event;
  }
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
