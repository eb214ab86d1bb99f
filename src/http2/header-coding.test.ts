import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Http2Error } from './frames.ts';
import { HeaderDecoder } from './header-decoder.ts';
import { encodedHeaders, integer } from './header-encoder.ts';
import type { HeaderField } from './header-table.ts';

const HEADERS_BYTES = 65_536;
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

interface Example {
  readonly bytes: string;
  readonly fields: readonly HeaderField[];
  /** The size of the table afterwards. */
  readonly table: number;
}

const site: HeaderField = [':authority', 'www.example.com'];
const get: HeaderField = [':method', 'GET'];
const overHttp: readonly HeaderField[] = [get, [':scheme', 'http'], [':path', '/'], site];
const overHttps: readonly HeaderField[] = [get, [':scheme', 'https'], [':path', '/index.html'], site];
const requests = [
  { fields: overHttp, table: 57 },
  { fields: [...overHttp, ['cache-control', 'no-cache']], table: 110 },
  { fields: [...overHttps, ['custom-key', 'custom-value']], table: 164 },
] as const;
const moved = (status: string, second: number): readonly HeaderField[] => [
  [':status', status],
  ['cache-control', 'private'],
  ['date', `Mon, 21 Oct 2013 20:13:2${second} GMT`],
  ['location', 'https://www.example.com'],
];
const cookie: HeaderField = ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'];
const responses = [
  { fields: moved('302', 1), table: 222 },
  { fields: moved('307', 1), table: 222 },
  { fields: [...moved('200', 2), ['content-encoding', 'gzip'], cookie], table: 215 },
] as const;
const withBytes = (examples: readonly Omit<Example, 'bytes'>[], bytes: readonly string[]): readonly Example[] =>
  examples.map((example, at) => ({ ...example, bytes: bytes[at] as string }));

/** RFC 7541, appendix C. */
const examples: readonly [name: string, limit: number, examples: readonly Example[]][] = [
  [
    'C.2.1, a literal that is kept',
    4096,
    [
      {
        bytes: '400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572',
        fields: [['custom-key', 'custom-header']],
        table: 55,
      },
    ],
  ],
  [
    'C.2.2, a literal that is not kept',
    4096,
    [{ bytes: '040c 2f73 616d 706c 652f 7061 7468', fields: [[':path', '/sample/path']], table: 0 }],
  ],
  [
    'C.2.3, a literal that is never kept',
    4096,
    [{ bytes: '1008 7061 7373 776f 7264 0673 6563 7265 74', fields: [['password', 'secret']], table: 0 }],
  ],
  ['C.2.4, a number', 4096, [{ bytes: '82', fields: [get], table: 0 }]],
  [
    'C.3, requests',
    4096,
    withBytes(requests, [
      '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '8286 84be 5808 6e6f 2d63 6163 6865',
      '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
    ]),
  ],
  [
    'C.4, requests in Huffman code',
    4096,
    withBytes(requests, [
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ]),
  ],
  [
    'C.5, responses and a small table',
    256,
    withBytes(responses, [
      `4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d
       546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d`,
      '4803 3330 37c1 c0bf',
      `88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f
       6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b
       2076 6572 7369 6f6e 3d31`,
    ]),
  ],
  [
    'C.6, responses in Huffman code',
    256,
    withBytes(responses, [
      `4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7
       8f0b 97c8 e9ae 82ae 43d3`,
      '4883 640e ffc1 c0bf',
      `88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335
       dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07`,
    ]),
  ],
];

