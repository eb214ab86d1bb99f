import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Ids, Log } from '#meta';
import { type Engine, StorageFailure } from '../../engine.ts';
import { LogEngine } from '../log-engine.ts';
import { createFile } from './appender.ts';
import { LOCK_SUFFIX, lockDirectory } from './directory-lock.ts';
import { type Disk, messageOf } from './disk.ts';
import { closeAll } from './found-segments.ts';
import { JournalLog } from './journal-log.ts';
import { makeDirectory } from './make-directory.ts';
import { nodeDisk, syncDirectory } from './node-disk.ts';
import { type Recovered, recover } from './recovery.ts';
import { parseSegmentName, SEGMENT_HEAD_SIZE, segmentHead, segmentName } from './segment-header.ts';
import { type JournalSizes, usualSizes } from './sizes.ts';
import { SPARE_NAME, Spare } from './spare.ts';

export interface JournalSettings {
  /** Made if it is not there, readable by its owner only. One process at a time. */
  readonly directory: string;
  /** Names a new store. */
  readonly ids: Pick<Ids, 'uid'>;
  readonly log: Log;
  readonly sizes?: JournalSizes;
}

/**
 * The journal engine. Throws a `StorageFailure` that says what to do, and changes nothing in a directory that is not
 * its own.
 */
export function openJournal(settings: JournalSettings): Promise<Engine> {
  return withDirectory(settings, async (parts) => new LogEngine(await openLog(parts)));
}

/** Opens something in the directory, which nobody else uses until it is closed. */
export async function withDirectory<T>(
  settings: JournalSettings,
  open: (parts: JournalParts) => Promise<T>,
): Promise<T> {
  const directory = await prepareDirectory(settings.directory);
  const lock = await lockDirectory(directory, settings.ids.uid());
  try {
    return await open({ ...settings, disk: nodeDisk(directory), closed: () => lock.release() });
  } catch (error) {
    await lock.release();
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`cannot open the store in ${directory}: ${messageOf(error)}`, { cause: error });
  }
}

export interface JournalParts extends Pick<JournalSettings, 'ids' | 'log' | 'sizes'> {
  readonly disk: Disk;
  readonly closed: () => Promise<void>;
}

/** The log in a directory that nobody else uses. */
export async function openLog({ disk, ids, log, sizes = usualSizes, closed }: JournalParts): Promise<JournalLog> {
  const names = await disk.list();
  for (const name of names) if (name.endsWith('.new')) await disk.remove(name);
  if (!names.some((name) => parseSegmentName(name) !== undefined)) await begin(disk, ids, sizes);
  const recovered = await recover(disk, await disk.list());
  if (recovered.lost.length > 0) {
    await closeAll(recovered.segments.all);
    throw lostPart(disk, recovered);
  }
  return logOver({ disk, log, sizes, closed }, recovered);
}

/** A log over what was found. */
export async function logOver(
  { disk, log, sizes = usualSizes, closed }: Omit<JournalParts, 'ids'>,
  recovered: Recovered,
): Promise<JournalLog> {
  const { torn, repaired } = recovered;
  if (torn > 0) log.warn('a write was cut off when the server ended; it was answered to nobody', { bytes: torn });
  if (repaired > 0) log.warn('damaged parts of the store could be put right', { records: repaired });
  const spare = await Spare.find(disk, await disk.list());
  return new JournalLog({ disk, spare, sizes, log, closed, store: recovered.store ?? '' }, recovered);
}

function lostPart(disk: Disk, { lost: [first] }: Recovered): StorageFailure {
  const { file = '', from, to } = first ?? {};
  return new StorageFailure(
    `${join(disk.path, file)} is damaged at bytes ${from} to ${to}, so that it is not even known which objects lie there; restore it from a backup, or see what pinnace check says`,
  );
}

async function begin(disk: Disk, ids: Pick<Ids, 'uid'>, sizes: JournalSizes): Promise<void> {
  const state = { revision: 0, compacted: 0 };
  const before = { sequence: 0, end: 0 };
  const head = segmentHead({ store: ids.uid(), sequence: 1, covers: 1, length: 0, before, state });
  const size = SEGMENT_HEAD_SIZE + sizes.reserve + sizes.step;
  const file = await createFile(disk, { name: segmentName(1, 0), head, size });
  await file.close();
  await disk.syncNames();
}

function isOurs(name: string): boolean {
  const ours = [SPARE_NAME, 'lost+found'].includes(name) || name.endsWith('.new') || name.endsWith(LOCK_SUFFIX);
  return ours || parseSegmentName(name) !== undefined;
}

/** The error for a store of an older release, in LMDB, which cannot be read any more. */
function olderStore(directory: string): StorageFailure {
  return new StorageFailure(
    `${directory} holds an LMDB database, which an older Pinnace wrote and this one cannot read. Nothing was changed. ` +
      'Start with another --data-dir; to take the objects along, save them with kubectl from a server of the older version first.',
  );
}

/** Makes sure that the directory is there and could be ours. Changes nothing in one that is not. */
async function prepareDirectory(directory: string): Promise<string> {
  try {
    const made = await makeDirectory(directory);
    if (made !== undefined) await syncDirectory(dirname(made));
    const names = await readdir(directory);
    if (names.includes('data.mdb')) throw olderStore(directory);
    const strange = names.filter((name) => !isOurs(name));
    if (strange.length > 0) {
      throw new StorageFailure(
        `${directory} is not a data directory: it holds ${strange.slice(0, 3).join(', ')}; choose an empty one`,
      );
    }
    return await realpath(directory);
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`cannot use ${directory} as data directory: ${messageOf(error)}`, { cause: error });
  }
}
