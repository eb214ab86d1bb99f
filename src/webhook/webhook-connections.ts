import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { Clock } from '#meta';
import { Http1Agent, http1Connection } from './http1-connection.ts';
import { Http2Connection } from './http2-connection.ts';
import { joinHostPort } from './webhook-address.ts';
import type { WebhookConnection } from './webhook-connection.ts';
import { identityFault } from './webhook-faults.ts';

/** Of HTTP/2, to one place: they are shared, so that more than one is needed only by webhooks that take few streams. */
const MOST_SHARED = 16;

interface Target {
  readonly host: string;
  readonly port: number;
}

/** A connection that is being opened, and for how many. */
interface Dialing {
  readonly opened: Promise<void>;
  readonly giveUp: AbortController;
  waiting: number;
}

/** The open connections of one webhook, which stand at one or more places. What they speak is agreed upon when one is opened. */
export class WebhookConnections {
  readonly #clock: Clock;
  readonly #agent: Http1Agent;
  readonly #options: ConnectionOptions;
  /** By `host:port`. */
  readonly #shared = new Map<string, Set<Http2Connection>>();
  readonly #dialing = new Map<string, Dialing>();
  #isRetired = false;

  /** `serverName` is what the certificate must be for; an address is never sent as a name. */
  constructor(
    secureContext: SecureContext,
    { serverName, clock }: { readonly serverName: string; readonly clock: Clock },
  ) {
    this.#clock = clock;
    const named = isIP(serverName) === 0 ? { servername: serverName } : {};
    this.#options = { secureContext, checkServerIdentity: identityFault, ...named };
    this.#agent = new Http1Agent(this.#options);
  }

  /** A connection for one call, which is to be made at once. */
  async open(target: Target, signal: AbortSignal): Promise<WebhookConnection> {
    const name = joinHostPort(target.host, target.port);
    for (;;) {
      const shared = this.#roomiest(name);
      if (shared !== undefined) {
        shared.reserve();
        return shared;
      }
      if (this.#agent.isConnectedTo(name)) {
        const { servername = '' } = this.#options;
        return http1Connection(this.#agent, { ...target, ...(servername !== '' && { servername }) });
      }
      await this.#dial(name, target, signal);
    }
  }

  /** Closes idle connections, and keeps none open from now on. */
  retire(): void {
    this.#isRetired = true;
    this.#agent.closeIdle();
    for (const connections of this.#shared.values()) for (const one of connections) one.retire();
  }

  #roomiest(name: string): Http2Connection | undefined {
    const connections = [...(this.#shared.get(name) ?? [])];
    const free = connections.find(({ room }) => room > 0);
    if (free !== undefined || connections.length < MOST_SHARED) return free;
    // All are full: the connection with the fewest waiting calls is used.
    return connections.reduce((best, one) => (one.room > best.room ? one : best));
  }

  /** All who want to get to the same place wait for one connection. It is given up when nobody waits any more. */
  async #dial(name: string, target: Target, signal: AbortSignal): Promise<void> {
    const dialing = this.#dialing.get(name) ?? this.#begin(name, target);
    dialing.waiting++;
    try {
      await unlessAborted(dialing.opened, signal);
    } finally {
      if (--dialing.waiting === 0) dialing.giveUp.abort();
    }
  }

  #begin(name: string, target: Target): Dialing {
    const giveUp = new AbortController();
    const opened = negotiate({ ...this.#options, ...target }, giveUp.signal).then((socket) => this.#keep(name, socket));
    const dialing = { opened, giveUp, waiting: 0 };
    this.#dialing.set(name, dialing);
    const over = (): void => {
      if (this.#dialing.get(name) === dialing) this.#dialing.delete(name);
    };
    opened.then(over, over);
    giveUp.signal.addEventListener('abort', over);
    return dialing;
  }

  #keep(name: string, socket: TLSSocket): void {
    if (socket.alpnProtocol !== 'h2') return void this.#agent.give(name, socket);
    const connections = this.#shared.get(name) ?? new Set();
    this.#shared.set(name, connections);
    const over = (): void => {
      connections.delete(connection);
      if (connections.size === 0 && this.#shared.get(name) === connections) this.#shared.delete(name);
    };
    const connection = new Http2Connection(socket, { clock: this.#clock, over });
    connections.add(connection);
    if (this.#isRetired) connection.retire();
  }
}

/** An encrypted connection, whose `alpnProtocol` tells what is spoken on it. */
function negotiate(options: ConnectionOptions, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] });
    const giveUp = (): void => void socket.destroy(new Error('aborted'));
    // A peer that hangs up emits `close` and no error.
    const closed = (): void => reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    // The listener stays: until somebody uses the connection, an error without one would end the process.
    socket.on('error', reject);
    socket.once('close', closed);
    socket.once('secureConnect', () => {
      socket.off('close', closed);
      signal.removeEventListener('abort', giveUp);
      resolve(socket);
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error('aborted'));
    if (signal.aborted) return give();
    signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
