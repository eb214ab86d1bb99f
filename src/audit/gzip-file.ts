import { createReadStream, createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Puts a compressed file in the place of one. What is half done is not left behind. */
export async function gzipFile(path: string): Promise<void> {
  const packed = `${path}.gz`;
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(packed, { mode: 0o600 }));
  } catch (error) {
    await unlink(packed).catch(() => undefined);
    throw error;
  }
  await unlink(path);
}
