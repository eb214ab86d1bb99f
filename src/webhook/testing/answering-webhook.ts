import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject, KubeObject } from '#meta';
import type { TestKeyPair } from './certificates.ts';

export interface ReceivedReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly KubeObject[];
  };
}
interface Received {
  readonly review: ReceivedReview;
  readonly path: string;
  readonly host: string;
  readonly serverName: string;
}
/** A JSON answer, or whatever the test wants to do with the connection. */
export type Answer = (review: ReceivedReview) => unknown | ((response: ServerResponse) => void);

export class AnsweringWebhook implements AsyncDisposable {
  readonly received: Received[] = [];
  answer: Answer;
  connections = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(pair: TestKeyPair, answer: Answer) {
    this.answer = answer;
    this.#server = createServer(pair, (request, response) => void this.#handle(request, response));
    this.#server.on('secureConnection', () => {
      this.connections += 1;
    });
  }

  static async start(pair: TestKeyPair, answer: Answer, port = 0): Promise<AnsweringWebhook> {
    const webhook = new AnsweringWebhook(pair, answer);
    await new Promise<void>((resolve, reject) => {
      webhook.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return webhook;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get url(): string {
    return `https://127.0.0.1:${this.port}/convert`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedReview;
    const { servername } = request.socket as unknown as { servername?: string | false };
    const { host = '' } = request.headers;
    this.received.push({ review, path: request.url ?? '', host, serverName: servername || '' });
    const answer = await this.answer(review);
    if (typeof answer === 'function') return void answer(response);
    response.setHeader('content-type', 'application/json');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }
}

/** The answer of a good webhook: every object at the version asked for, with a mark in its spec. */
export function goodAnswer({ apiVersion, kind, request }: ReceivedReview): JsonObject {
  const convertedObjects = request.objects.map((object) => ({
    ...object,
    apiVersion: request.desiredAPIVersion,
    spec: { converted: true },
  }));
  return { apiVersion, kind, response: { uid: request.uid, result: { status: 'Success' }, convertedObjects } };
}
