import { Duplex } from 'node:stream';
import { CLOSE_CODES, closeFrame, frameHead, OPCODES } from '#http';
import { WebSocketReader } from './frame-reader.ts';

/** The bytes inside the messages of a WebSocket, wherever one ends and the next begins. Each write is one message. */
export class WebSocketDuplex extends Duplex {
  readonly #socket: Duplex;
  readonly #reader = new WebSocketReader();

  constructor(socket: Duplex) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.once('end', () => this.push(null));
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
    // Whoever reads hears of the end.
    this.on('error', () => undefined);
  }

  #take(bytes: Buffer): void {
    try {
      for (const part of this.#reader.read(bytes)) {
        if (part.kind === 'ping') writeMessage(this.#socket, OPCODES.pong, part.bytes);
        else if (part.kind === 'close') this.push(null);
        else if (!this.push(part.bytes)) this.#socket.pause();
      }
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  override _read(): void {
    this.#socket.resume();
  }
  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    if (writeMessage(this.#socket, OPCODES.binary, bytes)) done();
    else this.#socket.once('drain', () => done());
  }
  override _final(done: () => void): void {
    if (this.#socket.writable) this.#socket.end(closeFrame(CLOSE_CODES.normal));
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

/** False while the client has not taken what was written. */
export function writeMessage(socket: Duplex, opcode: Parameters<typeof frameHead>[0], bytes: Uint8Array): boolean {
  if (!socket.writable) return true;
  socket.cork();
  socket.write(frameHead(opcode, bytes.length));
  const hasRoom = socket.write(bytes);
  socket.uncork();
  return hasRoom;
}
