import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { encodeJson, JsonError, parseJson } from '#machinery';
import type { Json, JsonObject } from '#meta';
import { makeServingCertificate, renewedServingCertificate } from '#webhook';
import { certificateIn } from './certificate-directory.ts';
import { NoReview } from './no-review.ts';

/** A certificate and its key, PEM each. */
export interface WebhookCertificate {
  readonly cert: string;
  readonly key: string;
  /** Who signed it, PEM: what configurations must trust. The certificate itself if unsaid. */
  readonly ca?: string;
}

export interface WebhookServerOptions {
  /** 0, which is the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Without one, a new authority signs one for `names`, and `caBundle` tells whom to trust. */
  readonly certificate?: WebhookCertificate;
  /** Keeps what is made here (`ca.crt`, `ca.key`, `tls.crt`, `tls.key`), so that `caBundle` is the same after a restart. */
  readonly certificateDirectory?: string;
  /** How the server is called, beside this machine: for instance `hooks.default.svc`. */
  readonly names?: readonly string[];
  /** What a handler threw that it should not have thrown. */
  readonly failed?: (error: unknown) => void;
}

export interface WebhookServer extends AsyncDisposable {
  readonly port: number;
  /** For `clientConfig.caBundle`. */
  readonly caBundle: string;
  /** A whole `clientConfig` for a path. */
  clientConfig(path: string): { readonly url: string; readonly caBundle: string };
  /** Takes no more, and is done when everything that was asked is answered. */
  close(): Promise<void>;
}

type AnswerReview = (review: Json) => Promise<JsonObject>;

/** As much as a server may send: a list of objects, or one twice, and what is around it. */
const MAX_BYTES = 64 * 1024 * 1024;
const RENEWAL_MS = 3_600_000;
/** As long as an API server waits for an answer. */
const PATIENCE_MS = 30_000;

/** Serves webhooks over HTTPS, by their paths. `/healthz` says ok to whoever probes. */
export async function serveWebhooks(
  paths: { readonly [path: string]: AnswerReview },
  options: WebhookServerOptions,
): Promise<WebhookServer> {
  const { port = 0, host = '127.0.0.1', failed } = options;
  const certificate = await certificateOf(options);
  const server = createServer(certificate.first, (request, response) => {
    void answer(request, response, { paths, failed });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const renewal = setInterval(() => void renew(server, certificate, failed), RENEWAL_MS).unref();
  const { port: taken } = server.address() as AddressInfo;
  const { cert, ca = cert } = certificate.first;
  const caBundle = Buffer.from(ca).toString('base64');
  const close = (): Promise<void> => {
    clearInterval(renewal);
    return stopped(server);
  };
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    port: taken,
    caBundle,
    clientConfig: (path) => ({ url: `https://${name}:${taken}${path}`, caBundle }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface CertificateInUse {
  readonly first: WebhookCertificate;
  /** Another one where it is due. */
  next(): Promise<WebhookCertificate>;
}

async function certificateOf(options: WebhookServerOptions): Promise<CertificateInUse> {
  const { certificate, certificateDirectory: directory } = options;
  if (certificate !== undefined) return { first: certificate, next: async () => certificate };
  const names = ['localhost', '127.0.0.1', '::1', ...(options.names ?? [])];
  let current = await (directory === undefined
    ? makeServingCertificate({ names, now: new Date() })
    : certificateIn({ directory, names, now: new Date() }));
  const shown = (): WebhookCertificate => ({
    cert: current.leaf.certificate,
    key: current.leaf.key,
    ca: current.authority.certificate,
  });
  return {
    first: shown(),
    async next() {
      const now = new Date();
      current = await (directory === undefined
        ? renewedServingCertificate(current, { names, now })
        : certificateIn({ directory, names, now }));
      return shown();
    },
  };
}

async function renew(server: Server, { next }: CertificateInUse, failed?: (error: unknown) => void): Promise<void> {
  try {
    const { cert, key } = await next();
    server.setSecureContext({ cert, key });
  } catch (error) {
    failed?.(error);
  }
}

/** Connections that wait for another request are closed; the others end with their answers, if those come soon. */
async function stopped(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearTimeout(patience);
}

interface Served {
  readonly paths: { readonly [path: string]: AnswerReview };
  readonly failed: ((error: unknown) => void) | undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse, { paths, failed }: Served): Promise<void> {
  // API servers add `?timeout=30s`: only the path says who is meant.
  const [path = ''] = (request.url ?? '').split('?');
  if (path === '/healthz') return reply(response, 200, 'ok');
  const review = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (review === undefined || request.method !== 'POST') return reply(response, 404, 'no webhook is here');
  try {
    const { value } = parseJson(await bodyOf(request), { duplicates: false });
    reply(response, 200, await review(value));
  } catch (error) {
    const isTheirs = error instanceof NoReview || error instanceof JsonError;
    if (!isTheirs) failed?.(error);
    reply(response, isTheirs ? 400 : 500, error instanceof Error ? error.message : String(error));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BYTES) throw new NoReview(`the body is larger than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function reply(response: ServerResponse, status: number, body: JsonObject | string): void {
  if (response.writableEnded || response.destroyed) return;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : encodeJson(body));
}
