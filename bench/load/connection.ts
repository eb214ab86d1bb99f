import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Target, tlsOptions } from '../target/target.ts';
import { type ResponseEvents, ResponseParser } from './response-parser.ts';

export interface ConnectionEvents extends ResponseEvents {
  /** The connection ended although `close` was not called. */
  lost(error: Error): void;
}

/** One connection, one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(target: Target, events: ConnectionEvents): Promise<Connection> {
    const socket = await connected(target);
    const connection = new Connection(socket);
    const parser = new ResponseParser(events);
    const lost = (error: Error): void => {
      if (!connection.#closed) events.lost(error);
    };
    socket.on('data', (data: Buffer) => parser.feed(data));
    socket.on('error', lost);
    socket.on('close', () => lost(new Error('the server closed a connection')));
    return connection;
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }
  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }
}

function connected(target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = target.tls !== undefined;
    const socket = secure ? connectTls(tlsOptions(target)) : connectPlain(target.port, target.host);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
