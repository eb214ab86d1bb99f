import type { IncomingMessage } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { ConnectionReader } from './http1/node-reader.ts';
import { type RequestInfo, requestInfo } from './request-info.ts';

interface UpgradeParts {
  /** Called for requests whose answer is written on the socket itself. */
  answer(request: IncomingMessage): void;
  /** Another server serves it. */
  isElsewhere(info: RequestInfo): boolean;
  /** Lets Node's server read the connection from its next byte on. */
  readonly readAgain: ConnectionReader;
}

/** Requests of HTTP/1.1 that ask to go on with another protocol (`Connection: Upgrade`). */
export class Upgrades {
  readonly #read: ConnectionReader;
  readonly #asked = new WeakMap<Socket, string>();

  constructor(server: Http2SecureServer, { answer, isElsewhere, readAgain }: UpgradeParts) {
    this.#read = readAgain;
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const protocol = (request.headers.upgrade ?? '').toLowerCase();
      if (hasBody(request) || !maySwitch(request, protocol, isElsewhere)) {
        this.#readAgain(request, { socket, head, protocol });
        return;
      }
      this.#asked.set(socket, protocol);
      if (head.length > 0) socket.unshift(head);
      answer(request);
    });
  }

  /** The protocol that a request asks for; given once for each request. */
  take({ socket }: { readonly socket: Socket }): string | undefined {
    const protocol = this.#asked.get(socket);
    this.#asked.delete(socket);
    return protocol;
  }

  /**
   * Other requests are served as if they had not asked for an upgrade, or refused by their verb. Node has detached the
   * parser from the connection, so the request is written back to it without the upgrade header and parsed again.
   */
  #readAgain(request: IncomingMessage, { socket, head, protocol }: Asked): void {
    this.#asked.set(socket, protocol);
    socket.unshift(Buffer.concat([requestHead(request), head]));
    this.#read(socket);
  }
}

interface Asked {
  readonly socket: Socket;
  /** What came after the head of the request. */
  readonly head: Buffer;
  readonly protocol: string;
}

/** Watches and logs over WebSockets, connections into pods and to what proxies lead to, and whatever another server serves. */
function maySwitch(
  { method = '', url = '/' }: IncomingMessage,
  protocol: string,
  isElsewhere: UpgradeParts['isElsewhere'],
): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const info = requestInfo({ method, path, query });
  if (isElsewhere(info)) return true;
  if (!info.isResource) return false;
  if (connectingParts.has(info.subresource)) return true;
  return method === 'GET' && protocol === 'websocket' && (info.verb === 'watch' || info.subresource === 'log');
}

const connectingParts: ReadonlySet<string> = new Set(['attach', 'exec', 'portforward', 'proxy']);

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** As it came, but for the line that makes it an upgrade. */
function requestHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
}
