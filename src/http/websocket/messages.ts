import { type HttpCall, type Reply, textReply } from '../call.ts';
import { frame, OPCODES } from './frames.ts';
import { webSocketHandshake } from './handshake.ts';

type Framing = (piece: Uint8Array) => Uint8Array;

const binary: Framing = (piece) => frame(OPCODES.binary, piece);
/** What a client may ask for; `''` where it names none. k8s: streaming/httpstream/wsstream NewDefaultReaderProtocols */
const framings: ReadonlyMap<string, Framing> = new Map([
  ['', binary],
  ['binary.k8s.io', binary],
  ['base64.binary.k8s.io', (piece) => frame(OPCODES.text, Buffer.from(Buffer.from(piece).toString('base64')))],
]);

/** An answer as the messages of a WebSocket, a piece in each. One that tells of a failure goes as it is. */
export function inMessages(call: HttpCall, reply: Reply): Reply {
  if (reply.status !== 200) return reply;
  const handshake = webSocketHandshake(call);
  if ('refused' in handshake) return handshake.refused;
  const protocol = String(handshake.accepted['sec-websocket-protocol'] ?? '');
  const framing = framings.get(protocol);
  if (framing === undefined) {
    const known = [...framings.keys()].join(' ');
    return textReply(400, `requested protocol(s) are not supported: [${protocol}]; supports [${known}]\n`);
  }
  return { status: 101, headers: handshake.accepted, body: framed(reply.body, framing) };
}

async function* framed(body: Reply['body'], framing: Framing): AsyncGenerator<Uint8Array> {
  const pieces = body instanceof Uint8Array ? [body] : body;
  for await (const piece of pieces) if (piece.length > 0) yield framing(piece);
}
