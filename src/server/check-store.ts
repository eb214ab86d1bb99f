import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '#meta';
import { checkJournal, type JournalCheck, makeDirectory, StorageFailure } from '#storage';
import { randomIds } from './world.ts';

export interface StoreCheck {
  readonly objects: number;
  readonly damaged: readonly { readonly key: string; readonly revision: number; readonly why: string }[];
  /** Parts of files of which nobody knows which objects lay there. */
  readonly lost: readonly { readonly file: string; readonly from: number; readonly to: number }[];
  readonly exported: readonly string[];
}

interface CheckRequest {
  /** The data directory. */
  readonly directory: string;
  /** Where to write what is left of damaged objects. */
  readonly exportTo?: string | undefined;
  readonly remove: boolean;
}

/** Looks at all that a server that is stopped has stored. Throws a `StorageFailure` when that is not possible. */
export async function checkStore({ directory, exportTo, remove }: CheckRequest): Promise<StoreCheck> {
  const store = join(directory, 'store');
  if (!(await isThere(store))) throw new StorageFailure(`${directory} is not the data directory of a server`);
  await using check = await checkJournal({ directory: store, ids: randomIds, log: silent, giveUpLost: remove });
  const exported = exportTo === undefined ? [] : await exportDamaged(check, exportTo);
  if (remove) await check.remove();
  const damaged = check.damaged.map(({ key, revision, why }) => ({ key, revision, why }));
  return { objects: check.objects, damaged, lost: check.lost, exported };
}

/** The answer tells everything. */
const nothing = (): void => undefined;
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

async function exportDamaged(check: JournalCheck, to: string): Promise<readonly string[]> {
  // Other commands need nothing of that room.
  const { storedText } = await import('#registry');
  const files: string[] = [];
  for (const damaged of check.damaged) {
    const file = `${join(to, ...damaged.key.split('/').map(asName))}.json`;
    await makeDirectory(dirname(file));
    await writeFile(file, storedText(check.bytesOf(damaged)));
    files.push(file);
  }
  return files;
}

/** A key is a path of names, but nothing may lead out of the directory. */
const asName = (part: string): string => (/^\.{1,2}$/.test(part) ? part.replaceAll('.', '%2E') : part);

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
