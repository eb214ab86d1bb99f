import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { DecodeError } from '../version-codec.ts';
import { cborDocument, encodeCbor } from './encode-cbor.ts';
import { parseCbor } from './parse-cbor.ts';

const parse = (hex: string): Json => parseCbor(Buffer.from(hex.replaceAll(' ', ''), 'hex')).value;

/** Any CBOR that is well formed, and much that is not wanted. */
const item: fc.Arbitrary<Buffer> = fc.letrec<{ item: Buffer }>((tie) => {
  const byte = (major: number, info: number): Buffer => Buffer.from([(major << 5) | info]);
  const bytes = fc.uint8Array({ maxLength: 20 }).map((content) => Buffer.from(content));
  const list = fc.array(tie('item') as fc.Arbitrary<Buffer>, { maxLength: 5 });
  return {
    item: fc.oneof(
      { maxDepth: 4 },
      fc.integer({ min: 0, max: 23 }).map((info) => byte(0, info)),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => {
        const made = Buffer.alloc(9, 0x1b);
        made.writeBigUInt64BE(value, 1);
        return made;
      }),
      fc
        .tuple(fc.constantFrom(2, 3), bytes)
        .map(([major, content]) => Buffer.concat([byte(major, content.length), content])),
      fc.tuple(fc.constantFrom(0xf9, 0xfa, 0xfb), bytes).map(([head, content]) => {
        const length = 2 << (head - 0xf9);
        return Buffer.concat([Buffer.from([head]), Buffer.alloc(length, content.length === 0 ? '\0' : content)]);
      }),
      fc.integer({ min: 0, max: 31 }).map((info) => byte(7, info)),
      list.map((items) => Buffer.concat([byte(4, items.length), ...items])),
      list.map((items) => Buffer.concat([byte(4, 31), ...items, Buffer.from([0xff])])),
      list.map((items) => Buffer.concat([byte(5, items.length >> 1), ...items.slice(0, (items.length >> 1) * 2)])),
      fc
        .tuple(fc.constantFrom(0, 1, 2, 21, 22, 23), tie('item') as fc.Arbitrary<Buffer>)
        .map(([tag, content]) => Buffer.concat([byte(6, tag), content])),
    ),
  };
}).item;

describe('CBOR', () => {
  it('that we write is read again as it was', () => {
    const json = fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, (value) => {
        const again = parseCbor(cborDocument(value)).value;
        expect(again).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is either read or refused, whatever the bytes are', () => {
    const tried = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      item,
    );
    fc.assert(
      fc.property(tried, fc.nat(), (bytes, cut) => {
        for (const one of [bytes, bytes.subarray(0, cut % (bytes.length + 1))]) {
          try {
            JSON.stringify(parseCbor(one).value, (_, value) => (typeof value === 'bigint' ? String(value) : value));
          } catch (error) {
            expect(error).toBeInstanceOf(DecodeError);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('holds what JSON holds, whole numbers apart from fractions', () => {
    expect(parse('d9d9f7 a2 4161 01 6162 f5')).toEqual({ a: 1, b: true });
    expect(parse('bf 4161 9f 20 f6 ff ff')).toEqual({ a: [-1, null] });
    expect(parse('1b7fffffffffffffff')).toBe(2n ** 63n - 1n);
    expect(parse('f93e00')).toBe(1.5);
    expect(parse('fa47c35000')).toBe(100000);
    expect(parseCbor(Buffer.from('a14161f93c00', 'hex')).literals).toEqual(
      new Map([[{ a: 1 }, new Map([['a', '1.0']])]]),
    );
    expect(encodeCbor(1.5).toString('hex')).toBe('f93e00');
    expect(encodeCbor(0.1).toString('hex')).toBe('fb3fb999999999999a');
    expect(encodeCbor(3.4028234663852886e38).toString('hex')).toBe('fa7f7fffff');
    expect(encodeCbor(-(2n ** 63n)).toString('hex')).toBe('3b7fffffffffffffff');
  });

  it('turns bytes into the text that a tag wants them to be, and times into texts', () => {
    expect(parse('44 61e282 62')).toBe('a\ufffd\ufffdb');
    expect(parse('d6 43 010203')).toBe('AQID');
    expect(parse('d5 42 fbff')).toBe('-_8');
    expect(parse('d7 82 41ff 41 0a')).toEqual(['ff', '0a']);
    expect(parse('d7 a1 4161 4162')).toEqual({ '61': '62' });
    expect(parseCbor(Buffer.from('d7a141614162', 'hex'), { typed: true }).value).toEqual({ a: '62' });
    expect(parse('c0 74 323031332d30332d32315432303a30343a30305a')).toBe('2013-03-21T20:04:00Z');
    expect(parse('c1 1a514b67b0')).toBe('2013-03-21T20:04:00Z');
    expect(parse('c1 fb41d452d9ec200000')).toBe('2013-03-21T20:04:00.5Z');
  });

  it.each([
    ['', 'EOF'],
    ['41', 'unexpected EOF'],
    ['9b0000000100000000', 'cbor: exceeded max number of elements 2147483647 for CBOR array'],
    ['bb0000000000200001', 'cbor: exceeded max number of key-value pairs 2097152 for CBOR map'],
    ['5bffffffffffffffff', 'cbor: byte string length 18446744073709551615 is too large, causing integer overflow'],
    ['5b7fffffffffffffff', 'unexpected EOF'],
    ['81'.repeat(10_001), 'cbor: exceeded max nested level 10000'],
    ['0000', 'cbor: 1 bytes of extraneous data starting at index 1'],
    ['a2 4161 01 6161 02', 'cbor: found duplicate map key "a" at map element index 1'],
    ['a1 01 02', 'cbor: cannot unmarshal positive integer into Go value of type string'],
    [
      '1bffffffffffffffff',
      "cbor: cannot unmarshal positive integer into Go value of type int64 (18446744073709551615 overflows Go's int64)",
    ],
    ['f97e00', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN'],
    ['fa7f800000', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point infinity'],
    ['f7', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized'],
    ['f818', 'cbor: invalid simple value 24 for type primitives'],
    ['c2 41 01', 'cbor: data item of cbor type tag is not accepted by protocol: bignum'],
    ['61 ff', 'cbor: invalid UTF-8 string'],
    ['ff', 'cbor: unexpected "break" code'],
    ['bf 4161 ff', 'cbor: unexpected "break" code'],
    ['1c', 'cbor: invalid additional information 28 for type positive integer'],
    ['5f 61 61 ff', 'cbor: wrong element type UTF-8 text string for indefinite-length byte string'],
    ['5f 5f ff ff', 'cbor: indefinite-length byte string chunk is not definite-length'],
    ['c0 41 61', 'cbor: tag number 0 must be followed by text string, got byte string'],
    ['c1 61 61', 'cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string'],
  ])('refuses %s in the words of the real server', (hex, message) => {
    expect(() => parse(hex)).toThrow(message);
  });

  it('takes as little for what is deep or promises much as for other bytes', () => {
    expect(parse(`${'81'.repeat(9999)}80`)).toBeInstanceOf(Array);
    expect(() => parse('9a7fffffff'.repeat(100))).toThrow('unexpected EOF');
    const keys: Json = parse('a1 495f5f70726f746f5f5f a1 4161 01');
    expect(Object.keys(keys as object)).toEqual(['__proto__']);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
