import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type RunningServer, resolveOptions } from '#server';

/** What a server tells of itself in its data directory while it runs: for status, stop and logs. */
export interface ServerRecord {
  readonly pid: number;
  readonly url: string;
  /** When it began, as a time of RFC 3339. */
  readonly since: string;
  /** Nothing outlives it. */
  readonly ephemeral: boolean;
}

const RECORD = 'server.json';
export const LOG = 'server.log';

/** The data directory that commands without --data-dir mean: that of `pinnace serve` here. */
export async function dataDirectory(given: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  const flags = new Map(given === undefined ? [] : [['data-dir', given]]);
  const { options } = await resolveOptions({ flags, environment });
  return resolve(options.dataDir);
}

export async function writeRecord(server: RunningServer, ephemeral: boolean): Promise<void> {
  const record: ServerRecord = { pid: process.pid, url: server.url, since: new Date().toISOString(), ephemeral };
  await writeFile(join(server.dataDirectory, RECORD), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export async function removeRecord(directory: string): Promise<void> {
  await rm(join(directory, RECORD), { force: true });
}

/** Undefined where none runs: one that was killed leaves its record, but no process. */
export async function readRecord(directory: string): Promise<ServerRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(join(directory, RECORD), 'utf8')) as ServerRecord;
    return isAlive(record.pid) ? record : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
