/** A name and a value; all characters are single bytes. */
export type HeaderField = readonly [name: string, value: string];

/** What a table of headers counts for a field besides its characters (RFC 7541, section 4.1). */
const FIELD_BYTES = 32;

export function sizeOfField([name, value]: HeaderField): number {
  return name.length + value.length + FIELD_BYTES;
}

/** Fields that both sides know by their number, which begins with 1 (appendix A). */
export const staticTable: readonly HeaderField[] = [
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  ...['200', '204', '206', '304', '400', '404', '500'].map((status): HeaderField => [':status', status]),
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ...[
    'accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control',
    'content-disposition content-encoding content-language content-length content-location content-range content-type',
    'cookie date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since',
    'last-modified link location max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after',
    'server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate',
  ].flatMap((names) => names.split(' ').map((name): HeaderField => [name, ''])),
];

/** Fields that were sent on this connection and may be named by a number again: the newest has the lowest. */
export class DynamicTable {
  #fields: HeaderField[] = [];
  #size = 0;
  #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }
  get size(): number {
    return this.#size;
  }
  get length(): number {
    return this.#fields.length;
  }
  /** 0 is the newest. */
  at(place: number): HeaderField | undefined {
    return this.#fields[this.#fields.length - 1 - place];
  }
  /** One that is larger than the whole table empties it. */
  add(field: HeaderField): void {
    const size = sizeOfField(field);
    this.#evict(this.#capacity - size);
    if (size > this.#capacity) return;
    this.#fields.push(field);
    this.#size += size;
  }
  resize(capacity: number): void {
    this.#capacity = capacity;
    this.#evict(capacity);
  }

  /** Lets the oldest go until no more than so much is left. */
  #evict(most: number): void {
    while (this.#size > most && this.#fields.length > 0) this.#size -= sizeOfField(this.#fields.shift() as HeaderField);
  }
}
