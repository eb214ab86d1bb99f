import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Clock } from '#meta';
import { readCaBundle } from './ca-bundle.ts';
import type { WebhookClientConfig } from './client-config.ts';
import { systemRoots } from './system-roots.ts';
import { type WebhookAddress, webhookAddress } from './webhook-address.ts';
import { answerFault, type HttpAnswer, identityFault, networkFault, WebhookCallError } from './webhook-faults.ts';

/** Finds where a service is to be reached now. Fails with an error whose message is told to the client. */
export interface ServiceResolver {
  resolve(service: ServicePort): Promise<{ readonly host: string; readonly port: number }>;
}
export interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

export interface WebhookClientParts {
  readonly clock: Clock;
  readonly services: ServiceResolver;
  /** PEM of the roots that count for a webhook without a bundle; the system's when absent. */
  readonly roots?: () => Promise<string | undefined>;
  readonly timeoutMs?: number;
  /** How large an answer may be whatever was sent, and how many times as large as that. */
  readonly responseLimits?: { readonly bytes: number; readonly times: number };
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** What is converted may grow; what is read in one go must not be a hundred times what a request may be. */
const defaultResponseLimits = { bytes: 2 * 1024 * 1024, times: 2 };
const IDLE_MS = 90_000;
const MAX_RETRIES = 10;
const MAX_SOCKETS = 64;

/**
 * Posts to one webhook over connections that stay open. Nothing of the configuration is looked at before the first
 * call: a broken one hurts only who needs the webhook.
 */
export class WebhookClient implements Disposable {
  readonly #config: WebhookClientConfig;
  readonly #parts: WebhookClientParts;
  readonly #timeoutMs: number;
  readonly #address: WebhookAddress | { readonly fault: string };
  #agent: Promise<Agent> | undefined;

  constructor(config: WebhookClientConfig, parts: WebhookClientParts) {
    this.#config = config;
    this.#parts = parts;
    this.#timeoutMs = parts.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#address = webhookAddress(config);
  }

  /** The address for people: `https://hook.default.svc:443/convert`. */
  get href(): string {
    return 'fault' in this.#address ? '(no address)' : this.#address.href;
  }

  /** The body of a good answer. Anything else is a `WebhookCallError`. A call may have less time than the client gives. */
  async post(body: string, { timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<Uint8Array> {
    const address = this.#address;
    if ('fault' in address) throw new WebhookCallError(address.fault, { prepared: false });
    const agent = await this.#openAgent();
    const limitMs = timeoutMs ?? this.#timeoutMs;
    const late = timeoutMs === undefined ? clientLate : contextLate;
    const seconds = timeoutMs === undefined ? limitMs / 1000 : Math.max(1, Math.ceil(limitMs / 1000));
    const answer = await this.#inTime(limitMs, (signal) =>
      this.#sendUntilTaken(body, { address, agent, signal, seconds, late }),
    );
    const fault = answerFault(answer);
    if (fault !== undefined) throw new WebhookCallError(fault, { status: answer.status });
    return answer.body;
  }

  /** Ends what idles. Calls under way go on: requests may still hold an older state of the definition. */
  [Symbol.dispose](): void {
    void this.#agent?.then(closeIdle, () => undefined);
  }

  async #openAgent(): Promise<Agent> {
    this.#agent ??= this.#makeAgent();
    try {
      return await this.#agent;
    } catch (error) {
      // Roots that could not be read now may be there at the next call.
      this.#agent = undefined;
      throw error instanceof WebhookCallError ? error : new WebhookCallError(rootsFault(error), { prepared: false });
    }
  }

  async #makeAgent(): Promise<Agent> {
    const { certificates, fault } = readCaBundle(this.#config.caBundle);
    if (fault !== undefined) throw new WebhookCallError(fault, { prepared: false });
    const roots = this.#parts.roots ?? systemRoots;
    const ca = certificates.length > 0 ? [...certificates] : await roots();
    // The context is made once: a request would otherwise carry all the roots in the name of its connection.
    const secureContext = createSecureContext({ ...(ca === undefined ? {} : { ca }), allowPartialTrustChain: true });
    const settings = { keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_SOCKETS, maxFreeSockets: 8 };
    return new Agent({ ...settings, secureContext, checkServerIdentity: identityFault });
  }

