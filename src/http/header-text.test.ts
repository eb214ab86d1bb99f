import { describe, expect, it } from 'vitest';
import { escapedTarget, headerText } from './header-text.ts';

const sent = (...bytes: number[]): string => Buffer.from(bytes).toString('latin1');

describe('the text of a header', () => {
  it.each([
    ['plain', 'kubectl/v1', 'kubectl/v1'],
    ['of other alphabets', Buffer.from('żółw 🐢').toString('latin1'), 'żółw 🐢'],
    ['with a byte that is none', sent(0x61, 0xff, 0x62), 'a\uFFFDb'],
    ['that breaks off in a character', sent(0x61, 0xe2, 0x82), 'a\uFFFD\uFFFD'],
    ['with a surrogate', sent(0xed, 0xa0, 0x80), '\uFFFD\uFFFD\uFFFD'],
    ['with both', sent(0xc3, 0xa9, 0xc3), 'é\uFFFD'],
  ])('%s', (_, value, text) => {
    expect(headerText(value)).toBe(text);
  });
});

describe('the target of a request', () => {
  it.each([
    ['is kept where it is ASCII', '/api/v1/pods/%C3%A9?a=b c', '/api/v1/pods/%C3%A9?a=b c'],
    ['has its other bytes escaped', Buffer.from('/caf\u00e9?a=\u017c').toString('latin1'), '/caf%C3%A9?a=%C5%BC'],
    ['may have bytes that are no text', sent(0x2f, 0xe9), '/%E9'],
  ])('%s', (_, target, escaped) => {
    expect(escapedTarget(target)).toBe(escaped);
  });
});
