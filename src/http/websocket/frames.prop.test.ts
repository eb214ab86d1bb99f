import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientFrames, frame, OPCODES } from './frames.ts';

/** A frame as clients send it. */
function masked(opcode: number, payload: Uint8Array, mask: Uint8Array): Buffer {
  const plain = Buffer.from(frame(opcode as 1, payload));
  const head = plain.subarray(0, plain.length - payload.length);
  head[1] = (head[1] as number) | 0x80;
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] as number))]);
}

const said = fc.record({
  opcode: fc.constantFrom(0, OPCODES.text, OPCODES.binary, OPCODES.ping, OPCODES.pong),
  length: fc.oneof(fc.nat(125), fc.nat(70_000)),
  mask: fc.uint8Array({ minLength: 4, maxLength: 4 }),
});

describe('what a client says over a WebSocket', () => {
  it('is passed over but for its pings, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 6 }), (messages, cuts) => {
        const pings: string[] = [];
        const wanted: string[] = [];
        const closed: number[] = [];
        const reader = new ClientFrames({
          ping: (payload) => void pings.push(Buffer.from(payload).toString('hex')),
          close: (code) => void closed.push(code),
        });
        const frames = messages.map(({ opcode, length, mask }, index) => {
          const payload = Buffer.alloc(opcode >= 8 ? length % 126 : length, index + 7);
          if (opcode === OPCODES.ping) wanted.push(payload.toString('hex'));
          return masked(opcode, payload, mask);
        });
        const bytes = Buffer.concat([...frames, masked(OPCODES.close, Buffer.alloc(2), Buffer.alloc(4))]);
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        for (const [at, from] of [0, ...places].entries()) reader.push(bytes.subarray(from, places[at]));
        expect([pings, closed]).toEqual([wanted, [1000]]);
      }),
    );
  });
  it.each([
    ['is not masked', Buffer.from([0x81, 1, 65])],
    ['is a ping of more than 125 bytes', Buffer.concat([Buffer.from([0x89, 0xfe, 0, 126]), Buffer.alloc(130)])],
  ])('ends it as a breach of the protocol when it %s', (_, bytes) => {
    const closed: number[] = [];
    new ClientFrames({ ping: () => undefined, close: (code) => void closed.push(code) }).push(bytes);
    expect(closed).toEqual([1002]);
  });
});
