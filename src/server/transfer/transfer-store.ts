import { open } from 'node:fs/promises';
import type { Log } from '#meta';
import { type DamagedRecord, type Engine, StorageFailure } from '#storage';
import { makeDataDirectory } from '../data-directory.ts';
import { isOnEtcd } from '../etcd-settings.ts';
import type { Options } from '../options.ts';
import { openEngine } from '../wire-storage.ts';
import { randomIds, systemClock } from '../world.ts';
import { readStoreFile, writeStoreFile } from './store-file.ts';
import { isEmpty, type Moved, type MovedRow, rowsOf, writeRows } from './stored-rows.ts';

const nothing = (): void => undefined;
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const world = { clock: systemClock, ids: randomIds, log: silent };
/** Where the file of an etcd says what it is. */
const BOLT_MAGIC = { at: 16, value: 0xed0cdaed } as const;

/** Writes all objects of the store that the options name into a file. The server is stopped, or the store is an etcd or a snapshot. */
export async function exportStore(options: Options, file: string): Promise<Moved> {
  const unreadable: string[] = [];
  await using engine = await openStore(options);
  const rows = await writeStoreFile(file, rowsOf(engine, noting(unreadable)));
  return { rows, unreadable };
}

/** Writes what a file holds, of `exportStore` or a snapshot of an etcd, into the store that the options name, which is empty. */
export async function importStore(options: Options, file: string): Promise<Moved> {
  const unreadable: string[] = [];
  await using engine = await openStore({ ...options, fromEtcdSnapshot: '' });
  if (!(await isEmpty(engine))) {
    throw new StorageFailure('There are objects in the store already. Objects are imported into an empty one only.');
  }
  const isSnapshot = await isEtcdFile(file);
  const into = { engine, clock: systemClock, eventTtlMs: options.eventTtl };
  if (!isSnapshot) {
    await assertWhole(file);
    return { rows: await writeRows(readStoreFile(file), into), unreadable };
  }
  await using source = await openStore({ ...options, ...snapshotOnly, fromEtcdSnapshot: file });
  return { rows: await writeRows(rowsOf(source, noting(unreadable)), into), unreadable };
}

/** Before anything is written. */
async function assertWhole(file: string): Promise<void> {
  for await (const _ of readStoreFile(file));
}

/** Puts what a snapshot holds into a store, unless there is something already. */
export async function fillFromSnapshot(engine: Engine, options: Options): Promise<void> {
  if (!(await isEmpty(engine))) return;
  await using source = await openStore({ ...options, ...snapshotOnly });
  const into = { engine, clock: systemClock, eventTtlMs: options.eventTtl };
  const rows: AsyncGenerator<MovedRow> = rowsOf(source, (damaged) => {
    throw new StorageFailure(damaged.message, { cause: damaged });
  });
  await writeRows(rows, into);
}

/** The source is the file alone, wherever its objects go. */
const snapshotOnly = { snapshotReadOnly: true, ephemeral: false, storage: 'journal', etcdServers: [] } as const;

const noting = (keys: string[]) => (damaged: DamagedRecord) => void keys.push(damaged.message);

async function openStore(options: Options): Promise<Engine> {
  const isElsewhere = isOnEtcd(options) || options.fromEtcdSnapshot !== '';
  return openEngine(options, isElsewhere ? '' : await makeDataDirectory(options.dataDir), world);
}

async function isEtcdFile(path: string): Promise<boolean> {
  const file = await open(path).catch((error: Error) => {
    throw new StorageFailure(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, BOLT_MAGIC.at);
    return bytesRead === 4 && buffer.readUInt32LE(0) === BOLT_MAGIC.value;
  } finally {
    await file.close();
  }
}
