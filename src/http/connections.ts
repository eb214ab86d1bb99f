import { setMaxListeners } from 'node:events';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '#meta';
import { answerMalformed } from './http1/malformed.ts';

/**
 * How long a connection may stand without a request in work. k8s: apiserver/pkg/server/secure_serving.go, and the limits
 * of Go's servers for HTTP/1.1 and HTTP/2
 */
export const CONNECTION_LIMITS = {
  /** Until TLS is agreed upon. */
  handshakeMs: 32_000,
  /** Until the first request is there with all its headers. */
  firstRequestMs: 32_000,
  /** HTTP/2: until the client has said anything at all. */
  prefaceMs: 10_000,
  /** Between requests. */
  idleMs: 90_000,
  /** HTTP/2: at the same time on one connection. */
  streams: 100,
} as const;

const SWEEP_MS = 1000;

/** One connection, or what speaks HTTP/2 on it. */
interface Connection {
  /** Requests in work. */
  busy: number;
  /** When it has to be closed if nothing happens. */
  until: number;
  close(): void;
  /** Whoever is at its other end is told before it closes, and may have requests in work. */
  readonly isTold?: boolean;
}

/** The open connections: a shutdown ends them, and unused ones are closed. */
export class Connections {
  readonly #server: Http2SecureServer;
  readonly #clock: Clock;
  /** All of them, also those on which TLS is not agreed upon yet. */
  readonly #sockets = new Set<Socket>();
  /** By socket or session; by its peer while TLS is not agreed upon. */
  readonly #known = new Map<object | string, Connection>();
  readonly #stopping = new AbortController();
  #active = 0;

  constructor(server: Http2SecureServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    // Watches listen for it too, so there can be many listeners.
    setMaxListeners(0, this.#stopping.signal);
    server.on('connection', (socket: Socket) => this.#addRaw(socket));
    server.on('secureConnection', (socket) => this.#addSecure(socket));
    server.on('tlsClientError', answerPlainHttp);
    // Types do not say that a server of HTTP/2 that is given HTTP/1.1 emits it too.
    server.on('clientError' as 'tlsClientError', answerMalformed);
    server.setTimeout(0);
  }
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** A request begins on a socket or session; the answer says when it is over. */
  begin(holder: object): () => void {
    this.#active++;
    const connection = this.#known.get(holder);
    if (connection !== undefined) connection.busy++;
    return () => {
      this.#active--;
      if (connection === undefined) return;
      connection.busy--;
      connection.until = this.#clock.elapsed() + CONNECTION_LIMITS.idleMs;
    };
  }

  /** Closes what nobody uses, until the server stops. */
  async sweep(): Promise<void> {
    while (!this.stopping.aborted) {
      await this.#clock.sleep(SWEEP_MS, this.stopping);
      const now = this.#clock.elapsed();
      for (const { busy, until, close } of this.#known.values()) if (busy === 0 && until <= now) close();
    }
  }

  async stop(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#stopping.abort();
    this.#closeIdle();
    const deadline = this.#clock.elapsed() + graceMs;
    while (this.#active > 0 && this.#clock.elapsed() < deadline) await this.#clock.sleep(10);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Of HTTP/1.1 those that are idle: nothing tells their clients that no further request is wanted. */
  #closeIdle(): void {
    for (const [holder, { busy, close, isTold }] of this.#known) {
      if (isTold || (busy === 0 && this.#sockets.has(holder as Socket))) close();
    }
  }

  #addRaw(socket: Socket): void {
    this.#keep(socket);
    const peer = peerOf(socket);
    const until = this.#clock.elapsed() + CONNECTION_LIMITS.handshakeMs;
    this.#known.set(peer, { busy: 0, until, close: () => socket.destroy() });
    socket.once('close', () => this.#known.delete(peer));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #addSecure(socket: TLSSocket): void {
    this.#keep(socket);
    this.#known.delete(peerOf(socket));
    if (socket.alpnProtocol === 'h2') return;
    socket.once('close', () => this.#known.delete(socket));
    const until = this.#clock.elapsed() + CONNECTION_LIMITS.firstRequestMs;
    this.#known.set(socket, { busy: 0, until, close: () => socket.destroy() });
  }

  /** A connection of HTTP/2. */
  addSession(session: Session): SessionEvents {
    const connection: Connection = {
      busy: 0,
      until: this.#clock.elapsed() + CONNECTION_LIMITS.prefaceMs,
      close: () => session.destroy(),
      // Its client can be told.
      isTold: true,
    };
    this.#known.set(session, connection);
    return {
      // From now on it is told before its connection is closed.
      greeted: () => {
        connection.until = this.#clock.elapsed() + CONNECTION_LIMITS.idleMs;
        connection.close = () => session.close();
      },
      closed: () => this.#known.delete(session),
    };
  }
}

/** A connection of HTTP/2 as far as it can be ended. */
interface Session {
  /** Takes nothing new, and ends when nothing is under way. */
  close(): void;
  destroy(): void;
}
interface SessionEvents {
  /** The client has said its first words. */
  greeted(): void;
  closed(): void;
}

/** The same for a connection and for what is spoken on it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The text of Go's servers, which also recognise this request by its first bytes, and what to do about it. */
const NOT_HTTPS =
  'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\nBegin the address with https://\n';

/** TLS has given up on the connection, but below it the client still listens; Node keeps what is below as `_parent`. */
function answerPlainHttp(error: NodeJS.ErrnoException, { _parent: below }: TLSSocket & { _parent?: Socket }): void {
  if (error.code === 'ERR_SSL_HTTP_REQUEST') below?.on('error', () => {}).end(NOT_HTTPS);
}
