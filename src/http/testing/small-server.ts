import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { quickClock } from '../../storage/testing/world.ts';
import type { HttpCall } from '../call.ts';
import { SmallHouse } from './small-house.ts';

/** Watches of clients end only when somebody ends them, on a slow machine too. */
const LONGEST_WAIT_MS = 600_000;

/** The small house behind a socket, without TLS. */
export class SmallServer implements AsyncDisposable {
  readonly house: SmallHouse;
  readonly #server: Server;

  private constructor(house: SmallHouse) {
    this.house = house;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<SmallServer> {
    const server = new SmallServer(await SmallHouse.open(quickClock(LONGEST_WAIT_MS)));
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const reply = await this.house.handle(await callOf(request, gone.signal));
    response.writeHead(reply.status, reply.headers as OutgoingHttpHeaders);
    if (reply.body instanceof Uint8Array) response.write(reply.body);
    else for await (const part of reply.body) response.write(part);
    response.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.house[Symbol.asyncDispose]();
  }
}

async function callOf(request: IncomingMessage, signal: AbortSignal): Promise<HttpCall> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const { method = 'GET', headers, rawHeaders, socket } = request;
  return { method, path, query, headers, rawHeaders, socket, signal, body: async () => body, received: body.length };
}
