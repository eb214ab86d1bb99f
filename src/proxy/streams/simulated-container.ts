import type { Duplex } from 'node:stream';
import { CLOSE_CODES, closeFrame, OPCODES } from '#http';
import { type JsonObject, nextTurn } from '#meta';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';
import { WebSocketReader } from '../websocket/frame-reader.ts';
import { writeMessage } from '../websocket/websocket-duplex.ts';
import { ChannelCodec } from './channel-codec.ts';

/** What is said to who wants to run something where nothing runs. */
export interface SimulatedAnswer {
  /** For the eyes of a person. */
  readonly text: string;
  /** Where a person sees it: what a terminal shows is one stream. */
  readonly on: 'stdout' | 'stderr';
  /** How it ended. */
  readonly status: JsonObject;
  /** The streams that the client will open. */
  readonly streams: readonly string[];
}

/** Not found or not executable, as shells say it. */
const EXIT_CODE = '126';

/** As the runtime tells that a command has failed. k8s: remotecommand NonZeroExitCodeReason */
export const failedStatus: JsonObject = {
  metadata: {},
  status: 'Failure',
  message: `command terminated with non-zero exit code: exit status ${EXIT_CODE}`,
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: EXIT_CODE }] },
};
export const succeededStatus: JsonObject = { metadata: {}, status: 'Success' };

/** Channels of a WebSocket: the first byte of each message. */
const CHANNEL = { stdout: 1, stderr: 2, status: 3 } as const;

/** Since `v4` the end is told as a Status; before, a failure was told as a text. k8s: cri-streaming/remotecommand */
export function answerWebSocket(
  connection: Duplex,
  { text, on, status }: SimulatedAnswer,
  protocol: string,
): Promise<void> {
  const isText = protocol.includes('base64.');
  const codec = new ChannelCodec(isText ? 'base64' : 'binary');
  const say = (channel: number, words: string): void =>
    void writeMessage(connection, isText ? OPCODES.text : OPCODES.binary, codec.encode(channel, Buffer.from(words)));
  say(CHANNEL[on], text);
  if (/^v[45]\./.test(protocol)) say(CHANNEL.status, JSON.stringify(status));
  else if (status.status !== succeededStatus.status) say(CHANNEL.status, String(status.message));
  connection.end(closeFrame(CLOSE_CODES.normal));
  return untilClosed(connection);
}

/** What the client still says is passed over; it closes when it has heard us. */
function untilClosed(connection: Duplex): Promise<void> {
  const reader = new WebSocketReader();
  return new Promise((resolve) => {
    connection.on('data', (bytes: Buffer) => {
      try {
        for (const part of reader.read(bytes)) if (part.kind === 'close') connection.destroy();
      } catch {
        connection.destroy();
      }
    });
    connection.once('end', () => connection.destroy());
    connection.once('error', () => resolve());
    connection.once('close', () => resolve());
  });
}

/** Answers when the client has opened all its streams. */
export async function answerSpdy(connection: Duplex, answer: SimulatedAnswer): Promise<void> {
  const open = new Map<string, SpdyStream>();
  const spdy = new SpdyConnection(connection, (stream) => {
    open.set(stream.headers.get('streamtype') ?? '', stream.resume());
    if (answer.streams.every((kind) => open.has(kind))) void say(open, answer).then(() => spdy.end());
    return undefined;
  });
  await spdy.run();
}

async function say(open: ReadonlyMap<string, SpdyStream>, { text, on, status }: SimulatedAnswer): Promise<void> {
  // The reply to the last stream goes first.
  await nextTurn();
  const spoken: readonly (readonly [string, string])[] = [
    [on, text],
    ['error', JSON.stringify(status)],
  ];
  for (const [kind, words] of spoken) {
    const stream = open.get(kind);
    if (stream !== undefined) await new Promise<void>((resolve) => stream.end(words, () => resolve()));
  }
  for (const stream of open.values()) stream.end();
}
