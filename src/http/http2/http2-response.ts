import { connectionHeaders, encodedHeaders, type HeaderField, isHeaderName, type ServerStream } from '#http2';
import type { Clock } from '#meta';
import { type Reply, withoutBody } from '../call.ts';
import { assertHeaderValues, dateOf } from '../header-text.ts';

interface ResponseParts {
  readonly clock: Clock;
  readonly headOnly: boolean;
}

/** An answer of HTTP/2, with the methods of Node's that an outlet uses. */
export class Http2Response {
  readonly #stream: ServerStream;
  readonly #clock: Clock;
  readonly #headOnly: boolean;
  #hasBody = true;
  /** Made, and not sent yet. */
  #head: Uint8Array | undefined;
  #isOver = false;
  #onClose: (() => void)[] | undefined;
  #onDrain: (() => void) | undefined;
  headersSent = false;

  constructor(stream: ServerStream, { clock, headOnly }: ResponseParts) {
    this.#stream = stream;
    this.#clock = clock;
    this.#headOnly = headOnly;
  }
  /** Nothing more can be sent: all is, or the client does not want it. */
  get destroyed(): boolean {
    return this.#isOver;
  }

  once(event: 'close' | 'finish' | 'drain', listener: () => void): void {
    if (event === 'drain') this.#onDrain = listener;
    else if (event === 'finish') this.#stream.sent = listener;
    else this.#onClose = [...(this.#onClose ?? []), listener];
  }
  off(event: 'close' | 'drain', listener: () => void): void {
    if (event === 'drain') this.#onDrain = undefined;
    else this.#onClose = this.#onClose?.filter((other) => other !== listener);
  }

  writeHead(status: number, headers: Reply['headers']): void {
    this.#hasBody = !this.#headOnly && !withoutBody.has(status);
    this.#head = encodedHeaders(fieldsOf({ status, headers }, this.#clock.now()));
    this.headersSent = true;
  }
  flushHeaders(): void {
    this.#begin({ isLast: false });
  }
  /** Whether more may be written now. */
  write(part: Uint8Array): boolean {
    this.flushHeaders();
    if (!this.#hasBody || this.#isOver) return true;
    this.#stream.send(part);
    return !this.#stream.isBlocked;
  }
  end(part: Uint8Array = nothing): void {
    const isEmpty = !this.#hasBody || part.length === 0;
    if (isEmpty && this.#head !== undefined) {
      this.#begin({ isLast: true });
      return;
    }
    this.flushHeaders();
    this.#stream.send(isEmpty ? nothing : part, { isLast: true });
  }
  destroy(): void {
    this.#stream.reset('INTERNAL_ERROR');
  }

  drained(): void {
    const listener = this.#onDrain;
    this.#onDrain = undefined;
    listener?.();
  }
  /** It is over: sent, or nobody wants it. */
  closed(): void {
    this.#isOver = true;
    const listeners = this.#onClose;
    this.#onClose = undefined;
    for (const listener of listeners ?? []) listener();
  }

  #begin({ isLast }: { readonly isLast: boolean }): void {
    const head = this.#head;
    this.#head = undefined;
    if (head !== undefined) this.#stream.begin(head, { isLast });
  }
}

const nothing = new Uint8Array(0);

/** As they are sent, by how they were given; undefined for what is not sent. They are few. */
const sentNames = new Map<string, string | undefined>();
const MOST_NAMES = 512;

function sentName(given: string): string | undefined {
  if (sentNames.has(given)) return sentNames.get(given);
  const name = given.toLowerCase();
  if (!isHeaderName(name)) throw new TypeError(`there cannot be a header ${JSON.stringify(given)}`);
  const sent = connectionHeaders.has(name) ? undefined : name;
  if (sentNames.size < MOST_NAMES) sentNames.set(given, sent);
  return sent;
}

function fieldsOf({ status, headers }: Pick<Reply, 'status' | 'headers'>, now: number): readonly HeaderField[] {
  const fields: HeaderField[] = [[':status', String(status)]];
  let values = '';
  for (const given in headers) {
    const value = headers[given] as string | readonly string[];
    values += value;
    const name = sentName(given);
    if (name === undefined) continue;
    if (typeof value === 'string') fields.push([name, value]);
    else for (const one of value) fields.push([name, one]);
  }
  // All of them in one go.
  assertHeaderValues(values);
  if (headers.date === undefined) fields.push(['date', dateOf(now)]);
  return fields;
}
