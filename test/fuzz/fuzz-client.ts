import type { ClientRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { Credentials } from '../support/client.ts';

export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Asks anything, one request after the other on one connection; of a watch only the head is read. */
export class FuzzClient implements Disposable {
  readonly #credentials: Credentials;
  readonly #agent: Agent;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ca: credentials.ca });
  }
  ask({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const { url, token } = this.#credentials;
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const call = request({
        hostname,
        port,
        method,
        path,
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...headers,
          ...(body !== undefined && { 'content-length': String(body.length) }),
        },
      });
      call.on('error', reject);
      this.#listen(call, isWatch(path), resolve, reject);
      call.end(body);
    });
  }
  #listen(
    call: ClientRequest,
    headOnly: boolean,
    ...[resolve, reject]: [(answer: FuzzAnswer) => void, (error: Error) => void]
  ): void {
    call.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const answer = (parts: readonly Buffer[]): FuzzAnswer => ({
        status,
        contentType: headers['content-type'] ?? '',
        body: Buffer.concat(parts),
      });
      if (headOnly && status === 200) {
        response.destroy();
        resolve(answer([]));
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(answer(parts)));
      response.on('error', reject);
    });
  }
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

const isWatch = (path: string): boolean => /[?&]watch=|\/watch\//.test(path);
