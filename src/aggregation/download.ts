import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { UserInfo } from '#machinery';
import { LinkedAbort } from '#meta';
import { openRequest, type ProxyTarget } from '#proxy';
import { networkFault } from '#webhook';
import { frontProxyHeaders } from './front-proxy-headers.ts';

interface Download {
  readonly target: ProxyTarget;
  readonly method?: 'GET' | 'DELETE';
  /** On whose behalf. */
  readonly user: UserInfo;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** Of the whole exchange. */
  readonly timeoutMs: number;
  /** More bytes are refused; with 0 nothing is read but the head. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface Downloaded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const LATE = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';

/** Asks another server, which may be slow, endless or gone, and reads its whole answer. */
export async function download(asked: Download): Promise<Downloaded> {
  const { target, method = 'GET', user, headers, body, timeoutMs, limit, signal } = asked;
  const late = new AbortController();
  const done = new AbortController();
  const over = new LinkedAbort(signal, late.signal);
  void target.clock.sleep(timeoutMs, done.signal).then(() => done.signal.aborted || late.abort());
  try {
    const call = { method, signal: over.signal };
    const request = openRequest(call, target, {
      'user-agent': 'kube-apiserver',
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...frontProxyHeaders(user),
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    return await read(response, limit);
  } catch (error) {
    throw late.signal.aborted ? new Error(LATE) : new Error(networkFault(error as Error), { cause: error });
  } finally {
    done.abort();
    over[Symbol.dispose]();
  }
}

async function read(response: IncomingMessage, limit: number): Promise<Downloaded> {
  const { statusCode: status = 0, headers } = response;
  if (limit === 0) {
    response.destroy();
    return { status, headers, body: Buffer.alloc(0) };
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > limit) throw new Error(`the answer is larger than ${limit} bytes`);
    parts.push(part);
  }
  return { status, headers, body: Buffer.concat(parts) };
}
