import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '#meta';
import { issue, makeAuthority } from '#webhook';
import { type AnyAdmissionHandler, answerAdmission } from './admission-answer.ts';

/** A certificate and its key, PEM each. */
export interface WebhookCertificate {
  readonly cert: string;
  readonly key: string;
  /** Who signed it, PEM: what configurations must trust. The certificate itself if unsaid. */
  readonly ca?: string;
}

export interface AdmissionServerOptions {
  /** By path. Each says of what kind its objects are. */
  readonly paths: { readonly [path: string]: AnyAdmissionHandler };
  /** 0, which is the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Without one, a new authority signs one for `names`, and `caBundle` tells whom to trust. */
  readonly certificate?: WebhookCertificate;
  /** How the server is called, beside this machine: for instance `hooks.default.svc`. */
  readonly names?: readonly string[];
  /** What a handler threw that is no `Refusal`. */
  readonly failed?: (error: unknown) => void;
}

export interface AdmissionServer extends AsyncDisposable {
  readonly port: number;
  /** For `clientConfig.caBundle`. */
  readonly caBundle: string;
  /** A whole `clientConfig` for a path. */
  clientConfig(path: string): { readonly url: string; readonly caBundle: string };
  close(): Promise<void>;
}

/** As much as a server may send: the object twice, and what is around it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Serves admission webhooks over HTTPS. */
export async function serveAdmission(options: AdmissionServerOptions): Promise<AdmissionServer> {
  const { port = 0, host = '127.0.0.1', certificate = await ownCertificate(options.names ?? []) } = options;
  const { cert, key, ca = cert } = certificate;
  const server = createServer({ cert, key }, (request, response) => void answer(options, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  const caBundle = Buffer.from(ca).toString('base64');
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    port: taken,
    caBundle,
    clientConfig: (path) => ({ url: `https://${host}:${taken}${path}`, caBundle }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function ownCertificate(names: readonly string[]): Promise<WebhookCertificate> {
  const validity = { from: new Date(), days: 365 };
  const authority = await makeAuthority({ name: 'admission-webhook-ca' }, validity);
  const server = ['localhost', '127.0.0.1', '::1', ...names];
  const leaf = await issue(authority, { subject: { name: 'admission-webhook' }, validity, use: { server } });
  return { cert: leaf.certificate, key: leaf.key, ca: authority.certificate };
}

async function answer(
  { paths, failed }: AdmissionServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const handler = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (handler === undefined) return reply(response, 404, 'no webhook is here');
  try {
    const review: unknown = JSON.parse(await bodyOf(request));
    reply(response, 200, await answerAdmission(review, handler));
  } catch (error) {
    failed?.(error);
    reply(response, 500, error instanceof Error ? error.message : String(error));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_BYTES) throw new RangeError(`the body is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reply(response: ServerResponse, status: number, body: JsonObject | string): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}
