const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const LF = 10;

export interface ResponseEvents {
  /** The headers are there, the body may follow. */
  head?(status: number): void;
  /** A part of the body, without the framing of chunks. Its bytes are there until this returns. */
  body?(part: Buffer): void;
  /** The whole response is there. */
  end(status: number): void;
}

/** Where in a response the next byte belongs. `until-close` is a body without a length. */
type Place = 'head' | 'sized' | 'chunk-size' | 'chunk-data' | 'trailer' | 'until-close';

/**
 * Reads HTTP/1.1 responses of one connection, one after the other. It knows as little as it can: the status and where
 * the body ends. What measures must cost less than what is measured.
 */
export class ResponseParser {
  readonly #events: ResponseEvents;
  #place: Place = 'head';
  #status = 0;
  /** Bytes of the body, or of the chunk with its line end, that are still to come. */
  #left = 0;
  /** The beginning of a head or line whose end has not come yet. */
  #pending: Buffer = NOTHING;

  constructor(events: ResponseEvents) {
    this.#events = events;
  }

  /** The data is the caller's again afterwards. */
  feed(data: Buffer): void {
    let rest = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data]);
    this.#pending = NOTHING;
    while (rest.length > 0) {
      const used = this.#step(rest);
      if (used === 0) {
        this.#pending = Buffer.from(rest);
        return;
      }
      rest = used === rest.length ? NOTHING : rest.subarray(used);
    }
  }

  /** How many bytes could be used; 0 when more have to come first. */
  #step(rest: Buffer): number {
    switch (this.#place) {
      case 'head':
        return this.#head(rest);
      case 'chunk-size':
        return this.#chunkSize(rest);
      case 'trailer':
        return this.#trailer(rest);
      default:
        return this.#data(rest);
    }
  }

  #head(rest: Buffer): number {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return 0;
    const head = rest.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#events.head?.(this.#status);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length !== null) this.#expect('sized', Number(length[1]));
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#place = 'chunk-size';
    else if (this.#status === 204 || this.#status === 304) this.#expect('sized', 0);
    else this.#expect('until-close', Number.POSITIVE_INFINITY);
    return end + HEAD_END.length;
  }

  #expect(place: Place, left: number): void {
    this.#place = place;
    this.#left = left;
    if (left === 0) this.#end();
  }

  #data(rest: Buffer): number {
    const used = Math.min(this.#left, rest.length);
    this.#left -= used;
    if (this.#events.body !== undefined) this.#show(rest, used);
    if (this.#left > 0) return used;
    if (this.#place === 'chunk-data') this.#place = 'chunk-size';
    else this.#end();
    return used;
  }

  /** The two bytes behind a chunk are not of the body. */
  #show(rest: Buffer, used: number): void {
    const framing = this.#place === 'chunk-data' ? Math.max(0, 2 - this.#left) : 0;
    if (used > framing) this.#events.body?.(rest.subarray(0, used - framing));
  }

  #chunkSize(rest: Buffer): number {
    const end = rest.indexOf(LF);
    if (end < 0) return 0;
    const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
    if (Number.isNaN(size)) throw new Error(`not a chunk size: ${JSON.stringify(rest.toString('latin1', 0, end))}`);
    this.#place = size === 0 ? 'trailer' : 'chunk-data';
    this.#left = size + 2;
    return end + 1;
  }

  #trailer(rest: Buffer): number {
    const end = rest.indexOf(LF);
    if (end < 0) return 0;
    if (end <= 1) this.#end();
    return end + 1;
  }

  #end(): void {
    this.#place = 'head';
    this.#events.end(this.#status);
  }
}
