import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Clock } from '#meta';
import { Deadlines } from '../limits.ts';
import { Outlet } from '../outlet.ts';
import { Http1Response } from './http1-response.ts';

const clock = { now: () => 0, elapsed: () => 0 } as Clock;

it('goes on when a client that was slow reads again, also where the length of the body is known', async () => {
  const parts = Array.from({ length: 20 }, (_, i) => Buffer.alloc(10_000, 97 + i));
  const body = Buffer.concat(parts);
  // Takes less than a part before it wants somebody to read.
  const socket = new PassThrough({ highWaterMark: 1000 });
  const response = new Http1Response(socket as unknown as Socket, { clock, headOnly: false });
  const headers = { 'content-length': String(body.length) };
  const outlet = new Outlet(response, new Deadlines(clock, 60_000));
  async function* inParts(): AsyncGenerator<Uint8Array> {
    yield* parts;
  }
  const sent = outlet.send({ status: 200, headers, body: inParts() }, { headOnly: false });
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  await sent;
  socket.end();
  await new Promise((resolve) => socket.once('end', resolve));
  const all = Buffer.concat(received);
  expect(all.subarray(all.indexOf('\r\n\r\n') + 4).equals(body)).toBe(true);
});
