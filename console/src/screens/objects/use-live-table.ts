import { useEffect, useRef, useState } from 'preact/hooks';
import type { Query } from '../../api/call.ts';
import { followTable } from '../../api/list-watch.ts';
import type { TableColumn } from '../../api/types.ts';
import { LiveRows } from './live-rows.ts';

export interface LiveTable {
  readonly rows: LiveRows;
  readonly columns: readonly TableColumn[];
  readonly state: 'loading' | 'live' | 'broken';
  /** How many are still to be loaded, where the server says so. */
  readonly remaining: number;
  readonly error?: unknown;
}

/** Many changes at once are drawn once; and ages and highlights need a redraw now and then. */
const REDRAW_MS = 120;
const IDLE_REDRAW_MS = 1000;

/** Follows a table for as long as the component is shown, and draws it anew when something has changed. */
export function useLiveTable(path: string, query: Query): LiveTable {
  const key = `${path} ${JSON.stringify(query)}`;
  const table = useRef<LiveTable>(emptyTable());
  const [, redraw] = useState(0);
  // The key says when it is another table.
  useEffect(() => {
    const rows = new LiveRows();
    table.current = { ...emptyTable(), rows };
    const abort = new AbortController();
    const set = (change: Partial<LiveTable>): void => {
      if (!abort.signal.aborted) table.current = { ...table.current, ...change };
    };
    void followTable({ path, query }, handlersOf(rows, set), abort.signal);
    const stop = redrawing(rows, table, () => redraw((count) => count + 1));
    return () => {
      abort.abort();
      stop();
    };
  }, [key]);
  return table.current;
}

const emptyTable = (): LiveTable => ({ rows: new LiveRows(), columns: [], state: 'loading', remaining: 0 });

function handlersOf(rows: LiveRows, set: (change: Partial<LiveTable>) => void): Parameters<typeof followTable>[1] {
  return {
    begin: () => {
      rows.clear();
      set({ error: undefined });
    },
    page: (columns, page, remaining) => {
      rows.add(page);
      set({ columns, remaining });
    },
    live: () => set({ state: 'live', remaining: 0, error: undefined }),
    changed: (type, row) => rows.change(type, row, Date.now()),
    failed: (error) => set({ state: 'broken', error }),
  };
}

function redrawing(rows: LiveRows, table: { readonly current: LiveTable }, draw: () => void): () => void {
  let drawn: unknown;
  let drawnAt = 0;
  const timer = setInterval(() => {
    const now = Date.now();
    rows.settle(now);
    const state = `${rows.revision} ${table.current.state} ${table.current.remaining}`;
    if (state === drawn && now - drawnAt < IDLE_REDRAW_MS) return;
    drawn = state;
    drawnAt = now;
    draw();
  }, REDRAW_MS);
  return () => clearInterval(timer);
}
