import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
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
  readonly authorization: string;
  /** Of the certificate that the caller showed. */
  readonly client: string;
}
/** A JSON answer, or whatever the test wants to do with the connection. */
export type Answer = (review: ReceivedReview) => unknown | ((response: ServerResponse) => void);

interface Trusting {
  readonly port?: number;
  /** PEM of those whose certificates callers must have. */
  readonly clientCa?: string;
}

export class AnsweringWebhook implements AsyncDisposable {
  readonly received: Received[] = [];
  answer: Answer;
  connections = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(pair: TestKeyPair, answer: Answer, { clientCa: ca }: Trusting) {
    this.answer = answer;
    this.#server = createServer(
      { ...pair, ...(ca !== undefined && { ca, requestCert: true }) },
      (request, response) => void this.#handle(request, response),
    );
    this.#server.on('secureConnection', () => {
      this.connections += 1;
    });
  }

  static async start(pair: TestKeyPair, answer: Answer, trusting: Trusting = {}): Promise<AnsweringWebhook> {
    const webhook = new AnsweringWebhook(pair, answer, trusting);
    await new Promise<void>((resolve, reject) => {
      webhook.#server.once('error', reject).listen(trusting.port ?? 0, '127.0.0.1', resolve);
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
    const socket = request.socket as TLSSocket & { servername?: string | false };
    const { host = '', authorization = '' } = request.headers;
    const serverName = socket.servername || '';
    const client = socket.getPeerCertificate().subject?.CN ?? '';
    this.received.push({ review, path: request.url ?? '', host, serverName, authorization, client: String(client) });
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
