import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LinkedAbort, type MaybePromise, type Status } from '#meta';

/** One request, whatever the protocol. */
export interface HttpCall {
  readonly method: string;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn: lines with the same name stay apart. */
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  /** The protocol that the client wants to go on with on this connection, in small letters. */
  readonly upgrade?: string | undefined;
  /** Fires when the client is gone or the server stops. */
  readonly signal: AbortSignal;
  /** The whole body, the same however often it is asked for. Refuses one that is too large. */
  body(): MaybePromise<Buffer>;
  /** The body as it comes, for who hands it on instead of reading it; undefined where there is none. */
  stream?(): AsyncIterable<Uint8Array> | undefined;
  /** Whether an answer may take the connection over. */
  readonly switches?: boolean | undefined;
  /** Bytes of the body, once it was read. */
  readonly received: number | undefined;
}

/** What may be otherwise in a call that is handed on. */
type CallChanges = Partial<
  Pick<HttpCall, 'path' | 'headers' | 'rawHeaders' | 'socket' | 'upgrade' | 'switches' | 'signal'>
>;

/** The same call, but for what is given. */
export function changedCall(call: HttpCall, changes: CallChanges): HttpCall {
  const { method, path, query, headers, rawHeaders, socket, upgrade, switches } = call;
  return {
    ...{ method, path, query, headers, rawHeaders, socket, upgrade, switches },
    // Asked for only where it stays: to make it costs something.
    signal: changes.signal ?? call.signal,
    ...changes,
    body: () => call.body(),
    ...(call.stream && { stream: () => call.stream?.() }),
    get received() {
      return call.received;
    },
  };
}

/** The same call, which ends with another signal as well. */
export const endingWith = (call: HttpCall, signal: AbortSignal): HttpCall =>
  changedCall(call, { signal: new LinkedAbort(call.signal, signal).signal });

/** The client closed the connection before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the client went away before its request was complete', options);
    this.name = 'ClientGone';
  }
}

/** How many bytes the body of a request may have. */
export const BODY_LIMIT = 3 * 1024 * 1024;
/** How much of a body that is too large is read, and dropped, before the connection is cut. */
export const DRAINED_BODY_LIMIT = 16 * 1024 * 1024;

/** A stream that is pulled, and that may be able to hand on what comes without a promise for each part. */
export interface BodyStream extends AsyncIterator<Uint8Array> {
  /**
   * Puts parts into the sink as they come, until the sink says that it is full or has gone. Ends sooner where only `next` can
   * go on.
   */
  push?(sink: PartSink): Promise<void>;
}

/** Takes a part, and tells whether it takes more now. */
export type PartSink = (part: Uint8Array) => boolean;

/** One answer. A stream is pulled no faster than the client reads. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Called when the last byte is out. Where the answer breaks off, nobody calls. */
  sent?(): void;
  /** Another server's answer: it is not compressed here, and its headers stand beside ours. */
  readonly isForwarded?: true;
  /** The Status that the body is, for the audit log. */
  readonly told?: Status;
  /** What the body holds as JSON, where the audit log wants it and the client has another form. */
  readonly json?: Uint8Array;
  /** What went wrong inside, where nobody had thought of it. */
  readonly failure?: string;
  /** Goes on with the connection behind the head of the answer, until it is over. Only where the call `switches`. */
  takeOver?(connection: Duplex): Promise<void>;
}

/** Answers that have no body, whatever is written. */
export const withoutBody: ReadonlySet<number> = new Set([204, 304]);

/** Ends a request with an answer that is no Status. */
export class PlainFailure extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super('refused');
    this.name = 'PlainFailure';
    this.reply = reply;
  }
}

/** The body of a call, piece by piece; nothing where there is none. */
export async function* bodyPieces(call: HttpCall): AsyncGenerator<Uint8Array> {
  if (call.stream === undefined) yield await call.body();
  else yield* call.stream() ?? [];
}

export const TEXT = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json';

export function textReply(status: number, text: string): Reply {
  return { status, headers: { 'content-type': TEXT, 'x-content-type-options': 'nosniff' }, body: Buffer.from(text) };
}

/** The answer for a path that is not served at all. */
export function pageNotFound(): Reply {
  return textReply(404, '404 page not found\n');
}
