import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import type { Clock } from '#meta';
import type { Method } from './etcd-api.ts';
import { GRPC, GrpcError } from './grpc-error.ts';
import { frame, framesOf } from './grpc-frames.ts';
import type { Sent } from './message.ts';

interface ConnectionOptions {
  readonly url: string;
  readonly tls: SecureClientSessionOptions;
  readonly clock: Clock;
}

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
  readonly stream: ClientHttp2Stream;
  readonly until: number;
  isLate: boolean;
}

/** Longer than an election takes; what takes longer is tried at another member. */
const DEADLINE_MS = 10_000;
const PING_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 1000;
/** As much as may be on its way: pages and events are large, and round trips should not be waited for. */
const WINDOW_BYTES = 16 * 1024 * 1024;

/** gRPC over one HTTP/2 connection to one server. When it is over, it is over: another one is made. */
export class GrpcConnection {
  readonly url: string;
  readonly #clock: Clock;
  readonly #session: ClientHttp2Session;
  readonly #over = new AbortController();
  /** In the order of their deadlines. */
  readonly #streams = new Set<ClientHttp2Stream>();
  readonly #calls = new Set<RunningCall>();
  #failure: Error | undefined;

  constructor({ url, tls, clock }: ConnectionOptions) {
    this.url = url;
    this.#clock = clock;
    this.#session = connect(url, { ...tls, settings: { initialWindowSize: WINDOW_BYTES, enablePush: false } });
    this.#session.once('connect', () => {
      // It may have been given up on the way.
      if (!this.#session.destroyed) this.#session.setLocalWindowSize(WINDOW_BYTES);
    });
    this.#session.on('error', (error) => this.#end(error));
    this.#session.once('goaway', () => this.#end(new Error('the server ends the connection')));
    this.#session.once('close', () => this.#end(new Error('the connection was closed')));
    void this.#keepAlive();
  }

  /** Nothing new can be asked here. */
  get isOver(): boolean {
    return this.#over.signal.aborted || this.#session.closed || this.#session.destroyed;
  }

  async call<Q, A>(method: Method<Q, A>, request: Sent<Q>, headers: IncomingHttpHeaders): Promise<A> {
    const stream = this.#open(method.path, headers);
    const call = { stream, until: this.#clock.elapsed() + DEADLINE_MS, isLate: false };
    this.#calls.add(call);
    try {
      stream.end(frame(method.request.encode(request)));
      return method.response.decode(await onlyMessage(messagesOf(stream, (broken) => this.#why(broken))));
    } catch (error) {
      if (!call.isLate) throw error;
      throw new GrpcError(GRPC.deadlineExceeded, `${this.url} did not answer within ${DEADLINE_MS / 1000} s`);
    } finally {
      this.#calls.delete(call);
    }
  }

  stream(path: string, headers: IncomingHttpHeaders): GrpcStream {
    const stream = this.#open(path, headers);
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return {
      send: (message) => void (stream.writable && stream.write(frame(message))),
      end: () => void stream.end(),
      messages: messagesOf(stream, (broken) => this.#why(broken)),
      close: () => stream.close(constants.NGHTTP2_CANCEL),
    };
  }

  /** Takes nothing new; calls that are under way may finish. Streams end: whoever follows one goes on elsewhere. */
  retire(why: string): void {
    this.#end(new Error(why));
  }
  /** Whatever is under way fails. */
  destroy(why: string): void {
    this.#end(new Error(why));
    this.#session.destroy();
  }

  #open(path: string, headers: IncomingHttpHeaders): ClientHttp2Stream {
    if (this.isOver) throw this.#unavailable({ isUnsent: true });
    return this.#session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      'user-agent': 'pinnace',
      ...headers,
    });
  }
  #why(broken: Error | undefined): GrpcError {
    // The stream may know before the connection does.
    if (broken !== undefined && isTlsFailure(broken)) this.#failure ??= broken;
    return this.#unavailable({ isUnsent: this.#session.connecting || isRefused(this.#failure) });
  }
  #unavailable(options: { isUnsent: boolean }): GrpcError {
    const { reason, message = 'the connection broke off' } = (this.#failure ?? {}) as {
      reason?: string;
      message?: string;
    };
    return new GrpcError(GRPC.unavailable, `${this.url}: ${reason ?? message}`, { ...options, cause: this.#failure });
  }
  #end(error: Error): void {
    this.#failure ??= error;
    this.#over.abort();
    // A stream of a server that stands still would never end.
    for (const stream of this.#streams) stream.close(constants.NGHTTP2_CANCEL);
    // Calls that are under way may still finish.
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
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
      if (this.isOver) this.#end(new Error('the connection was closed'));
      if (signal.aborted || this.#session.connecting || now < pinged + PING_EVERY_MS) continue;
      if (!isAnswered) return this.destroy(`it did not answer for ${PING_EVERY_MS / 1000} s`);
      [pinged, isAnswered] = [now, false];
      if (this.#session.destroyed) continue;
      this.#session.ping(() => {
        isAnswered = true;
      });
    }
  }
  #endLateCalls(now: number): void {
    for (const call of this.#calls) {
      if (call.until > now) return;
      call.isLate = true;
      call.stream.close(constants.NGHTTP2_CANCEL);
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

async function onlyMessage(messages: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let only: Uint8Array | undefined;
  for await (const message of messages) only ??= message;
  if (only === undefined) throw new GrpcError(GRPC.unavailable, 'the answer is empty');
  return only;
}

/** What comes, until the trailers; these say whether all is well. */
async function* messagesOf(
  stream: ClientHttp2Stream,
  why: (broken: Error | undefined) => GrpcError,
): AsyncGenerator<Uint8Array> {
  let status: IncomingHttpHeaders | undefined;
  const take = (headers: IncomingHttpHeaders): void => {
    if (headers['grpc-status'] !== undefined) status = headers;
  };
  let http = 200;
  stream.once('response', (headers) => {
    http = headers[':status'] ?? http;
    take(headers);
  });
  stream.once('trailers', take);
  let broken: Error | undefined;
  try {
    yield* framesOf(stream);
  } catch (error) {
    broken = error as Error;
  } finally {
    stream.close(constants.NGHTTP2_CANCEL);
  }
  if (status === undefined && http !== 200) throw new GrpcError(GRPC.unavailable, `HTTP status ${http}: not an etcd?`);
  if (status === undefined) throw broken instanceof GrpcError ? broken : why(broken);
  const code = Number(status['grpc-status']);
  if (code !== 0) throw new GrpcError(code, decodeURIComponent(String(status['grpc-message'] ?? `gRPC code ${code}`)));
}
