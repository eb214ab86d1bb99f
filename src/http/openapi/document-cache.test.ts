import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DocumentCache, unpacked } from './document-cache.ts';

const pieces =
  (...texts: string[]) =>
  async () =>
    texts;
const textOf = (packed: Uint8Array): string => gunzipSync(packed).toString();

describe('the documents that are kept', () => {
  it('are made once, also for those who ask at the same time', async () => {
    const cache = new DocumentCache();
    let made = 0;
    const make = async () => {
      made++;
      return ['a', 'b', new Uint8Array([0x63])];
    };
    const [one, other] = await Promise.all([cache.get('k', make), cache.get('k', make)]);
    expect(textOf(one)).toBe('abc');
    expect(other).toBe(one);
    expect(await cache.get('k', make)).toBe(one);
    expect(made).toBe(1);
  });

  it('are made again after a failure', async () => {
    const cache = new DocumentCache();
    await expect(cache.get('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(textOf(await cache.get('k', pieces('a')))).toBe('a');
  });

  it('do not grow without end: the one that was asked for longest ago goes', async () => {
    const cache = new DocumentCache();
    // What is random does not pack.
    const large = async () => [randomBytes(6 * 1024 * 1024)];
    const first = await cache.get('1', large);
    const second = await cache.get('2', large);
    expect(await cache.get('1', large)).toBe(first);
    await cache.get('3', large);
    expect(await cache.get('1', large)).toBe(first);
    expect(await cache.get('2', large)).not.toBe(second);
  });

  it.each([10, 3_000_000])('are unpacked for those who do not read gzip (%i bytes)', async (length) => {
    const document = randomBytes(length);
    const body = await unpacked(await new DocumentCache().get('k', async () => [document]));
    const parts: Uint8Array[] = [];
    if (body instanceof Uint8Array) parts.push(body);
    else for await (const part of body) parts.push(part);
    expect(Buffer.concat(parts).equals(document)).toBe(true);
  });
});
