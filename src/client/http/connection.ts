import { type Agent, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { parseJson } from '#machinery';
import { ApiError, isJsonObject, type Json, type Status } from '#meta';
import { agentFor, authorizationOf } from './agent.ts';
import type { ClientConfig } from './client-config.ts';

export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read. */
export interface HttpAnswer {
  readonly statusCode?: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** The rest of it is not wanted. */
  destroy(): void;
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Sends requests to one server, over connections that stay open. */
export class Connection implements Disposable {
  readonly #config: ClientConfig;
  readonly #agent: Agent;
  readonly #send: typeof request;

  constructor(config: ClientConfig) {
    this.#config = config;
    this.#send = config.server.startsWith('http:') ? (plainRequest as typeof request) : request;
    this.#agent = agentFor(config);
  }

  /** The answer's JSON. Throws an `ApiError` for a refusal. */
  async ask(call: HttpRequest): Promise<Json> {
    const response = await this.open(call);
    const bytes = await readAll(response);
    return bytes.length === 0 ? null : parseJson(bytes, { duplicates: false }).value;
  }

  /** The answer as text. Throws an `ApiError` for a refusal. */
  async askText(call: HttpRequest): Promise<string> {
    return (await readAll(await this.open(call))).toString();
  }

  /** The answer before its body. Throws an `ApiError` for a refusal. */
  async open(call: HttpRequest): Promise<HttpAnswer> {
    const response = await this.#request(call);
    const code = response.statusCode ?? 500;
    if (code >= 200 && code < 300) return response;
    throw errorOf(code, await readAll(response));
  }

  #request({ method, path, body, contentType = 'application/json', accept, signal }: HttpRequest): Promise<HttpAnswer> {
    const { server, userAgent, fetch } = this.#config;
    const authorization = authorizationOf(this.#config);
    const headers = {
      accept: accept ?? 'application/json',
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
    };
    const url = `${server.replace(/\/$/, '')}${path}`;
    if (fetch !== undefined) return fetched(fetch, url, { method, headers, body, signal });
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent, ...(signal === undefined ? {} : { signal }) };
      this.#send(url, options, (response) =>
        resolve({ statusCode: response.statusCode, body: response, destroy: () => response.destroy() }),
      )
        .on('error', reject)
        .end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

interface FetchedCall {
  readonly method: string;
  readonly headers: { readonly [name: string]: string | number };
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

async function fetched(
  fetch: NonNullable<ClientConfig['fetch']>,
  url: string,
  { method, headers, body, signal }: FetchedCall,
): Promise<HttpAnswer> {
  const { 'content-length': _, ...named } = headers as { readonly [name: string]: string };
  const init = { method, headers: named, ...(body && { body: body as string }), ...(signal && { signal }) };
  const response = await fetch(new Request(url, init));
  const stream = response.body as ReadableStream<Uint8Array> | null;
  // A stream that somebody reads is ended by its reader, when the loop over it ends.
  const destroy = (): void => void (stream?.locked || stream?.cancel());
  return { statusCode: response.status, body: stream ?? [], destroy } as HttpAnswer;
}

async function readAll({ body }: HttpAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the server says of a refusal, or what can be said for it. */
function errorOf(code: number, bytes: Buffer): ApiError {
  const status = statusIn(bytes);
  const { message = bytes.toString('utf8', 0, 500) || `the server answered ${code}`, reason, details } = status;
  return new ApiError({
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
  });
}

function statusIn(bytes: Buffer): Partial<Status> {
  try {
    const { value } = parseJson(bytes, { duplicates: false });
    // A request that took too long is told without a kind.
    return isJsonObject(value) && value.status === 'Failure' ? (value as unknown as Status) : {};
  } catch {
    // A proxy in between, perhaps: its text is all there is.
    return {};
  }
}
