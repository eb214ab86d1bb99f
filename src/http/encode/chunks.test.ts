import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chunks } from './chunks.ts';

it('gives back in order what was added, in chunks of a bounded size', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.uint8Array({ maxLength: 50 }),
    fc.integer({ min: 1, max: 3 * Chunks.SIZE }).map((length) => 'é'.repeat(length / 2)),
    fc.constantFrom(Chunks.SIZE - 1, Chunks.SIZE, Chunks.SIZE + 1).map((length) => Buffer.alloc(length, 'x')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const chunks = new Chunks();
      const out: Uint8Array[] = [];
      for (const each of pieces) {
        if (typeof each === 'string') chunks.add(each);
        else chunks.addPart(Buffer.concat([Buffer.from('<'), each, Buffer.from('>')]), 1, each.length + 1);
        out.push(...chunks.take());
      }
      out.push(...chunks.finish());
      const expected = Buffer.concat(pieces.map((each) => Buffer.from(each as string)));
      expect(Buffer.concat(out).equals(expected)).toBe(true);
      const largest = Math.max(Chunks.SIZE, ...pieces.map((each) => Buffer.byteLength(each)));
      expect(out.every(({ length }) => length > 0 && length <= largest)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
it('holds small pieces back until there is enough', () => {
  const chunks = new Chunks();
  chunks.add('a');
  expect(chunks.take()).toEqual([]);
  expect(Buffer.concat(chunks.finish()).toString()).toBe('a');
  expect(chunks.finish()).toEqual([]);
});
