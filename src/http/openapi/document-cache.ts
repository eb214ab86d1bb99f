import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGunzip, createGzip, gunzip } from 'node:zlib';
import { inChunks } from './pieces.ts';

const fastGzip = { level: constants.Z_BEST_SPEED };
/** The limit of all kept documents together. One about many definitions compresses to a fifteenth. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A document in pieces, in their order. */
export type Pieces = Iterable<string | Uint8Array>;

/**
 * The documents that were asked for last, compressed, as most clients read them. Requests for the same document at the
 * same time share the work. It is compressed while it is made, so that it is never in memory as a whole.
 */
export class DocumentCache {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #making = new Map<string, Promise<Uint8Array>>();
  #bytes = 0;

  /** With gzip. `key` changes with the content. Some are made packed, by others. */
  async get(
    key: string,
    make: () => Promise<Pieces>,
    makePacked: () => Promise<Uint8Array> | undefined = () => undefined,
  ): Promise<Uint8Array> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#making.get(key) ?? this.#make(key, makePacked() ?? make().then(packed));
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  #make(key: string, packing: Promise<Uint8Array>): Promise<Uint8Array> {
    const making = packing.then((document) => this.#keep(key, document)).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
  #keep(key: string, document: Uint8Array): Uint8Array {
    this.#kept.set(key, document);
    this.#bytes += document.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    return document;
  }
}

async function packed(pieces: Pieces): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await pipeline(Readable.from(inChunks(pieces)), createGzip(fastGzip), async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) parts.push(chunk);
  });
  return Buffer.concat(parts);
}

/** More than this is unpacked while it is sent. */
const STREAM_FROM = 256 * 1024;
const unzip = promisify<Uint8Array, Buffer>(gunzip);

/** For those who do not read gzip. */
export async function unpacked(document: Uint8Array): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  if (document.length < STREAM_FROM) return unzip(document);
  return Readable.from([document]).pipe(createGunzip());
}