describe('headers of HTTP/2', () => {
  it.each(examples)('are those of %s', (_, limit, parts) => {
    const decoder = new HeaderDecoder({ tableBytes: limit, headersBytes: HEADERS_BYTES });
    for (const { bytes, fields, table } of parts) {
      expect(decoder.decode(hex(bytes.replaceAll('\n', ''))).fields).toEqual(fields);
      expect(decoder.tableSize).toBe(table);
    }
  });

  it('have numbers as in C.1', () => {
    expect(integer(10, { bits: 5, first: 0 })).toEqual(hex('0a'));
    expect(integer(1337, { bits: 5, first: 0 })).toEqual(hex('1f9a0a'));
    expect(integer(42, { bits: 8, first: 0 })).toEqual(hex('2a'));
  });

  it('are read as they were written', () => {
    const name = fc.constantFrom(':path', ':method', 'te', 'token', 'user-agent', 'x');
    const value = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (fields) => {
        expect(new HeaderDecoder({ headersBytes: HEADERS_BYTES }).decode(encodedHeaders(fields)).fields).toEqual(
          fields,
        );
      }),
    );
  });

  it('take few bytes for what both sides know', () => {
    expect(encodedHeaders([[':method', 'POST']])).toEqual(hex('83'));
    expect(encodedHeaders([[':status', '200']])).toEqual(hex('88'));
  });

  it('that name something kept mean it as it is then', () => {
    const decoder = new HeaderDecoder({ headersBytes: HEADERS_BYTES });
    decoder.decode(hex('4001 61 01 31'));
    expect(decoder.decode(hex('be')).fields).toEqual([['a', '1']]);
    decoder.decode(hex('4001 61 01 32'));
    expect(decoder.decode(hex('be')).fields).toEqual([['a', '2']]);
  });

  it('leave nothing kept when the other side has agreed to keep nothing', () => {
    const decoder = new HeaderDecoder({ headersBytes: HEADERS_BYTES });
    decoder.decode(hex('4001 61 01 31'));
    decoder.limitTable(0);
    expect(decoder.tableSize).toBe(0);
    expect(() => decoder.decode(hex('be'))).toThrow('there is no header 62');
    expect(decoder.decode(hex('20 4001 61 01 31')).fields).toEqual([['a', '1']]);
    expect(decoder.tableSize).toBe(0);
  });

  it.each([
    ['a number that is none', '80', 'there is no header 0'],
    ['a number that nobody knows', 'ff 0a', 'there is no header 137'],
    ['a number without an end', 'ff ff ff ff ff ff', 'a number is too large'],
    ['a number that is cut off', 'ff', 'headers are cut off'],
    ['a text that is cut off', '00 05 61', 'a text is cut off'],
    ['a text that is not there', '00', 'headers are cut off'],
    ['Huffman code with a whole byte of filler', '00 82 1f ff 00', 'a text is no Huffman code'],
    ['Huffman code with zeros as filler', '00 81 18 00', 'a text is no Huffman code'],
    ['Huffman code with its end inside', '00 84 ff ff ff ff 00', 'a text is no Huffman code'],
    ['a table that is too large', '3f e2 1f', 'a table of 4097 bytes, where 4096 are allowed'],
    ['a table that changes too late', '82 20', 'in the midst of headers'],
  ])('are refused for %s', (_, bytes, message) => {
    const decode = (): unknown => new HeaderDecoder({ headersBytes: HEADERS_BYTES }).decode(hex(bytes));
    expect(decode).toThrow(Http2Error);
    expect(decode).toThrow(message);
  });

  it('are refused when few bytes stand for very many', () => {
    const decoder = new HeaderDecoder({ headersBytes: HEADERS_BYTES });
    decoder.decode(Buffer.concat([hex('4001 61'), integer(4000, { bits: 7, first: 0 }), Buffer.alloc(4000, 'x')]));
    const most = Math.floor(HEADERS_BYTES / 4033);
    expect(decoder.decode(Buffer.alloc(most, 0xbe))).toMatchObject({ fields: { length: most }, isTooLarge: false });
    expect(decoder.decode(Buffer.alloc(most + 1, 0xbe))).toMatchObject({ fields: { length: most }, isTooLarge: true });
    expect(() => decoder.decode(Buffer.alloc(100, 0xbe))).toThrow('headers of more than 65536 bytes');
  });

  it('that may be any bytes are decoded or refused, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (blocks) => {
        const decoder = new HeaderDecoder({ headersBytes: HEADERS_BYTES });
        try {
          for (const block of blocks) expect(decoder.decode(Buffer.from(block)).fields.length).toBeLessThanOrEqual(40);
        } catch (error) {
          expect(error).toBeInstanceOf(Http2Error);
        }
        expect(decoder.tableSize).toBeLessThanOrEqual(4096);
      }),
      { numRuns: 500 },
    );
  });
});
