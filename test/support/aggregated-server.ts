import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type TestAuthority, testAuthority } from '../../src/webhook/testing/certificates.ts';
import type { TestClient } from './client.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The name in the certificate of who asks. */
  readonly peer: string | undefined;
  readonly body: string;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of one version of a group, in this process, that answers as it is told. */
export class AggregatedServer implements AsyncDisposable {
  readonly received: Received[] = [];
  /** By path; what is not here is 404. */
  readonly answers = new Map<string, Answer>();
  readonly upgrades: ((request: IncomingMessage, socket: Socket, head: Buffer) => void)[] = [];
  readonly #server: Server;
  readonly #authority: TestAuthority;

  private constructor(server: Server, authority: TestAuthority) {
    this.#server = server;
    this.#authority = authority;
    server.on('request', (request, response) => void this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => this.upgrades[0]?.(request, socket as Socket, head));
  }

  /** `place` is the service, as `name.namespace`. */
  static async start(place = 'api.default'): Promise<AggregatedServer> {
    const authority = await testAuthority();
    const { key, cert } = await authority.issue([`${place}.svc`]);
    const server = createServer({ key, cert, requestCert: true, rejectUnauthorized: false });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new AggregatedServer(server, authority);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get caBundle(): string {
    return this.#authority.caBundle;
  }

  json(path: string, value: object, type = 'application/json'): void {
    this.answers.set(path, (_, response) => {
      response.setHeader('content-type', type);
      response.end(JSON.stringify(value));
    });
  }

  /** Registers it for a version of a group. */
  register(client: TestClient, name: string, more: object = {}): ReturnType<TestClient['post']> {
    return registerApi(client, name, { caBundle: this.caBundle, ...more });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    const body = Buffer.concat(parts).toString();
    this.received.push({ method, url, headers, peer: subject?.CN as string | undefined, body });
    const answer = this.answers.get(url.split('?')[0] ?? '');
    if (answer !== undefined) return answer(request, response);
    response.statusCode = 404;
    response.end('nothing here');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<unknown>((resolve) => this.#server.close(resolve));
  }
}

/** Registers the service `default/api` for `VERSION.GROUP`. */
export function registerApi(client: TestClient, name: string, more: object = {}): ReturnType<TestClient['post']> {
  const [version = '', ...group] = name.split('.');
  return client.post('/apis/apiregistration.k8s.io/v1/apiservices', {
    metadata: { name },
    spec: {
      group: group.join('.'),
      version,
      groupPriorityMinimum: 2000,
      versionPriority: 10,
      service: { namespace: 'default', name: 'api' },
      ...more,
    },
  });
}