  async #inTime<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const done = new AbortController();
    void this.#parts.clock.sleep(limitMs, done.signal).then(() => {
      if (!done.signal.aborted) deadline.abort();
    });
    try {
      return await work(deadline.signal);
    } finally {
      done.abort();
    }
  }

  /** A webhook that is busy says when to come again. k8s: client-go/rest/with_retry.go */
  async #sendUntilTaken(body: string, call: Call): Promise<HttpAnswer> {
    for (let retries = 0; ; retries++) {
      const answer = await this.#send(body, call);
      const { retryAfterSeconds } = answer;
      if (retryAfterSeconds === undefined || retries === MAX_RETRIES) return answer;
      await this.#parts.clock.sleep(retryAfterSeconds * 1000, call.signal);
      if (call.signal.aborted) throw new WebhookCallError(`${shownCall(call)}: ${call.late.awaiting}`);
    }
  }

  async #send(body: string, call: Call): Promise<HttpAnswer> {
    const { address, agent, signal, seconds } = call;
    const path = `${address.path.replace(/[^\x21-\x7e]/gu, encodeURIComponent)}?timeout=${seconds}s`;
    for (;;) {
      const attempt: Attempt = { reused: false, answering: false };
      try {
        const target = address.service === undefined ? address : await this.#resolve(address.service, signal);
        const options = { ...requestOptions(address, target), path, agent, signal };
        return await exchange({ options, body, limit: this.#limitFor(body) }, attempt);
      } catch (error) {
        // An idle connection that the webhook gave up: converting twice does no harm, so it is tried on another.
        if (!signal.aborted && attempt.reused && isHangUp(error)) continue;
        throw new WebhookCallError(describe(error, call, attempt));
      }
    }
  }

  #limitFor(body: string): number {
    const { bytes, times } = this.#parts.responseLimits ?? defaultResponseLimits;
    return Math.max(bytes, times * Buffer.byteLength(body));
  }

  #resolve(service: ServicePort, signal: AbortSignal): Promise<{ readonly host: string; readonly port: number }> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
    return Promise.race([this.#parts.services.resolve(service), aborted]);
  }
}

interface Call {
  readonly address: WebhookAddress;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  /** What the webhook is told that it may take. */
  readonly seconds: number;
  readonly late: LateWords;
}
/** What Go's client says when there is no more time. */
interface LateWords {
  readonly awaiting: string;
  readonly reading: string;
}
const DEADLINE_EXCEEDED = 'context deadline exceeded';
const contextLate: LateWords = { awaiting: DEADLINE_EXCEEDED, reading: DEADLINE_EXCEEDED };
const clientLate: LateWords = {
  awaiting: `${DEADLINE_EXCEEDED} (Client.Timeout exceeded while awaiting headers)`,
  reading: `${DEADLINE_EXCEEDED} (Client.Timeout or context cancellation while reading body)`,
};

interface Attempt {
  reused: boolean;
  answering: boolean;
}

function requestOptions(address: WebhookAddress, target: { host: string; port: number }): RequestOptions {
  return {
    method: 'POST',
    host: target.host,
    port: target.port,
    // No name is sent for an address; the certificate is then held against the address itself.
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    headers: {
      host: address.authority,
      'content-type': 'application/json',
      accept: 'application/json, */*',
      'accept-encoding': 'identity',
      'user-agent': 'kube-apiserver-admission',
    },
  };
}

interface Exchange {
  readonly options: RequestOptions;
  readonly body: string;
  readonly limit: number;
}

function exchange({ options, body, limit }: Exchange, attempt: Attempt): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
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
  });
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > limit) throw new WebhookCallError(`the response of the webhook is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  const contentType = response.headers['content-type'] ?? '';
  const status = response.statusCode ?? 0;
  const retryAfterSeconds = retryAfter(status, response.headers['retry-after']);
  return {
    status,
    contentType,
    body: Buffer.concat(chunks),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Undefined where nobody shall come again. */
function retryAfter(status: number, header: string | undefined): number | undefined {
  if ((status !== 429 && status < 500) || header === undefined || !/^[+-]?\d+$/.test(header)) return undefined;
  return Math.max(0, Number(header));
}

function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function shownCall({ address, seconds }: Call): string {
  return `Post "${address.href}?timeout=${seconds}s"`;
}

function describe(error: unknown, call: Call, { answering }: Attempt): string {
  if (error instanceof WebhookCallError) return error.message;
  const { late, signal } = call;
  if (answering) {
    const why = signal.aborted ? late.reading : 'unexpected EOF';
    return `unexpected error when reading response body. Please retry. Original error: ${why}`;
  }
  if (signal.aborted) return `${shownCall(call)}: ${late.awaiting}`;
  return `${shownCall(call)}: ${error instanceof Error ? networkFault(error) : String(error)}`;
}

function rootsFault(error: unknown): string {
  return `unable to load root certificates: ${error instanceof Error ? error.message : String(error)}`;
}

/** And lets no further connection idle. */
function closeIdle(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
