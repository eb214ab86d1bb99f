import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import type { Clock } from '#meta';
import { readCaBundle } from './ca-bundle.ts';
import type { WebhookClientConfig } from './client-config.ts';
import { Http2Fault } from './http2-faults.ts';
import { systemRoots } from './system-roots.ts';
import { joinHostPort, type WebhookAddress, webhookAddress } from './webhook-address.ts';
import type { Attempt, Question } from './webhook-connection.ts';
import { WebhookConnections } from './webhook-connections.ts';
import { authorizationOf, type WebhookCredential } from './webhook-credential.ts';
import { answerFault, type HttpAnswer, networkFault, WebhookCallError } from './webhook-faults.ts';

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
  /** The credentials for the webhook at `host:port`; none if undefined. */
  credentialFor?(target: string): WebhookCredential | undefined;
  readonly timeoutMs?: number;
  /** The limit of an answer is the larger of `bytes` and so many times the size of the request. */
  readonly responseLimits?: { readonly bytes: number; readonly times: number };
}

const DEFAULT_TIMEOUT_MS = 30_000;
/**
 * Converted objects may grow, but an answer is parsed at once, so it must not be a hundred times the largest request.
 */
const defaultResponseLimits = { bytes: 2 * 1024 * 1024, times: 2 };
const MAX_RETRIES = 10;
/** How often a call is repeated that the webhook refused without processing it. */
const MAX_REFUSALS = 5;

/**
 * Posts to one webhook over connections that stay open. The configuration is read at the first call, so that a broken
 * one fails only requests that need the webhook.
 */
export class WebhookClient implements Disposable {
  readonly #config: WebhookClientConfig;
  readonly #parts: WebhookClientParts;
  readonly #timeoutMs: number;
  readonly #address: WebhookAddress | { readonly fault: string };
  #connector: Promise<Connector> | undefined;

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
    const connector = await this.#open(address);
    const limitMs = timeoutMs ?? this.#timeoutMs;
    const late = timeoutMs === undefined ? clientLate : contextLate;
    const seconds = timeoutMs === undefined ? limitMs / 1000 : Math.max(1, Math.ceil(limitMs / 1000));
    const answer = await this.#inTime(limitMs, (signal) =>
      this.#sendUntilTaken(body, { address, connector, signal, seconds, late }),
    );
    const fault = answerFault(answer);
    if (fault !== undefined) throw new WebhookCallError(fault, { status: answer.status, answer: answer.body });
    return answer.body;
  }

  /** Closes idle connections. Calls under way go on: requests may still use an older state of the definition. */
  [Symbol.dispose](): void {
    void this.#connector?.then(
      ({ connections }) => connections.retire(),
      () => undefined,
    );
  }

  async #open(address: WebhookAddress): Promise<Connector> {
    this.#connector ??= this.#makeConnector(address);
    try {
      return await this.#connector;
    } catch (error) {
      // Forgotten, because files that could not be read now may exist at the next call.
      this.#connector = undefined;
      throw error instanceof WebhookCallError ? error : new WebhookCallError(messageOf(error), { prepared: false });
    }
  }

  async #makeConnector({ host, port }: WebhookAddress): Promise<Connector> {
    const { certificates, fault } = readCaBundle(this.#config.caBundle);
    if (fault !== undefined) throw new WebhookCallError(fault, { prepared: false });
    const credential = this.#parts.credentialFor?.(joinHostPort(host, port)) ?? {};
    const ca = certificates.length > 0 ? [...certificates] : await this.#roots();
    const { clientCertificate: cert, clientKey: key } = credential;
    // The context is made once: a request would otherwise carry all the roots in the name of its connection.
    const secureContext = secureContextOf({
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert, key }),
      allowPartialTrustChain: true,
    });
    const connections = new WebhookConnections(secureContext, { serverName: host, clock: this.#parts.clock });
    return { connections, authorization: authorizationOf(credential) };
  }

  async #roots(): Promise<string | undefined> {
    try {
      return await (this.#parts.roots ?? systemRoots)();
    } catch (error) {
      throw new Error(`unable to load root certificates: ${messageOf(error)}`, { cause: error });
    }
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
    for (let refusals = 0; ; ) {
      const attempt: Attempt = { reused: false, answering: false, refused: false };
      try {
        return await this.#attempt(body, call, attempt);
      } catch (error) {
        if (!call.signal.aborted) {
          // The webhook closed an idle connection. Converting twice does no harm, so the call is repeated on another
          // one.
          if (attempt.reused && isHangUp(error)) continue;
          if (attempt.refused && (await this.#mayRepeat(refusals++, call.signal))) continue;
        }
        throw new WebhookCallError(describe(error, call, attempt));
      }
    }
  }

  async #attempt(body: string, { address, connector, signal, seconds }: Call, attempt: Attempt): Promise<HttpAnswer> {
    const target = address.service === undefined ? address : await this.#resolve(address.service, signal);
    const { authority } = address;
    const path = `${address.path.replace(/[^\x21-\x7e]/gu, encodeURIComponent)}?timeout=${seconds}s`;
    const headers = { ...commonHeaders, ...connector.authorization };
    const question: Question = { authority, path, headers, body, limit: this.#limitFor(body), signal };
    const connection = await connector.connections.open({ host: target.host, port: target.port }, signal);
    return connection.exchange(question, attempt);
  }

  /** At once for the first time, then after one second, two, four. k8s: golang.org/x/net/http2, Transport.RoundTripOpt */
  async #mayRepeat(refusals: number, signal: AbortSignal): Promise<boolean> {
    if (refusals >= MAX_REFUSALS) return false;
    if (refusals > 0) await this.#parts.clock.sleep(1000 * 2 ** (refusals - 1), signal);
    return !signal.aborted;
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

/** What opens connections, and what the server says of itself on them. */
interface Connector {
  readonly connections: WebhookConnections;
  /** The headers that tell who calls. */
  readonly authorization: { readonly [header: string]: string };
}

interface Call {
  readonly address: WebhookAddress;
  readonly connector: Connector;
  readonly signal: AbortSignal;
  /** The timeout that is sent to the webhook. */
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

const commonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, */*',
  'accept-encoding': 'identity',
  'user-agent': 'kube-apiserver-admission',
};

function isHangUp(error: unknown): boolean {
  if (error instanceof Http2Fault) return error.isLost;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function shownCall({ address, seconds }: Call): string {
  return `Post "${address.href}?timeout=${seconds}s"`;
}

function describe(error: unknown, call: Call, { answering }: Attempt): string {
  if (error instanceof WebhookCallError) return error.message;
  const { late, signal } = call;
  if (answering && !signal.aborted && error instanceof Http2Fault && error.isReset)
    return `stream error when reading response body, may be caused by closed connection. Please retry. Original error: ${error.message}`;
  if (answering) {
    const why = signal.aborted ? late.reading : 'unexpected EOF';
    return `unexpected error when reading response body. Please retry. Original error: ${why}`;
  }
  if (signal.aborted) return `${shownCall(call)}: ${late.awaiting}`;
  return `${shownCall(call)}: ${error instanceof Error ? networkFault(error) : String(error)}`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function secureContextOf(options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    throw new Error(`the client certificate cannot be used: ${messageOf(error)}`, { cause: error });
  }
}
