import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Target, tlsOptions } from '../target/target.ts';
import { type ResponseEvents, ResponseParser } from './response-parser.ts';

export interface ConnectionEvents extends ResponseEvents {
  /** The connection ended although `close` was not called. */
  lost(error: Error): void;
}

/** What was received is looked at before the next piece is read, so that one place is enough for all connections. */
const received = Buffer.allocUnsafe(64 * 1024);

/** One connection, one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(target: Target, events: ConnectionEvents): Promise<Connection> {
    const parser = new ResponseParser(events);
    const socket = await connected(target, (data) => parser.feed(data));
    const connection = new Connection(socket);
    const lost = (error: Error): void => {
      if (!connection.#closed) events.lost(error);
    };
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

/** Without a buffer, an event and a stream for each piece: on two processors the server waits for who reads its answers. */
function connected(target: Target, take: (data: Buffer) => void): Promise<Socket> {
  const onread = {
    buffer: received,
    callback(length: number): boolean {
      take(received.subarray(0, length));
      return true;
    },
  };
  return new Promise((resolve, reject) => {
    const { host, port, tls } = target;
    // A variable, because its type does not know that TLS takes `onread` too.
    const options = { ...tlsOptions(target), onread };
    const socket = tls === undefined ? connectPlain({ host, port, onread }) : connectTls(options);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
