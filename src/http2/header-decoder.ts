import { Http2Error } from './frames.ts';
import { DynamicTable, type HeaderField, sizeOfField, staticTable } from './header-table.ts';
import { huffmanDecoded } from './huffman.ts';

/** A set of headers. */
interface DecodedHeaders {
  /** In their order; without those that are too many. */
  readonly fields: readonly HeaderField[];
  readonly isTooLarge: boolean;
}

/** What a table may hold as long as nobody says otherwise. */
const TABLE_BYTES = 4096;
/** Few bytes can stand for very many: with so many times what is taken nobody means well. */
const MOST_TIMES = 4;
/** So many sets of headers are recognised by their bytes: those of answers are the same over and over. */
const MOST_KNOWN = 16;
const LONGEST_KNOWN = 1024;

const fault = (message: string): Http2Error => new Http2Error('COMPRESSION_ERROR', message);

/** Decodes the headers that come on one connection, one set after the other (RFC 7541). */
export class HeaderDecoder {
  readonly #table: DynamicTable;
  /** The largest table that the other side may use. */
  #limit: number;
  /** What does not depend on the table means the same whenever it comes. */
  readonly #known = new Map<string, DecodedHeaders>();
  /** The largest set of headers that is taken. */
  readonly #most: number;

  constructor({
    tableBytes = TABLE_BYTES,
    headersBytes,
  }: { readonly tableBytes?: number; readonly headersBytes: number }) {
    this.#limit = tableBytes;
    this.#most = headersBytes;
    this.#table = new DynamicTable(tableBytes);
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
  decode(block: Buffer): DecodedHeaders {
    const bytes = block.length > LONGEST_KNOWN ? undefined : block.toString('latin1');
    const known = bytes && this.#known.get(bytes);
    if (known) return known;
    const reading = new BlockReading(block, this.#table, { table: this.#limit, headers: this.#most });
    const headers = reading.headers();
    if (bytes && !reading.usesTable && this.#known.size < MOST_KNOWN) this.#known.set(bytes, headers);
    return headers;
  }
}

/** One set of headers while it is read. */
class BlockReading {
  readonly #block: Buffer;
  readonly #table: DynamicTable;
  readonly #limits: { readonly table: number; readonly headers: number };
  readonly #fields: HeaderField[] = [];
  #at = 0;
  #size = 0;
  /** Whether the table was looked at or changed. */
  usesTable = false;

  constructor(block: Buffer, table: DynamicTable, limits: { readonly table: number; readonly headers: number }) {
    this.#block = block;
    this.#table = table;
    this.#limits = limits;
  }

  headers(): DecodedHeaders {
    while (this.#at < this.#block.length && (this.#block[this.#at] as number) >>> 5 === 0b001) this.#resize();
    while (this.#at < this.#block.length) this.#keep(this.#field(this.#block[this.#at] as number));
    return { fields: this.#fields, isTooLarge: this.#size > this.#limits.headers };
  }

  #keep(field: HeaderField): void {
    const { headers: most } = this.#limits;
    this.#size += sizeOfField(field);
    if (this.#size > MOST_TIMES * most) throw new Http2Error('ENHANCE_YOUR_CALM', `headers of more than ${most} bytes`);
    if (this.#size <= most) this.#fields.push(field);
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
    const { table: most } = this.#limits;
    if (size > most) throw fault(`a table of ${size} bytes, where ${most} are allowed`);
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
