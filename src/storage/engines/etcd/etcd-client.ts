import type { TlsOptions } from '#http2';
import type { Clock, Log } from '#meta';
import { StorageFailure } from '../../engine.ts';
import { type Method, methods, WATCH_PATH } from './etcd-api.ts';
import { type CallHeaders, GrpcConnection, type GrpcStream, isTlsFailure } from './grpc-connection.ts';
import { GRPC, GrpcError } from './grpc-error.ts';
import type { Sent } from './message.ts';

export interface EtcdClientOptions {
  /** URLs of members, as in `--etcd-servers`. */
  readonly servers: readonly string[];
  /** `ca`, `cert` and `key` (PEM) for https. */
  readonly tls?: TlsOptions | undefined;
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  /** How long a call is tried at one member after the other; 15 seconds if not given. */
  readonly patienceMs?: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A stream of watch responses, and what the member that sends them is. */
export interface WatchStream extends GrpcStream {
  readonly version: string;
}

const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

/** Speaks with one member of a cluster at a time, and with the next one when that fails. */
export class EtcdClient {
  readonly #options: EtcdClientOptions;
  #at = 0;
  #connection: GrpcConnection | undefined;
  readonly #versions = new WeakMap<GrpcConnection, Promise<string>>();
  #token: Promise<string> | undefined;
  readonly #closed = new AbortController();

  constructor(options: EtcdClientOptions) {
    this.#options = options;
  }

  /** What went wrong last; undefined when the last call went well. */
  failure: GrpcError | undefined;

  /** Throws a `GrpcError`: `isUnsent` says that nothing can have come of it. */
  async call<Q, A>(method: Method<Q, A>, request: Sent<Q>): Promise<A> {
    const until = this.#options.clock.elapsed() + (this.#options.patienceMs ?? PATIENCE_MS);
    for (;;) {
      const connection = this.#connect();
      try {
        const answer = await connection.call(method, request, await this.#headers(connection));
        this.failure = undefined;
        return answer;
      } catch (error) {
        const failure = this.#taken(connection, error);
        const isLate = this.#options.clock.elapsed() > until || this.#closed.signal.aborted;
        const isHopeless = isTlsFailure(failure.cause) && this.#options.servers.length === 1;
        if (isLate || isHopeless || !mayTryAgain(failure, method.reads === true)) throw failure;
      }
      await this.#options.clock.sleep(PAUSE_MS, this.#closed.signal);
    }
  }

  /** A stream at a member that has a leader; when it loses it, the stream ends. */
  async watch(): Promise<WatchStream> {
    const connection = this.#connect();
    try {
      const version = await this.#versionAt(connection);
      const headers = { ...(await this.#headers(connection)), hasleader: 'true' };
      return { ...connection.stream(WATCH_PATH, headers), version };
    } catch (error) {
      throw this.#taken(connection, error);
    }
  }

  /** A member does not let this one in: after a call, or in the stream of a watch. */
  refused(error: GrpcError): void {
    if (error.code === GRPC.unauthenticated || isOldToken(error)) this.#token = undefined;
  }

  close(): void {
    this.#closed.abort();
    this.#connection?.destroy('the store is closed');
  }

  #connect(): GrpcConnection {
    if (this.#closed.signal.aborted) throw new StorageFailure('the store is closed');
    if (this.#connection !== undefined && !this.#connection.isOver) return this.#connection;
    const { servers, tls = {}, clock } = this.#options;
    const url = servers[this.#at % servers.length] as string;
    this.#connection = new GrpcConnection({ url, tls, clock });
    return this.#connection;
  }

  #taken(connection: GrpcConnection, error: unknown): GrpcError {
    if (!(error instanceof GrpcError)) throw error;
    this.failure = error;
    this.refused(error);
    if (error.code !== GRPC.unavailable && error.code !== GRPC.deadlineExceeded) return error;
    if (this.#connection !== connection) return error;
    this.#connection = undefined;
    this.#at++;
    connection.retire(error.message);
    this.#options.log.debug('another etcd member is tried', { member: connection.url, error });
    return error;
  }

  #versionAt(connection: GrpcConnection): Promise<string> {
    const there = this.#versions.get(connection);
    if (there !== undefined) return there;
    const asked = this.#headers(connection)
      .then((headers) => connection.call(methods.status, {}, headers))
      .then(({ version }) => version);
    this.#versions.set(connection, asked);
    asked.catch(() => this.#versions.delete(connection));
    return asked;
  }

  async #headers(connection: GrpcConnection): Promise<CallHeaders> {
    const { user } = this.#options;
    if (user === undefined) return {};
    this.#token ??= connection.call(methods.authenticate, user, {}).then(({ token }) => token);
    try {
      return { token: await this.#token };
    } catch (error) {
      this.#token = undefined;
      if (error instanceof GrpcError && error.message.endsWith('authentication is not enabled')) return {};
      throw error;
    }
  }
}

/** What the member refused before it did anything, or what cannot have reached it. */
function mayTryAgain(error: GrpcError, reads: boolean): boolean {
  if (error.isUnsent || isOldToken(error)) return true;
  if (error.code === GRPC.unavailable) return reads || error.message.endsWith('etcdserver: no leader');
  if (error.code === GRPC.resourceExhausted) return error.message.endsWith('etcdserver: too many requests');
  return error.code === GRPC.deadlineExceeded && reads;
}

/** Tokens end by themselves, and when somebody changes users or roles. */
function isOldToken({ message }: GrpcError): boolean {
  return message.endsWith('invalid auth token') || message.endsWith('revision of auth store is old');
}
