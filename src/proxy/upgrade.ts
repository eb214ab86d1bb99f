import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpCall, Reply } from '#http';
import { networkFault } from '#webhook';
import { openRequest } from './exchange.ts';
import { replyOf } from './forward.ts';
import { endToEnd, forwardedHeaders, headerPairs } from './forwarded-headers.ts';
import { BackendError, type ProxyTarget } from './target.ts';

/** Goes on with another protocol between the client and the target, which may refuse. k8s: UpgradeAwareHandler */
export function forwardUpgrade(call: HttpCall, target: ProxyTarget): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { ...forwardedHeaders(call), ...target.headers, connection: 'Upgrade', upgrade: call.upgrade };
    const request = openRequest(call, target, headers);
    request.on('upgrade', (response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      resolve(switched(call, response, socket));
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 400) return resolve(replyOf(response));
      response.destroy();
      reject(new BackendError(`invalid upgrade response: status code ${status}`));
    });
    request.on('error', (error) => {
      reject(new BackendError(`error dialing backend: ${networkFault(error)}`, { cause: error }));
    });
    request.end();
  });
}

function switched(call: HttpCall, response: IncomingMessage, socket: Duplex): Reply {
  const headers = { ...endToEnd(headerPairs(response.rawHeaders)), connection: 'Upgrade' };
  const { upgrade } = response.headers;
  return {
    status: 101,
    headers: upgrade === undefined ? headers : { ...headers, upgrade },
    body: new Uint8Array(),
    takeOver: (connection) => join(connection, socket, call.signal),
  };
}

/** Each way through a connection has several of its own on it; from eleven on Node would warn of a leak. */
const MOST_LISTENERS = 30;

/** Carries bytes between two connections, no faster than the slower one takes them, until one of them ends. */
async function join(one: Duplex, other: Duplex, signal: AbortSignal): Promise<void> {
  setMaxListeners(MOST_LISTENERS, one, other);
  const ways = [pipeline(one, other, { signal }), pipeline(other, one, { signal })];
  try {
    await Promise.race(ways);
  } catch {
    // However a connection ends, the other one ends with it.
  }
  one.destroy();
  other.destroy();
  await Promise.allSettled(ways);
}
