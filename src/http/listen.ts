import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Connections } from './connections.ts';
import { answerNode, exchange, type Serving } from './exchange.ts';
import type { House } from './house.ts';
import { Http1Connection, type Http1Parts } from './http1/http1-connection.ts';
import { detachReader, nodeHttp1Settings, onRequest, speaksHttp1 } from './http1/node-reader.ts';
import { Http2Serving } from './http2/http2-serving.ts';
import { SocketResponse } from './socket-response.ts';
import { Upgrades } from './upgrades.ts';

export interface TlsMaterial {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
  /** Client certificates signed by these are looked at; others are treated as absent. */
  readonly ca: string | Buffer;
}

export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Takes no new connections, lets requests finish (watches end at once), then closes. */
  stop(graceMs: number): Promise<void>;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The process may end though somebody listens or is connected. */
  readonly unref?: boolean;
  /** The port is bound already: who has connected since waits for us. */
  readonly bound?: BoundPort | undefined;
}

/** A port that this process has bound before there was a server for it. */
export interface BoundPort {
  readonly host: string;
  readonly port: number;
  /** From now on the server has it, and those who are connected. */
  handTo(server: Server): void;
}

const KEEP_ALIVE_MS = 180_000;

/** HTTP/2 and HTTP/1.1 on one TLS port. */
export async function listen(house: House, tls: TlsMaterial, address: ListenAddress): Promise<Listening> {
  const server = createSecureServer({
    ...tls,
    // With an empty list Node would trust the authorities of the public web.
    ca: tls.ca.length === 0 ? [] : tls.ca,
    allowHTTP1: true,
    requestCert: true,
    // An authority need not have signed itself to be trusted.
    allowPartialTrustChain: true,
    rejectUnauthorized: false,
    // Otherwise the first answer on a connection waits 40 ms for the client's acknowledgement of the handshake.
    noDelay: true,
    // Detects clients whose machine is gone.
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });
  Object.assign(server, nodeHttp1Settings);
  const { clock } = house.world;
  const readByNode = detachReader(server);
  const connections = new Connections(server, clock);
  const serving: Serving = { house, connections };
  const upgrades = new Upgrades(server, {
    answer(request) {
      answerNode(serving, request, { response: new SocketResponse(request.socket), upgrade: upgrades.take(request) });
    },
    isElsewhere: (info) => house.aggregation?.serves(info) ?? false,
    readAgain: readByNode,
  });
  onRequest(server, (request, response) => answerNode(serving, request, { response, upgrade: upgrades.take(request) }));
  const http1: Http1Parts = {
    clock,
    deadlines: house.deadlines,
    stopping: connections.stopping,
    answer: (call, outlet) => exchange(serving, { call, outlet, holder: call.socket }),
    readByNode,
  };
  const http2 = new Http2Serving({
    clock,
    deadlines: house.deadlines,
    connections,
    answer: (exchanged) => exchange(serving, exchanged),
  });
  server.on('secureConnection', (socket) => {
    if (speaksHttp1(socket)) new Http1Connection(socket, http1);
    else http2.serve(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    if (address.bound === undefined) server.listen(address.port, address.host);
    else address.bound.handTo(server);
  });
  server.on('error', (error) => house.world.log.error('the listener failed', { error }));
  if (address.unref === true) server.unref().on('connection', (socket) => socket.unref());
  const { port } = server.address() as AddressInfo;
  const sweeping = connections.sweep();
  const stop = async (graceMs: number): Promise<void> => {
    await connections.stop(graceMs);
    await sweeping;
  };
  return { port, stop, [Symbol.asyncDispose]: () => stop(0) };
}
