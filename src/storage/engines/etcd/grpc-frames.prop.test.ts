import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, MessageReader } from './grpc-frames.ts';

describe('messages of gRPC', () => {
  it('are the same however the bytes are cut', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), sizes, (messages, cuts) => {
        let rest = Buffer.concat(messages.map(frame));
        const reader = new MessageReader();
        const read: Uint8Array[] = [];
        for (const size of [...cuts, rest.length]) {
          read.push(...reader.read(rest.subarray(0, size)));
          rest = rest.subarray(size);
        }
        expect(read.map((one) => [...one])).toEqual(messages.map((one) => [...one]));
      }),
    );
  });

  it('are refused when they are longer than anything', () => {
    expect(() => new MessageReader().read(Buffer.of(0, 0xff, 0xff, 0xff, 0xff))).toThrow(
      'a message of 4294967295 bytes',
    );
  });
});
