import { describe, expect, it } from 'vitest';
import { isMapped, parseStrictAddress, parseStrictPrefix } from './strict-address.ts';

const addresses: [text: string, value: bigint | string][] = [
  ['1.2.3.4', 0x01020304n],
  ['::', 0n],
  ['::ffff:1.2.3.4', 0xffff01020304n],
  ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n],
  ['', 'ParseAddr(""): unable to parse IP'],
  ['1.2.3', 'ParseAddr("1.2.3"): IPv4 address too short'],
  ['1.2.3.4.5', 'ParseAddr("1.2.3.4.5"): IPv4 address too long'],
  ['01.2.3.4', 'ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero'],
  ['256.2.3.4', 'ParseAddr("256.2.3.4"): IPv4 field has value >255'],
  ['1::2::3', 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ['12345::', 'ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")'],
  ['::1%', 'ParseAddr("::1%"): zone must be a non-empty string'],
];

const prefixes: [text: string, bits: number | string][] = [
  ['10.0.0.0/8', 8],
  ['::/128', 128],
  ['10.0.0.0', 'netip.ParsePrefix("10.0.0.0"): no \'/\''],
  ['10.0.0.0/33', 'netip.ParsePrefix("10.0.0.0/33"): prefix length out of range'],
  ['10.0.0.0/08', 'netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"'],
  ['::1%a/8', 'netip.ParsePrefix("::1%a/8"): IPv6 zones cannot be present in a prefix'],
];

describe('an address', () => {
  it.each(addresses)('%j is %s', (text, expected) => {
    const address = parseStrictAddress(text);
    expect(typeof address === 'string' ? address : address.value).toBe(expected);
  });

  it('keeps its zone, and knows an IPv4 address in IPv6', () => {
    expect(parseStrictAddress('fe80::1%en0')).toMatchObject({ zone: 'en0' });
    const mapped = parseStrictAddress('::ffff:1.2.3.4');
    expect(typeof mapped !== 'string' && isMapped(mapped)).toBe(true);
  });
});

describe('a network', () => {
  it.each(prefixes)('%j is %s', (text, expected) => {
    const prefix = parseStrictPrefix(text);
    expect(typeof prefix === 'string' ? prefix : prefix.bits).toBe(expected);
  });
});
