import { describe, expect, it } from 'vitest';
import { chunkOf } from './chunked.ts';

const text = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString();

describe('a chunk', () => {
  it('has its length in front, in hexadecimal digits, and a line end behind it', () => {
    expect(text(chunkOf(Buffer.from('an event of 19 bytes'.slice(0, 19))))).toBe('13\r\nan event of 19 byte\r\n');
  });

  it('is made once for those who send the same part one after the other', () => {
    const part = Buffer.from('a');
    const chunk = chunkOf(part);
    expect(chunkOf(part)).toBe(chunk);
    expect(text(chunkOf(Buffer.from('b')))).toBe('1\r\nb\r\n');
    expect(text(chunkOf(part))).toBe('1\r\na\r\n');
  });

  it('is not copied where it is large', () => {
    const part = Buffer.alloc(100_000, 'x');
    expect(chunkOf(part)[1]).toBe(part);
    expect(text(chunkOf(part))).toBe(`186a0\r\n${part}\r\n`);
  });
});
