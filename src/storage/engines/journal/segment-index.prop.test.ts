import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HEAD_SIZE, type PlacedHead } from './record.ts';
import { headsIn, readIndex, segmentIndex } from './segment-index.ts';

const uint32 = fc.nat({ max: 0xfffffffe });
const revision = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const head = fc
  .record({
    kind: fc.constantFrom('value' as const, 'removal' as const),
    key: fc.oneof(fc.constantFrom('/registry/pods/default/a'), fc.string({ unit: 'binary', minLength: 1 })),
    revision,
    previous: revision,
    expires: uint32,
    size: uint32,
    valueCheck: uint32,
    at: uint32,
  })
  .map(({ size, ...rest }): PlacedHead => {
    const valueSize = rest.kind === 'removal' ? 0 : size;
    const valueAt = rest.at + HEAD_SIZE + Buffer.byteLength(rest.key);
    return { ...rest, last: true, valueSize, valueAt, end: valueAt + valueSize };
  });

it('tells the records of a segment as they were, whatever follows it', () => {
  fc.assert(
    fc.property(fc.array(head), fc.uint8Array({ maxLength: 40 }), (heads, behind) => {
      const index = readIndex(Buffer.concat([segmentIndex(heads), behind]));
      expect(index && [...headsIn(index)]).toEqual(heads);
    }),
  );
});

it('is none when a byte of it is wrong or missing', () => {
  fc.assert(
    fc.property(fc.array(head, { maxLength: 5 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (heads, place, flip) => {
      const bytes = segmentIndex(heads);
      expect(readIndex(bytes.subarray(0, place % bytes.length))).toBeUndefined();
      const at = place % bytes.length;
      bytes[at] = (bytes[at] as number) ^ flip;
      expect(readIndex(bytes)).toBeUndefined();
    }),
  );
});
