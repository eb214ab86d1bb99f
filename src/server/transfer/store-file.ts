import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packJson, storedText } from '#registry';
import { StorageFailure } from '#storage';
import type { MovedRow } from './stored-rows.ts';

/**
 * What a store holds, as a file that people can read: a line of JSON that says what it is, one for each row, and one that tells how
 * many there are, so that half a file is not taken for a whole one.
 *
 *     {"pinnaceStore":1}
 *     {"key":"/registry/configmaps/default/a","object":{"kind":"ConfigMap",…}}
 *     {"key":"/pinnace/migrations/…","value":"BASE64"}
 *     {"rows":2}
 */
const FORMAT = 1;
const OBJECTS = '/registry/';
const OWNER_ONLY = 0o600;

/** Writes the whole file, or none. Returns how many rows. */
export async function writeStoreFile(file: string, rows: AsyncIterable<MovedRow>): Promise<number> {
  const temporary = `${file}.${process.pid}.new`;
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    yield `${JSON.stringify({ pinnaceStore: FORMAT })}\n`;
    for await (const row of rows) {
      count++;
      yield lineOf(row);
    }
    yield `${JSON.stringify({ rows: count })}\n`;
  };
  try {
    await pipeline(Readable.from(lines()), createWriteStream(temporary, { mode: OWNER_ONLY, flush: true }));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return count;
}

function lineOf({ key, value }: MovedRow): string {
  const start = `{"key":${JSON.stringify(key)},`;
  if (!key.startsWith(OBJECTS)) return `${start}"value":"${Buffer.from(value).toString('base64')}"}\n`;
  return `${start}"object":${Buffer.from(storedText(value)).toString()}}\n`;
}

/** Throws a `StorageFailure` when the file is none, or not whole. */
export async function* readStoreFile(file: string): AsyncGenerator<MovedRow> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let count = -1;
  let isWhole = false;
  for await (const text of lines) {
    const line = parsed(text, file, count + 2);
    if (count < 0) {
      if (line.pinnaceStore !== FORMAT) throw new StorageFailure(`${file} is not what pinnace export writes.`);
    } else if (line.rows !== undefined) isWhole = line.rows === count;
    else yield rowIn(line, text);
    count++;
  }
  if (!isWhole) throw new StorageFailure(`${file} is not whole: its end is missing.`);
}

interface Line {
  readonly pinnaceStore?: number;
  readonly rows?: number;
  readonly key?: string;
  readonly value?: string;
}

function parsed(text: string, file: string, number: number): Line {
  try {
    return JSON.parse(text) as Line;
  } catch (error) {
    throw new StorageFailure(`${file}, line ${number}: ${(error as Error).message}`, { cause: error });
  }
}

/** The object's bytes are those of the file: parsing them again could lose digits of a number. */
function rowIn({ key = '', value }: Line, text: string): MovedRow {
  if (value !== undefined) return { key, value: Buffer.from(value, 'base64') };
  const start = `{"key":${JSON.stringify(key)},"object":`.length;
  return { key, value: packJson(Buffer.from(text.slice(start, -1))) };
}
