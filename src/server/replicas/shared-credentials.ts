import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getOwn } from '#meta';
import { type Engine, makeDirectory, StorageFailure } from '#storage';
import { writeWhole } from '../data-directory.ts';

/** What all servers of one store have in common; certificates of their own are signed with it. */
const sharedFiles: readonly string[] = [
  'pki/ca.crt',
  'pki/ca.key',
  'pki/front-proxy-ca.crt',
  'pki/front-proxy-ca.key',
  'pki/service-accounts.key',
  'admin.token',
];
/** Not among the objects: nobody gets it through the API. */
const KEY = '/pinnace/credentials/shared';
const OWNER_ONLY = 0o600;

interface SharedStore {
  readonly engine: Engine;
  /** The data directory of this server. */
  readonly directory: string;
}

/**
 * Opens credentials upon those that the store has, and puts there what was made: whoever is the first makes them for all. A token
 * or a client certificate that one server made is good at every other.
 */
export async function openSharedCredentials<T>({ engine, directory }: SharedStore, open: () => Promise<T>): Promise<T> {
  for (;;) {
    const row = await engine.get(KEY);
    if (row !== null) await writeFiles(directory, textOf(row.value));
    const opened = await open();
    const files = await readFiles(directory);
    if (row !== null && files === textOf(row.value)) return opened;
    const { committed } = await engine.commit(KEY, Buffer.from(files), row?.revision ?? null);
    // Somebody else was quicker: theirs are taken.
    if (committed) return opened;
  }
}

function textOf(value: Uint8Array | Error): string {
  if (value instanceof Error) throw new StorageFailure(value.message, { cause: value });
  return Buffer.from(value).toString();
}

async function readFiles(directory: string): Promise<string> {
  const files: Record<string, string> = {};
  for (const name of sharedFiles) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => undefined);
    if (text !== undefined) files[name] = text;
  }
  return JSON.stringify(files);
}

async function writeFiles(directory: string, text: string): Promise<void> {
  const files = JSON.parse(text) as Record<string, string>;
  for (const name of sharedFiles) {
    const content = getOwn(files, name);
    if (typeof content !== 'string') continue;
    await makeDirectory(dirname(join(directory, name)));
    await writeWhole(join(directory, name), content, OWNER_ONLY);
  }
}
