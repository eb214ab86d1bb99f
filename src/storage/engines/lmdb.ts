import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import type { Ids } from '#meta';
import { type Engine, StorageFailure } from '../engine.ts';
import {
  dataFile,
  type MissingPages,
  messageOf,
  missingPages,
  prepareDirectory,
  syncDirectory,
} from './lmdb-directory.ts';
import { type Bytes, type LmdbDatabases, LmdbLog } from './lmdb-log.ts';
import { LogEngine } from './log-engine.ts';

export interface LmdbOptions {
  /** Made if it is not there, readable by its owner only. One process at a time. */
  readonly directory: string;
  /** Names a new store. */
  readonly ids: Pick<Ids, 'uid'>;
  /** How much address space to begin with. The file is as large as its data, and the map grows when it must. */
  readonly mapSize?: number;
}

const format = 'pinnace';
const formatVersion = 1;
const formatKey = Buffer.from('format');
const idKey = Buffer.from('id');
const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;

/** LMDB itself would gladly share an environment within one process. */
const openHere = new Set<string>();

/** The embedded engine. Throws a `StorageFailure` that says what to do, and leaves alone what is not its own. */
export async function openLmdb(options: LmdbOptions): Promise<Engine> {
  const directory = await prepareDirectory(options.directory);
  if (openHere.has(directory)) throw inUse(directory, `this process (${process.pid})`);
  openHere.add(directory);
  try {
    const log = await openLog(directory, options);
    return new LogEngine(log);
  } catch (error) {
    openHere.delete(directory);
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`cannot open the store in ${directory}: ${messageOf(error)}`, { cause: error });
  }
}

async function openLog(directory: string, options: LmdbOptions): Promise<LmdbLog> {
  const short = await missingPages(directory);
  if (short !== undefined) return openShortened(directory, options, short);
  return openWhole(directory, options, () => {});
}

async function openWhole(directory: string, options: LmdbOptions, alone: () => void): Promise<LmdbLog> {
  const root = openRoot(directory, options);
  try {
    assertAlone(root, directory);
    alone();
    const databases = openDatabases(root, directory, options);
    await syncDirectory(directory);
    // Opening databases gave our slot back. This one stays, and of two that start together one sees the other's.
    assertAlone(root, directory);
    return new LmdbLog(databases, () => openHere.delete(directory));
  } catch (error) {
    await root.close();
    throw error;
  }
}

/**
 * The file lacks pages at its end. Either they were free and never written, or somebody cut it. Zeros in their place
 * are harmless to read and no valid page, so reading everything once tells which.
 */
async function openShortened(directory: string, options: LmdbOptions, short: MissingPages): Promise<LmdbLog> {
  const path = join(directory, dataFile);
  await truncate(path, short.wanted);
  let alone = false;
  let log: LmdbLog | undefined;
  try {
    log = await openWhole(directory, options, () => {
      alone = true;
    });
    for (const { revision } of log.heads('')) log.record(revision);
    for (const _ of log.records(0, log.found.revision));
    return log;
  } catch (error) {
    await log?.close();
    // Never cut a file that somebody else may be writing.
    if (!alone) throw error;
    await truncate(path, short.size);
    throw new StorageFailure(`${path} is damaged: it was cut short; restore it from a backup`, { cause: error });
  }
}

function openRoot(directory: string, { mapSize = 1024 ** 3 }: LmdbOptions): RootDatabase<Buffer, Buffer> {
  return open<Buffer, Buffer>({
    path: directory,
    ...binary,
    noSubdir: false,
    maxDbs: 4,
    mapSize,
    // With it, lmdb makes transactions visible before they are durable.
    overlappingSync: false,
    // Its own grouping of a turn's writes makes promises that nobody can catch when a write fails. We group ourselves.
    eventTurnBatching: false,
    ...{ permissionsMode: 0o600 },
  });
}

/**
 * Every process that has the environment open holds a slot in LMDB's table of readers, and a lock on it that the system
 * takes away when the process dies, however it dies. So: take a slot, sweep out the dead, and look who else is there.
 * Two that start together may both see the other and both give up; never do both go on.
 */
function assertAlone(root: RootDatabase<Buffer, Buffer>, directory: string): void {
  root.useReadTransaction().done();
  root.readerCheck();
  const pids = root
    .readerList()
    .split('\n')
    .map((line) => Number.parseInt(line, 10));
  const other = pids.find((pid) => Number.isInteger(pid) && pid !== process.pid);
  if (other !== undefined) throw inUse(directory, `process ${other}`);
}

function openDatabases(root: RootDatabase<Buffer, Buffer>, directory: string, options: LmdbOptions): LmdbDatabases {
  const isNew = root.getKeysCount() === 0;
  if (!isNew) assertOurs(openDatabase(root, 'meta', { create: false }), directory);
  const meta = openDatabase(root, 'meta', { create: true }) as Bytes;
  const log = openDatabase(root, 'log', { create: true }) as Bytes;
  const index = openDatabase(root, 'index', { create: true }) as Bytes;
  if (meta.get(formatKey) === undefined) {
    root.transactionSync(() => {
      meta.putSync(formatKey, Buffer.from(`${format} ${formatVersion}`));
      meta.putSync(idKey, Buffer.from(options.ids.uid()));
    });
  }
  return { root, log, index, meta };
}

function openDatabase(root: RootDatabase<Buffer, Buffer>, name: string, { create }: { create: boolean }) {
  const database: Bytes | undefined = root.openDB<Buffer, Buffer>({ name, ...binary, ...{ create } });
  return database;
}

function assertOurs(meta: Bytes | undefined, directory: string): void {
  const marker = meta?.get(formatKey)?.toString();
  // A server that died while making the store leaves an empty `meta`: nothing was ever stored.
  if (marker === undefined && meta?.getKeysCount() === 0) return;
  const [name, version] = marker?.split(' ') ?? [];
  if (name !== format || !/^[0-9]+$/.test(version ?? '')) {
    throw new StorageFailure(`${directory} holds the data of another program; choose an empty directory`);
  }
  if (Number(version) > formatVersion) {
    throw new StorageFailure(
      `the data in ${directory} has format ${version}, and this server knows formats up to ${formatVersion}: use a newer server`,
    );
  }
}

function inUse(directory: string, who: string): StorageFailure {
  return new StorageFailure(`${directory} is in use by ${who}: stop it, or choose another directory`);
}
