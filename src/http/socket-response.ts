import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CLOSE_CODES, ClientFrames, closeFrame, frame, OPCODES } from './websocket/frames.ts';

/**
 * The answer to a request that wants to go on with another protocol. Node leaves the connection to whoever listens for
 * such requests, so the answer is written by hand: a switch to WebSocket, or a refusal, after which the connection closes.
 */
export class SocketResponse {
  readonly #socket: Socket;
  #switched = false;
  headersSent = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // `close` reports the end.
    socket.on('error', () => undefined);
  }
  get destroyed(): boolean {
    return this.#socket.destroyed || this.#socket.writableEnded;
  }
  once(event: string, listener: () => void): void {
    this.#socket.once(event, listener);
  }
  off(event: string, listener: () => void): void {
    this.#socket.off(event, listener);
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.#begin(status, headers);
    if (this.#switched) this.#listen();
  }
  /** The connection behind the head of the answer, for who goes on with it. */
  switchTo(status: number, headers: OutgoingHttpHeaders): Socket {
    this.#begin(status, headers);
    return this.#socket;
  }
  #begin(status: number, headers: OutgoingHttpHeaders): void {
    this.headersSent = true;
    this.#switched = status === 101;
    const all = this.#switched ? headers : { ...headers, connection: 'close' };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${name}: ${String(one).replace(/[\r\n]/g, ' ')}`),
    );
    this.#socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'), 'latin1');
  }
  flushHeaders(): void {}
  write(chunk: Uint8Array): boolean {
    return this.#socket.write(chunk);
  }
  end(chunk?: Uint8Array): void {
    if (chunk !== undefined) this.#socket.write(chunk);
    if (this.#switched) this.#socket.write(closeFrame(CLOSE_CODES.normal));
    this.#socket.destroySoon();
  }
  destroy(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    const socket = this.#socket;
    const frames = new ClientFrames({
      ping: (payload) => void socket.write(frame(OPCODES.pong, payload)),
      close: (code) => {
        socket.write(closeFrame(code));
        socket.destroySoon();
      },
    });
    socket.on('data', (bytes: Buffer) => frames.push(bytes));
    // A client that half-closes its side has gone.
    socket.on('end', () => socket.destroySoon());
  }
}
