import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a port, and can be closed: what is under way then is held back, as if a cable were pulled. */
export class TcpGate implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isOpen = true;

  private constructor(target: number) {
    this.#server = createServer((incoming) => this.#join(incoming, target));
  }
  static async before(target: number): Promise<TcpGate> {
    const gate = new TcpGate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }
  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Nothing goes through; nobody is told. */
  shut(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }
  /** What was held back is lost with its connection, as after a long time without a network. */
  open(): void {
    this.#isOpen = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(incoming: Socket, target: number): void {
    this.#keep(incoming);
    // Who comes while it is shut gets no answer.
    if (!this.#isOpen) return void incoming.pause();
    const outgoing = this.#keep(connect(target, '127.0.0.1'));
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
    incoming.once('close', () => outgoing.destroy());
    outgoing.once('close', () => incoming.destroy());
  }
  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
