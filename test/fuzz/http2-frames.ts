import { connect } from 'node:tls';
import { FRAME, frameBytes, PREFACE, type SentFrame } from '../../src/http2/testing/http2-peer.ts';
import type { Credentials } from '../support/client.ts';
import type { Random } from './random.ts';
import { damaged } from './values.ts';

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

function frame(random: Random, token: string): SentFrame {
  const type = random.chance(0.5) ? FRAME.headers : random.pick(Object.values(FRAME));
  const payload =
    type === FRAME.headers
      ? headers(random, token)
      : type === FRAME.data
        ? Buffer.from('{"metadata":{"name":"by-frame"}}')
        : Buffer.alloc(random.pick([0, 4, 5, 6, 8, 16, 1000]), random.below(256));
  const flags = random.chance(0.7) ? 0x5 : random.below(256);
  return { type, flags, stream: random.pick([0, 1, 1, 3, 5, 2, 0x7fffffff]), payload };
}

/** The beginning of a connection, then frames that may be anything. */
export function http2Bytes(random: Random, token: string): Buffer {
  const frames = Array.from({ length: 1 + random.below(8) }, () => frameBytes(frame(random, token)));
  const settings = frameBytes({ type: FRAME.settings });
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
