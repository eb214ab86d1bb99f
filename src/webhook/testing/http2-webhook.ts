import {
  createSecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TestKeyPair } from './certificates.ts';

/** What a test does with a stream, once the question is whole: its number tells which it is, from 0. */
export type StreamAnswer = (stream: ServerHttp2Stream, number: number) => void;

/** A webhook that speaks HTTP/2 alone. */
export class Http2Webhook implements AsyncDisposable {
  readonly sessions: ServerHttp2Session[] = [];
  readonly #sockets: Socket[] = [];
  readonly bodies: string[] = [];
  readonly authorities: string[] = [];
  answer: StreamAnswer;
  readonly #server: ReturnType<typeof createSecureServer>;

  private constructor(pair: TestKeyPair, answer: StreamAnswer, options: SecureServerOptions) {
    this.answer = answer;
    this.#server = createSecureServer({ ...pair, ...options });
    this.#server.on('secureConnection', (socket) => this.#sockets.push(socket));
    this.#server.on('session', (session) => {
      this.sessions.push(session);
      session.on('error', () => undefined);
    });
    this.#server.on('stream', (stream, headers) => {
      const number = this.authorities.push(String(headers[':authority'])) - 1;
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        this.bodies.push(Buffer.concat(chunks).toString());
        this.answer(stream, number);
      });
    });
  }

  static async start(
    pair: TestKeyPair,
    answer: StreamAnswer,
    options: SecureServerOptions = {},
  ): Promise<Http2Webhook> {
    const webhook = new Http2Webhook(pair, answer, options);
    await new Promise<void>((resolve) => webhook.#server.listen(0, '127.0.0.1', resolve));
    return webhook;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/convert`;
  }

  /** On every connection, without a word. */
  hangUp(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.sessions) session.destroy();
    await closed;
  }
}

/** A good answer. */
export function respond(stream: ServerHttp2Stream, text = '{}'): void {
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end(text);
}
