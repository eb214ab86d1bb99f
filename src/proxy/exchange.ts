import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { bodyPieces, type HttpCall } from '#http';
import { networkFault } from '#webhook';
import { forwardedHeaders } from './forwarded-headers.ts';
import { BackendError, type ProxyTarget, REACHING } from './target.ts';

/** Of an answer's headers together. */
const HEADER_LIMIT = 1024 * 1024;
/** k8s: DialContext of the proxy transport */
const DIAL_MS = 30_000;

/** How a request fared, for who must decide whether to send it again. */
interface Attempt {
  reused: boolean;
}

/** Sends the call on and waits for the head of the answer. Its body is read by whoever takes it. */
export async function exchange(call: HttpCall, target: ProxyTarget): Promise<IncomingMessage> {
  const pieces = call.stream === undefined ? undefined : call.stream();
  const hasBody = call.stream === undefined ? isWriting(call.method) : pieces !== undefined;
  for (;;) {
    const attempt: Attempt = { reused: false };
    try {
      return await send({ call, target, pieces: hasBody ? (pieces ?? bodyPieces(call)) : undefined }, attempt);
    } catch (error) {
      // An idle connection that the server had given up: what has no body is sent again on another.
      if (attempt.reused && !hasBody && !call.signal.aborted && isHangUp(error)) continue;
      throw error instanceof Error ? new BackendError(`${REACHING}${networkFault(error)}`, { cause: error }) : error;
    }
  }
}

const isWriting = (method: string): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';

function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

interface Sending {
  readonly call: HttpCall;
  readonly target: ProxyTarget;
  readonly pieces: AsyncIterable<Uint8Array> | undefined;
}

function send({ call, target, pieces }: Sending, attempt: Attempt): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...forwardedHeaders(call), ...lengthOf(call, pieces), ...target.headers };
    const request = openRequest(call, target, headers);
    request.on('response', resolve);
    request.on('error', (error) => {
      attempt.reused = request.reusedSocket;
      reject(error);
    });
    if (pieces === undefined) request.end();
    else void sendPieces(pieces, request);
  });
}

function lengthOf(call: HttpCall, pieces: AsyncIterable<Uint8Array> | undefined): OutgoingHttpHeaders {
  const length = call.headers['content-length'];
  return pieces === undefined || length === undefined ? {} : { 'content-length': length };
}

/** A request that is not sent yet, which ends with the call. */
export function openRequest(
  call: Pick<HttpCall, 'method' | 'signal'>,
  target: ProxyTarget,
  headers: OutgoingHttpHeaders,
): ClientRequest {
  const { scheme, host, port, authority, path, query, agent, clock } = target;
  const options = {
    host,
    port,
    agent,
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: defined({ ...headers, host: authority }),
    setDefaultHeaders: false,
    signal: call.signal,
    maxHeaderSize: HEADER_LIMIT,
  };
  const request = scheme === 'https' ? requestHttps(options) : requestHttp(options);
  const connected = new AbortController();
  request.on('socket', (socket) => {
    if (!socket.connecting) connected.abort();
    else socket.once('connect', () => connected.abort());
  });
  request.once('close', () => connected.abort());
  void clock.sleep(DIAL_MS, connected.signal).then(() => {
    if (!connected.signal.aborted) request.destroy(new Error(`dial tcp ${host}:${port}: i/o timeout`));
  });
  return request;
}

function defined(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** As fast as the server takes them. What goes wrong with the way there is heard as an error of the request. */
async function sendPieces(pieces: AsyncIterable<Uint8Array>, request: ClientRequest): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (request.destroyed) return;
      if (!request.write(piece)) await drained(request);
    }
    request.end();
  } catch (error) {
    request.destroy(error as Error);
  }
}

function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      request.off('drain', done);
      request.off('close', done);
      resolve();
    };
    request.once('drain', done);
    request.once('close', done);
    if (request.destroyed) done();
  });
}
