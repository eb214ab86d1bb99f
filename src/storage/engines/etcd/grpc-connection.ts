import { type ClientConnection, type ClientStream, connectHttp2, encodedHeaders, type TlsOptions } from '#http2';
import type { Clock } from '#meta';
import type { Method } from './etcd-api.ts';
import { answerReceiver, type MessageTaker } from './grpc-answer.ts';
import { GRPC, GrpcError } from './grpc-error.ts';
import { frame } from './grpc-frames.ts';
import { IncomingMessages } from './incoming-messages.ts';
import type { Sent } from './message.ts';

interface ConnectionOptions {
  readonly url: string;
  readonly tls: TlsOptions;
  readonly clock: Clock;
}

/** What is said about a call besides its message. */
export type CallHeaders = Readonly<Record<string, string>>;

/** A stream in both directions. */
export interface GrpcStream {
  send(message: Uint8Array): void;
  /** Nothing more is sent. */
  end(): void;
  /** Ends when the other side is done or `close` was called; throws a `GrpcError` when it broke off. */
  readonly messages: AsyncIterable<Uint8Array>;
  close(): void;
}

interface RunningCall {
  readonly stream: ClientStream;
  readonly until: number;
  /** It took too long. */
  fail(error: GrpcError): void;
}

/** Longer than an election takes; what takes longer is tried at another member. */
const DEADLINE_MS = 10_000;
const PING_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 1000;

/** gRPC over one HTTP/2 connection to one server. When it is over, it is over: another one is made. */
export class GrpcConnection {
  readonly url: string;
  readonly #clock: Clock;
  readonly #connection: ClientConnection;
  readonly #over = new AbortController();
  /** The headers of a call by its path. */
  readonly #heads = new Map<string, Buffer>();
  readonly #streams = new Set<IncomingMessages>();
  /** In the order of their deadlines. */
  readonly #calls = new Set<RunningCall>();
  #failure: Error | undefined;

  constructor({ url, tls, clock }: ConnectionOptions) {
    this.url = url;
    this.#clock = clock;
    this.#connection = connectHttp2({ url, tls }, (error) => this.#end(error));
    void this.#keepAlive();
  }

  /** Nothing new can be asked here. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async call<Q, A>(method: Method<Q, A>, request: Sent<Q>, headers: CallHeaders): Promise<A> {
    const message = frame(method.request.encode(request));
    return method.response.decode(await this.#ask(method.path, headers, message));
  }

  stream(path: string, headers: CallHeaders): GrpcStream {
    const incoming = new IncomingMessages();
    const stream = this.#open(path, headers, incoming);
    incoming.from(stream);
    this.#streams.add(incoming);
    incoming.whenOver(() => this.#streams.delete(incoming));
    return {
      send: (message) => stream.send(frame(message)),
      end: () => stream.end(),
      messages: incoming,
      close: () => incoming.close(),
    };
  }

  /** Takes nothing new; calls that are under way may finish. Streams end: whoever follows one goes on elsewhere. */
  retire(why: string): void {
    this.#end(new Error(why));
  }
  /** Whatever is under way fails. */
  destroy(why: string): void {
    this.#connection.fail(new Error(why));
  }

  /** The only message of the answer. */
  #ask(path: string, headers: CallHeaders, message: Buffer): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      let only: Uint8Array | undefined;
      const ended = (error: GrpcError | undefined): void => {
        this.#calls.delete(call);
        if (error !== undefined) reject(error);
        else if (only === undefined) reject(new GrpcError(GRPC.unavailable, 'the answer is empty'));
        else resolve(only);
      };
      const stream = this.#open(path, headers, {
        messages: ([first], size) => {
          only ??= first;
          stream.taken(size);
        },
        end: ended,
      });
      const call = { stream, until: this.#clock.elapsed() + DEADLINE_MS, fail: ended };
      this.#calls.add(call);
      stream.send(message, { isLast: true });
    });
  }

  #open(path: string, headers: CallHeaders, taker: MessageTaker): ClientStream {
    if (this.isOver) throw this.#unavailable({ error: this.#failure, isUnprocessed: true });
    const receiver = answerReceiver(taker, (failure) => this.#unavailable(failure));
    return this.#connection.request(this.#head(path, headers), receiver);
  }
  #head(path: string, headers: CallHeaders): Buffer {
    let head = this.#heads.get(path);
    if (head === undefined) {
      head = this.#usualHead(path);
      this.#heads.set(path, head);
    }
    const more = Object.entries(headers);
    return more.length === 0 ? head : Buffer.concat([head, encodedHeaders(more)]);
  }
  #usualHead(path: string): Buffer {
    const { protocol, host } = new URL(this.url);
    return encodedHeaders([
      [':method', 'POST'],
      [':scheme', protocol.slice(0, -1)],
      [':path', path],
      [':authority', host],
      ['content-type', 'application/grpc'],
      ['te', 'trailers'],
      ['user-agent', 'pinnace'],
    ]);
  }

  #unavailable({ error, isUnprocessed = false }: { error: Error | undefined; isUnprocessed?: boolean }): GrpcError {
    const { reason, message = 'the connection broke off' } = (error ?? {}) as { reason?: string; message?: string };
    const options = { isUnsent: isUnprocessed || isRefused(error), cause: error };
    return new GrpcError(GRPC.unavailable, `${this.url}: ${reason ?? message}`, options);
  }
  #end(error: Error): void {
    this.#failure ??= error;
    this.#over.abort();
    // A stream of a server that stands still would never end.
    for (const stream of this.#streams) stream.breakOff(this.#unavailable({ error: this.#failure }));
    // Calls that are under way may still finish.
    this.#connection.close(error);
  }

  /** A server that is gone without a word, or stands still, is noticed: calls have a deadline, and there are pings. */
  async #keepAlive(): Promise<void> {
    const { signal } = this.#over;
    let pinged = this.#clock.elapsed();
    let isAnswered = true;
    while (!signal.aborted || this.#calls.size > 0) {
      await this.#clock.sleep(LOOK_EVERY_MS, signal.aborted ? undefined : signal);
      const now = this.#clock.elapsed();
      this.#endLateCalls(now);
      if (signal.aborted || now < pinged + PING_EVERY_MS) continue;
      if (!isAnswered) return this.destroy(`it did not answer for ${PING_EVERY_MS / 1000} s`);
      [pinged, isAnswered] = [now, false];
      this.#connection.pinged(() => {
        isAnswered = true;
      });
    }
  }
  #endLateCalls(now: number): void {
    for (const { stream, until, fail } of this.#calls) {
      if (until > now) return;
      const isUnsent = stream.id === 0;
      stream.cancel();
      const message = `${this.url} did not answer within ${DEADLINE_MS / 1000} s`;
      fail(new GrpcError(GRPC.deadlineExceeded, message, { isUnsent }));
    }
  }
}

/** There never was a connection. */
function isRefused(error: Error | undefined): boolean {
  const { syscall, code } = (error ?? {}) as { syscall?: string; code?: string };
  return syscall === 'connect' || syscall === 'getaddrinfo' || (code?.startsWith('ERR_TLS') ?? false);
}

/** Certificates do not fit, which no other attempt will change. */
export function isTlsFailure(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return /^ERR_(SSL|TLS)|CERT|SIGNATURE/.test(code);
}
