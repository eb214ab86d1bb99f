import { describe, expect, it } from 'vitest';
import { warningHeaders } from './serve.ts';

const read = (header: string): string => Buffer.from(header, 'latin1').toString();

describe('Warning headers', () => {
  it.each([
    ['plain text', '299 - "plain text"'],
    ['unknown field "spec.foo"', '299 - "unknown field \\"spec.foo\\""'],
    ['back\\slash', '299 - "back\\\\slash"'],
    ['two\r\nlines\u0000', '299 - "two  lines "'],
    ['größe', '299 - "größe"'],
  ])('hold %j', (text, expected) => {
    expect(warningHeaders([text]).map(read)).toEqual([expected]);
  });
  it('are whole as long as they are not too much together', () => {
    const texts = ['a'.repeat(4000), 'b'.repeat(96)];
    expect(warningHeaders(texts)).toEqual(texts.map((text) => `299 - "${text}"`));
  });
  it('are cut at 256 characters each, and never within one, when they are', () => {
    const texts = ['a'.repeat(4000), '🚢'.repeat(300), 'short'];
    expect(warningHeaders(texts).map(read)).toEqual([
      `299 - "${'a'.repeat(256)}"`,
      `299 - "${'🚢'.repeat(256)}"`,
      '299 - "short"',
    ]);
  });
  it('never fill a client’s memory', () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `unknown field "field-${index}"`);
    expect(warningHeaders(texts).join('').length).toBeLessThan(10_000);
  });
});
