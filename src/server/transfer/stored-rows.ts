import type { Clock } from '#meta';
import { DamagedRecord, type Engine, type Row, StorageFailure } from '#storage';
import { PEER_LEASES, RANGES, SERVER_LEASES } from '../etcd-layout/shared-keys.ts';
import { QUESTIONS } from '../replicas/settling.ts';

/** A row that is moved from one store to another. */
export interface MovedRow {
  readonly key: string;
  readonly value: Uint8Array;
}

/** What came of it. */
export interface Moved {
  readonly rows: number;
  /** Keys of what could not be read, each with the reason. */
  readonly unreadable: readonly string[];
}

const PAGE = 500;
/** Writes that are under way at a time: they share their way to the disk. */
const AT_A_TIME = 100;
/** Objects, and what is ours about them. */
const prefixes = ['/registry/', '/pinnace/'];
/** What belongs to the servers of a store and not to its objects. */
const leftOut = [SERVER_LEASES, PEER_LEASES, RANGES, '/pinnace/credentials/', QUESTIONS];
const EVENTS = '/registry/events/';

/** All that is to be moved out of a store, as it is at one revision. What cannot be read is told instead. */
export async function* rowsOf(engine: Engine, unreadable: (row: DamagedRecord) => void): AsyncGenerator<MovedRow> {
  const revision = await engine.revision();
  for (const prefix of prefixes) {
    let after: string | undefined;
    for (;;) {
      const page = await engine.read(prefix, { limit: PAGE, revision, ...(after !== undefined && { after }) });
      for (const { key, value } of page.rows.filter(isMoved)) {
        if (value instanceof DamagedRecord) unreadable(value);
        else yield { key, value };
      }
      after = page.rows.at(-1)?.key;
      if (!page.more || after === undefined) break;
    }
  }
}

const isMoved = ({ key }: Row): boolean => !leftOut.some((prefix) => key.startsWith(prefix));

interface Into {
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'now'>;
  /** Events go on living as long as new ones do. */
  readonly eventTtlMs: number;
}

/** Writes rows into a store that has none. Returns how many. */
export async function writeRows(rows: AsyncIterable<MovedRow>, { engine, clock, eventTtlMs }: Into): Promise<number> {
  let count = 0;
  let batch: Promise<void>[] = [];
  for await (const { key, value } of rows) {
    const expires = key.startsWith(EVENTS) ? { expires: clock.now() + eventTtlMs } : {};
    batch.push(writeNew(engine, { key, value }, expires));
    if (++count % AT_A_TIME !== 0) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return count;
}

async function writeNew(engine: Engine, { key, value }: MovedRow, more: { expires?: number }): Promise<void> {
  const { committed } = await engine.commit(key, value, { expected: null, ...more });
  if (!committed) throw new StorageFailure(`${key} is there already: somebody else writes into this store.`);
}

/** Whether a store has no objects yet. */
export async function isEmpty(engine: Engine): Promise<boolean> {
  return (await engine.read('/registry/', { limit: 1 })).rows.length === 0;
}
