import { Http2Error } from './frames.ts';
import { DynamicTable, type HeaderField, sizeOfField, staticTable } from './header-table.ts';
import { huffmanDecoded } from './huffman.ts';

export type Headers = ReadonlyMap<string, string>;

/** What a table may hold as long as nobody says otherwise. */
const TABLE_BYTES = 4096;
/** The largest set of headers that is taken. */
export const HEADERS_BYTES = 65_536;
/** So many sets of headers are recognised by their bytes: those of answers are the same over and over. */
const MOST_KNOWN = 16;

const fault = (message: string): Http2Error => new Http2Error('COMPRESSION_ERROR', message);

/** Decodes the headers that come on one connection, one set after the other (RFC 7541). */
export class HeaderDecoder {
  readonly #table: DynamicTable;
  /** The largest table that the other side may use. */
  #limit: number;
  /** What does not depend on the table means the same whenever it comes. */
  readonly #known = new Map<string, Headers>();

  constructor(limit: number = TABLE_BYTES) {
    this.#limit = limit;
    this.#table = new DynamicTable(limit);
  }
  get tableSize(): number {
    return this.#table.size;
  }

  /** The other side has agreed to a smaller table. */
  limitTable(limit: number): void {
    this.#limit = limit;
    this.#table.resize(limit);
  }

  /** Throws an `Http2Error`: then the tables of both sides differ, and nothing more can be understood. */
  decode(block: Buffer): Headers {
    const bytes = block.toString('latin1');
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const reading = new BlockReading(block, this.#table, this.#limit);
    const headers = reading.headers();
    if (!reading.usesTable && this.#known.size < MOST_KNOWN) this.#known.set(bytes, headers);
    return headers;
  }
}

/** One set of headers while it is read. */
class BlockReading {
  readonly #block: Buffer;
  readonly #table: DynamicTable;
  readonly #limit: number;
  readonly #headers = new Map<string, string>();
  #at = 0;
  #size = 0;
  /** Whether the table was looked at or changed. */
  usesTable = false;

  constructor(block: Buffer, table: DynamicTable, limit: number) {
    this.#block = block;
    this.#table = table;
    this.#limit = limit;
  }

  headers(): Headers {
    while (this.#at < this.#block.length && (this.#block[this.#at] as number) >>> 5 === 0b001) this.#resize();
    while (this.#at < this.#block.length) this.#keep(this.#field(this.#block[this.#at] as number));
    return this.#headers;
  }

  #keep(field: HeaderField): void {
    this.#size += sizeOfField(field);
    if (this.#size > HEADERS_BYTES)
      throw new Http2Error('ENHANCE_YOUR_CALM', `headers of more than ${HEADERS_BYTES} bytes`);
    const [name, value] = field;
    const before = this.#headers.get(name);
    this.#headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }

  #field(first: number): HeaderField {
    if (first >= 0x80) return this.#indexed(this.#integer(7));
    if (first >= 0x40) {
      const field = this.#literal(6);
      this.usesTable = true;
      this.#table.add(field);
      return field;
    }
    if (first >= 0x20) throw fault('a table changes its size in the midst of headers');
    return this.#literal(4);
  }

  #resize(): void {
    const size = this.#integer(5);
    if (size > this.#limit) throw fault(`a table of ${size} bytes, where ${this.#limit} are allowed`);
    this.usesTable = true;
    this.#table.resize(size);
  }

  #literal(bits: number): HeaderField {
    const index = this.#integer(bits);
    const name = index === 0 ? this.#text() : this.#indexed(index)[0];
    return [name, this.#text()];
  }

  #indexed(index: number): HeaderField {
    const fixed = staticTable[index - 1];
    if (fixed !== undefined) return fixed;
    this.usesTable = true;
    const field = this.#table.at(index - 1 - staticTable.length);
    if (field === undefined) throw fault(`there is no header ${index}`);
    return field;
  }

  #text(): string {
    const isHuffman = ((this.#block[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#integer(7);
    const end = this.#at + length;
    if (end > this.#block.length) throw fault('a text is cut off');
    const bytes = this.#block.subarray(this.#at, end);
    this.#at = end;
    if (!isHuffman) return bytes.toString('latin1');
    const text = huffmanDecoded(bytes);
    if (text === undefined) throw fault('a text is no Huffman code');
    return text;
  }

  /** A number whose first part is the last bits of a byte (section 5.1). */
  #integer(bits: number): number {
    const most = 2 ** bits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let factor = 1; factor <= 2 ** 21; factor *= 2 ** 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw fault('a number is too large');
  }
  #byte(): number {
    const byte = this.#block[this.#at];
    if (byte === undefined) throw fault('headers are cut off');
    this.#at++;
    return byte;
  }
}
