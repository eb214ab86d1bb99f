import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, closeFrame, OPCODES } from '#http';
import { apiErrors, type Clock, type Query } from '#meta';
import { WebSocketReader } from '../websocket/frame-reader.ts';
import { writeMessage } from '../websocket/websocket-duplex.ts';
import { ChannelCodec, type ChannelCoding } from './channel-codec.ts';
import { dial, type ForwardedPod, portFault } from './port-forward.ts';

/** Two channels for each, and a channel is one byte. */
const MOST_PORTS = 127;

interface ChannelSettings {
  /** The ports that the request names, in their order. */
  readonly ports: readonly number[];
  readonly coding: ChannelCoding;
  readonly clock: Clock;
}

/** `?ports=80,81&ports=82`. k8s: cri-streaming/portforward NewV4Options */
export function forwardedPorts(query: Query): readonly number[] {
  const texts = query.get('ports') ?? [];
  if (texts.length === 0) throw apiErrors.badRequest('query parameter "port" is required');
  const ports = texts.flatMap((text) => text.split(','));
  const wrong = ports.map(portFault).find((fault) => fault !== undefined);
  if (wrong !== undefined) throw apiErrors.badRequest(wrong);
  if (ports.length > MOST_PORTS) throw apiErrors.badRequest(`at most ${MOST_PORTS} ports can be forwarded`);
  return ports.map(Number);
}

/**
 * Forwards the ports that a request names over one WebSocket: of each two channels the first has the bytes, the second what
 * goes wrong, and both begin with the number of the port. One connection for each port, and it is over with them.
 * k8s: cri-streaming/portforward/websocket.go
 */
export async function serveChannelPortForward(
  connection: Duplex,
  pod: ForwardedPod,
  { ports, coding, clock }: ChannelSettings,
): Promise<void> {
  const codec = new ChannelCodec(coding);
  const over = new AbortController();
  const say = (channel: number, bytes: Uint8Array): boolean =>
    writeMessage(connection, coding === 'base64' ? OPCODES.text : OPCODES.binary, codec.encode(channel, bytes));
  const sockets: Promise<Socket | undefined>[] = ports.map((port, at) => {
    for (const channel of [2 * at, 2 * at + 1]) say(channel, Buffer.from([port & 0xff, port >> 8]));
    return pod
      .address(port)
      .then((place) => dial(place, { clock, signal: over.signal }))
      .catch((error: Error) => {
        const message = `error forwarding port ${port} to pod ${pod.name}, uid ${pod.uid}: ${error.message}`;
        say(2 * at + 1, Buffer.from(message));
        return undefined;
      });
  });
  const answers = sockets.map(async (opening, at) => {
    const socket = await opening;
    if (socket !== undefined) await sendBack(socket, connection, (bytes) => say(2 * at, bytes));
  });
  void Promise.all(answers).then(() => connection.writable && connection.end(closeFrame(CLOSE_CODES.normal)));
  await readChannels(connection, codec, sockets);
  over.abort();
  for (const opening of sockets) (await opening)?.destroy();
  connection.destroy();
}

/** What the process says, no faster than the client takes it. */
function sendBack(socket: Socket, connection: Duplex, say: (bytes: Buffer) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => void socket.resume();
    connection.on('drain', goOn);
    socket.on('data', (bytes: Buffer) => say(bytes) || socket.pause());
    socket.on('error', () => socket.destroy());
    socket.once('end', () => socket.end());
    socket.once('close', () => {
      connection.off('drain', goOn);
      resolve();
    });
  });
}

/** What the client says, one piece after the other, until it says no more. */
async function readChannels(
  connection: Duplex,
  codec: ChannelCodec,
  sockets: readonly Promise<Socket | undefined>[],
): Promise<void> {
  const reader = new WebSocketReader();
  try {
    for await (const bytes of connection) {
      for (const part of reader.read(bytes as Buffer)) {
        if (part.kind === 'close') return;
        if (part.kind === 'ping') writeMessage(connection, OPCODES.pong, part.bytes);
        else await pass(codec.decode(part), sockets);
      }
    }
  } catch {
    // However the connection ends, so does all that it carried.
  }
}

/** The second channel of a port is not for the client to say anything. */
async function pass(
  { channel, bytes }: ReturnType<ChannelCodec['decode']>,
  sockets: readonly Promise<Socket | undefined>[],
): Promise<void> {
  const socket = channel % 2 === 0 ? await sockets[channel / 2] : undefined;
  if (socket === undefined || !socket.writable || bytes.length === 0 || socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.once('drain', done);
    socket.once('close', done);
  });
}
