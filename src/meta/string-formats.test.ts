import { describe, expect, it } from 'vitest';
import { stringFormat } from './string-formats.ts';

/** Formats, what fits and what does not, as kube-openapi has it. */
const table: [format: string, good: string[], bad: string[]][] = [
  ['date', ['2024-02-29', '2000-02-29', '0001-01-01'], ['2023-02-29', '1900-02-29', '2024-13-01', '2024-1-1', '']],
  [
    'date-time',
    ['2024-01-01T00:00:00Z', '2024-01-01t00:00:00z', '2024-01-01T00:00:00.123456789+01:00'],
    ['2024-01-01T24:00:00Z', '2024-01-01T00:60:00Z', '2024-01-01T00:00:00', '2024-01-01', ''],
  ],
  ['ipv4', ['10.0.0.1', '010.0.0.1', '::ffff:1.2.3.4'], ['10.0.0.256', '::1', '1.2.3', '']],
  [
    'ipv6',
    ['::1', 'fe80::1', '::ffff:1.2.3.4'],
    ['10.0.0.1', 'fe80::zz', 'fe80::1%eth0', '::011.2.3.4', '00001::', ''],
  ],
  ['cidr', ['10.0.0.0/8', '10.0.0.1/8', 'fe80::/10'], ['10.0.0.0/33', '10.0.0.0', '/8', '']],
  [
    'mac',
    ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', '0123456789ab', '01:23:45:67:89:ab:cd:ef'],
    ['01:23:45', '01:23-45:67:89:ab', 'xx:23:45:67:89:ab', '0123.4567', ''],
  ],
  [
    'uri',
    ['https://a.b/c?d#e', '/just/a/path', 'mailto:x', 'http://[::1]:80/', 'a:b c', 'http://a:b@c', 'http://a<b'],
    ['not a uri', 'a/b', '', 'http://a b/', 'http://h:port/', '/%zz', 'http://a[@b', 'http://[::1'],
  ],
  [
    'email',
    ['a@b.c', 'A B <a@b.c>', 'A (c) <a@b>', '<a@b.c>', '"a b"@c.d', '"A, B" <a@b.c>'],
    ['nobody', '@b.c', 'a@', 'a b@c.d', 'A <a@b.c', ''],
  ],
  [
    'hostname',
    ['a', 'a-b.example.com', 'ä.example.com', '1.example.com'],
    ['a_b', '-a.example.com', 'a.b.c1', 'a..b', 'a.b.c', '', 'x'.repeat(64)],
  ],
  ['uuid', ['123E4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000'], ['123e4567', '']],
  ['uuid3', ['123e4567-e89b-32d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  [
    'uuid4',
    ['123e4567-e89b-42d3-a456-426614174000'],
    ['123e4567-e89b-42d3-c456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ],
  ['uuid5', ['123e4567-e89b-52d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  ['isbn', ['978-0321751041', '0321751043'], ['978-0321751042', '']],
  ['isbn10', ['0321751043', '0-8044-2957-X'], ['0321751044', '978-0321751041']],
  ['isbn13', ['978-0321751041'], ['0321751043']],
  ['creditcard', ['4111 1111 1111 1111', '4111-1111-1111-1111'], ['4111 1111 1111 1112', '1', '']],
  ['ssn', ['111-11-1111', '111 11 1111'], ['111111111', '1', '']],
  ['hexcolor', ['#fff', 'FFFFFF'], ['red', '#ffff', '']],
  ['rgbcolor', ['rgb(1,2,3)', 'rgb( 255 , 0 , 9 )'], ['rgb(256,0,0)', 'rgb(1,2)', 'rgb(01,2,3)', '']],
  ['byte', ['aGVsbG8=', 'aGVsbA=='], ['***', 'aGVsbG8', '=', '']],
  [
    'duration',
    ['1h30m', '-1.5h', '0', '3 days', '22 ns', 'in 2 weeks or so'],
    ['99999999999999999999 s', 'soon', '', '5', '1 x'],
  ],
  ['password', ['', 'anything'], []],
  ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['xyz', '507f1f77bcf86cd79943901']],
  ['k8s-short-name', ['a', 'a-1', 'x'.repeat(63)], ['A', '-a', 'a-', 'a.b', '', 'x'.repeat(64)]],
  ['k8s-long-name', ['a.b-1', 'x'.repeat(253)], ['a..b', 'A.b', '', 'x'.repeat(254)]],
];

describe('a string format', () => {
  it.each(table)('accepts and refuses what it should: %s', (format, good, bad) => {
    const fits = stringFormat(format) as (text: string) => boolean;
    expect(good.filter((text) => !fits(text))).toEqual([]);
    expect(bad.filter((text) => fits(text))).toEqual([]);
  });

  it('is found with or without dashes, and unknown ones are not found', () => {
    expect(stringFormat('datetime')).toBe(stringFormat('date-time'));
    expect(stringFormat('zip')).toBeUndefined();
    expect(stringFormat('')).toBeUndefined();
  });

  it('comes to an end with texts that are made to take long', () => {
    const hostile = [
      '1'.repeat(200_000),
      `${'1 '.repeat(100_000)}`,
      `"${'\\a'.repeat(100_000)}`,
      'a.'.repeat(100_000),
      '['.repeat(200_000),
    ];
    for (const [format] of table) {
      for (const text of hostile) expect(() => stringFormat(format)?.(text)).not.toThrow();
    }
  });
});
