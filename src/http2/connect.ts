import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import { ClientConnection } from './client-connection.ts';

/** `ca`, `cert`, `key` and whatever else a TLS connection may be told. */
export type TlsOptions = ConnectionOptions;

interface Address {
  readonly url: string;
  /** For https. */
  readonly tls: TlsOptions;
}

/** A connection that is being made: what is asked on it meanwhile is sent as soon as it is there. */
export function connectHttp2(address: Address, over: (error: Error) => void): ClientConnection {
  const socket = openSocket(address);
  // Calls are small and waited for.
  socket.setNoDelay(true);
  const connection = new ClientConnection(socket, over);
  if (socket instanceof TLSSocket) {
    socket.once('secureConnect', () => {
      if (socket.alpnProtocol !== 'h2') connection.fail(new Error('it does not speak HTTP/2'));
    });
  }
  return connection;
}

function openSocket({ url, tls }: Address): Socket {
  const { protocol, hostname, port } = new URL(url);
  // An address of IPv6 has brackets around it.
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connectTcp({ host, port: Number(port || 80) });
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ servername, ...tls, host, port: Number(port || 443), ALPNProtocols: ['h2'] });
}
