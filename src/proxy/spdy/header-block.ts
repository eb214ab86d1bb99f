import { createInflate, type Inflate } from 'node:zlib';
import { headerDictionary } from './dictionary.ts';

/** Unpacked, of one frame. The headers of streams are a few words. */
const MOST_HEADER_BYTES = 64 * 1024;
const MOST_HEADERS = 100;

export type SpdyHeaders = ReadonlyMap<string, string>;

/** Reads the headers of one side of a connection, which compresses all of them as one stream. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: headerDictionary });
  #parts: Buffer[] = [];
  #size = 0;
  #failed: Error | undefined;

  constructor() {
    this.#inflate.on('data', (part: Buffer) => {
      this.#size += part.length;
      // What is too much is not kept: a few bytes may unpack to very many.
      if (this.#size <= MOST_HEADER_BYTES) this.#parts.push(part);
    });
    this.#inflate.on('error', (error) => {
      this.#failed = error;
    });
  }

  async read(block: Uint8Array): Promise<SpdyHeaders> {
    await new Promise<void>((resolve) => {
      this.#inflate.once('error', () => resolve());
      this.#inflate.write(block, () => resolve());
    });
    const bytes = Buffer.concat(this.#parts);
    const isTooLarge = this.#size > MOST_HEADER_BYTES;
    this.#parts = [];
    this.#size = 0;
    this.#inflate.removeAllListeners('error').on('error', (error) => {
      this.#failed = error;
    });
    if (this.#failed !== undefined || isTooLarge) throw new Error('the headers of a stream cannot be read');
    return parseBlock(bytes);
  }

  close(): void {
    this.#inflate.close();
  }
}

/** How many there are, then each name and value behind its length. */
function parseBlock(bytes: Buffer): SpdyHeaders {
  let at = 4;
  const take = (): string => {
    const length = bytes.readUInt32BE(at);
    const text = bytes.toString('utf8', at + 4, at + 4 + length);
    at += 4 + length;
    if (at > bytes.length) throw new Error('the headers of a stream are cut off');
    return text;
  };
  const count = bytes.readUInt32BE(0);
  if (count > MOST_HEADERS) throw new Error('a stream has too many headers');
  const headers = new Map<string, string>();
  for (let read = 0; read < count; read++) headers.set(take().toLowerCase(), take());
  return headers;
}

const zlibHead = Buffer.from([0x78, 0x01]);
/** Readers hand on what they have when they meet one: it is what a flush ends with. */
const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** Writes headers without compressing them: a stream of zlib may be made of stored blocks. */
export class HeaderWriter {
  #isBegun = false;

  write(headers: SpdyHeaders): Buffer {
    const parts = [uint32(headers.size)];
    for (const text of [...headers].flat()) {
      const bytes = Buffer.from(text);
      parts.push(uint32(bytes.length), bytes);
    }
    const block = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    const begin = this.#isBegun ? Buffer.alloc(0) : zlibHead;
    this.#isBegun = true;
    return Buffer.concat([begin, head, block, emptyBlock]);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
