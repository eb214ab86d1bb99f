import { connect } from 'node:tls';
import type { Credentials } from '../support/client.ts';
import type { Random } from './random.ts';
import { damaged } from './values.ts';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const TYPES = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

function bytesOf({ type, flags, stream, payload }: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header that no table has. */
function literal(name: string, value: string): Buffer {
  const [first, second] = [Buffer.from(name), Buffer.from(value)];
  return Buffer.concat([Buffer.from([0, first.length]), first, lengthOf(second.length), second]);
}

function lengthOf(length: number): Buffer {
  if (length < 127) return Buffer.from([length]);
  const rest = length - 127;
  return Buffer.from([127, (rest & 127) | (rest > 127 ? 128 : 0), ...(rest > 127 ? [rest >> 7] : [])]);
}

function headers(random: Random, token: string): Buffer {
  const path = random.pick(['/api/v1/namespaces/fuzz/configmaps', '/version', '/api', '//', '*', '']);
  const fields: [string, string][] = [
    [':method', random.pick(['GET', 'POST', 'CONNECT', 'PATCH', ''])],
    [':scheme', 'https'],
    [':path', path],
    [':authority', 'x'],
    ['authorization', `Bearer ${token}`],
    ['content-type', 'application/json'],
    ...(random.chance(0.3) ? [[':status', '200'] as [string, string], ['Upper', 'x'] as [string, string]] : []),
    ...(random.chance(0.2) ? [['connection', 'close'] as [string, string]] : []),
  ];
  return Buffer.concat(fields.filter(() => random.chance(0.95)).map(([name, value]) => literal(name, value)));
}

function frame(random: Random, token: string): Frame {
  const type = random.chance(0.5) ? TYPES.headers : random.pick(Object.values(TYPES));
  const payload =
    type === TYPES.headers
      ? headers(random, token)
      : type === TYPES.data
        ? Buffer.from('{"metadata":{"name":"by-frame"}}')
        : Buffer.alloc(random.pick([0, 4, 5, 6, 8, 16, 1000]), random.below(256));
  const flags = random.chance(0.7) ? 0x5 : random.below(256);
  return { type, flags, stream: random.pick([0, 1, 1, 3, 5, 2, 0x7fffffff]), payload };
}

/** The beginning of a connection, then frames that may be anything. */
export function http2Bytes(random: Random, token: string): Buffer {
  const frames = Array.from({ length: 1 + random.below(8) }, () => bytesOf(frame(random, token)));
  const settings = bytesOf({ type: TYPES.settings, flags: 0, stream: 0, payload: Buffer.alloc(0) });
  const bytes = Buffer.concat([PREFACE, settings, ...frames]);
  return random.chance(0.4) ? damaged(random, bytes) : bytes;
}

/** Sends the bytes; resolves when the connection has ended, or has said nothing for a moment. */
export function sendFrames({ url, ca }: Credentials, bytes: Buffer): Promise<void> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), ca, timeout: 50, ALPNProtocols: ['h2'] }, () =>
      socket.write(bytes),
    );
    socket.on('data', () => {});
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}
