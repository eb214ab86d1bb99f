import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Reads a connection from its next byte on, and emits the requests that come. */
export type ConnectionReader = (socket: Socket) => void;

/** Node's reader of HTTP/1.1, from which connections are taken away: somebody else decides which it gets. */
export function detachReader(server: Http2SecureServer): ConnectionReader {
  const listeners = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
}

/** Answers what Node's reader has read. Types do not say that a server of HTTP/2 that is given HTTP/1.1 alone has nothing else. */
export function onRequest(server: Http2SecureServer, answer: NodeAnswerer): void {
  server.on('request', answer as unknown as Parameters<Http2SecureServer['on']>[1]);
}
type NodeAnswerer = (request: IncomingMessage, response: ServerResponse) => void;

/** Of all headers together. k8s: MaxHeaderBytes */
export const HEADER_LIMIT = 1024 * 1024;

/**
 * What Node's reader of HTTP/1.1 looks for at a server of HTTP/2, which takes no options for it. How long a connection may
 * be idle is for `Connections` to say: Node 24 would tell clients five seconds, and hang up on them.
 */
export const nodeHttp1Settings = { maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: 0 };

/** Clients that name no protocol mean HTTP/1.1. */
export const speaksHttp1 = ({ alpnProtocol }: TLSSocket): boolean =>
  alpnProtocol === 'http/1.1' || alpnProtocol === false;
