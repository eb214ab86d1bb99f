import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { WatchStream } from './watch-stream.ts';
import type { Wire } from './wire.ts';

export interface Credentials {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

export type Params = Readonly<Record<string, string | number | boolean>>;

export interface Asked {
  readonly query?: Params;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes as JSON; a text or bytes go as they are, with the content type that `headers` say. */
  readonly body?: object | string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  /** The JSON; an error says what came instead of it. */
  readonly body: Wire;
}

/** Speaks plain HTTP with one server: no cleverness between the test and the wire. Connections are kept alive. */
export class TestClient implements Disposable {
  readonly #credentials: Credentials;
  readonly #agent: Agent;
  readonly #watches = new Set<WatchStream>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#agent = new Agent({ keepAlive: true, ca: credentials.ca });
  }

  get(path: string, query: Params = {}, headers: Asked['headers'] = {}): Promise<Answer> {
    return this.ask('GET', path, { query, headers });
  }
  post(path: string, body: object, query: Params = {}): Promise<Answer> {
    return this.ask('POST', path, { body, query });
  }
  put(path: string, body: object, query: Params = {}): Promise<Answer> {
    return this.ask('PUT', path, { body, query });
  }
  delete(path: string, body?: object, query: Params = {}): Promise<Answer> {
    return this.ask('DELETE', path, { ...(body && { body }), query });
  }

  async ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const response = await this.#send(method, path, asked);
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { headers, rawHeaders, statusCode = 0 } = response;
    return { status: statusCode, headers, rawHeaders, text, body: readJson(text) };
  }

  /** The bare answer, whose bytes are for the caller to read. */
  open(method: string, path: string, asked: Asked = {}): Promise<IncomingMessage> {
    return this.#send(method, path, asked);
  }

  /** Begins a watch; the answer's head has arrived when it resolves. */
  async watch(path: string, query: Params = {}, headers: Asked['headers'] = {}): Promise<WatchStream> {
    const response = await this.#send('GET', path, { query: { watch: true, ...query }, headers });
    const stream = new WatchStream(response);
    this.#watches.add(stream);
    return stream;
  }

  endWatches(): void {
    for (const stream of this.#watches) stream.close();
    this.#watches.clear();
  }

  [Symbol.dispose](): void {
    this.endWatches();
    this.#agent.destroy();
  }

  #send(method: string, path: string, asked: Asked): Promise<IncomingMessage> {
    const { query = {}, headers = {}, body } = asked;
    const { url, token } = this.#credentials;
    const plain = typeof body === 'string' || body instanceof Uint8Array;
    const sent = plain ? body : body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = request(new URL(path + queryText(path, query), url), {
        method,
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && !plain ? { 'content-type': 'application/json' } : {}),
          // Node leaves it out for DELETE, and with it the body.
          ...(body !== undefined ? { 'content-length': String(Buffer.byteLength(sent)) } : {}),
          ...headers,
        },
      });
      // The server may close a connection that was idle (a test moves its clock); clients take another then.
      call.on('error', (error) => {
        if (call.reusedSocket) resolve(this.#send(method, path, asked));
        else reject(error);
      });
      call.on('response', resolve);
      call.end(sent);
    });
  }
}

function queryText(path: string, query: Params): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function readJson(text: string): Wire {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return { message: `not JSON: ${text.slice(0, 200)}` } as Wire;
  }
}
