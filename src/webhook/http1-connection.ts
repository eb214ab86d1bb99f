import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { joinHostPort } from './webhook-address.ts';
import { type Attempt, httpAnswer, type Question, type WebhookConnection } from './webhook-connection.ts';
import { type HttpAnswer, tooLarge } from './webhook-faults.ts';

const MAX_SOCKETS = 64;
const IDLE_MS = 90_000;

/** Keeps connections of HTTP/1.1 open, and takes over those that were opened before it was known what they speak. */
export class Http1Agent extends Agent {
  readonly #given = new Map<string, Socket[]>();
  /** How many are open, by `host:port`. */
  readonly #open = new Map<string, number>();

  constructor(options: ConstructorParameters<typeof Agent>[0]) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_SOCKETS, maxFreeSockets: 8, ...options });
  }

  /** Makes the next request to that place use this connection. */
  give(name: string, socket: Socket): void {
    this.#given.set(name, [...(this.#given.get(name) ?? []), socket]);
    this.#follow(name, socket);
    // The call that it was opened for may have been given up: then it would idle forever.
    socket.setTimeout(IDLE_MS, () => this.#given.get(name)?.includes(socket) && socket.destroy());
  }

  /** While HTTP/1.1 connections are open there, further ones are assumed to speak it too. */
  isConnectedTo(name: string): boolean {
    return this.#open.has(name);
  }

  override createConnection(options: RequestOptions): Socket {
    const name = joinHostPort(options.host ?? '', Number(options.port));
    const given = this.#given.get(name)?.pop();
    if (given !== undefined && !given.destroyed) return given;
    const socket = super.createConnection(options) as Socket;
    this.#follow(name, socket);
    return socket;
  }

  #follow(name: string, socket: Socket): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    socket.once('close', () => {
      const left = (this.#open.get(name) ?? 1) - 1;
      if (left > 0) return void this.#open.set(name, left);
      this.#open.delete(name);
      this.#given.delete(name);
    });
  }

  /** Closes idle connections, and keeps none open from now on. */
  closeIdle(): void {
    this.maxFreeSockets = 0;
    const idle = [...Object.values(this.freeSockets), ...this.#given.values()];
    for (const sockets of idle) for (const socket of sockets ?? []) socket.destroy();
  }
}

/** Uses any free connection of the agent. */
export function http1Connection(agent: Http1Agent, target: RequestOptions): WebhookConnection {
  return {
    exchange: ({ authority, path, headers, body, limit, signal }: Question, attempt: Attempt) =>
      new Promise((resolve, reject) => {
        const options = { ...target, agent, method: 'POST', path, signal, headers: { host: authority, ...headers } };
        const request = httpsRequest(options, (response) => {
          attempt.answering = true;
          readAnswer(response, limit).then(resolve, reject);
        });
        request.on('error', (error) => {
          attempt.reused = request.reusedSocket;
          reject(error);
        });
        const bytes = Buffer.from(body, 'utf8');
        request.setHeader('content-length', bytes.length);
        request.end(bytes);
      }),
  };
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop closes the connection, so the rest is not read.
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return httpAnswer(response.statusCode ?? 0, response.headers, chunks);
}
