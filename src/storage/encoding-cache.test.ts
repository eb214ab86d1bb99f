import { describe, expect, it } from 'vitest';
import { EncodingCache } from './encoding-cache.ts';
import { Entry } from './entry.ts';

const entryIn = (cache: EncodingCache, key: string): Entry =>
  new Entry(key, 1, new Uint8Array(1000)).within({ prefix: '', encodings: cache });

describe('what was made of entries', () => {
  it('is made once while there is room, and again when others have taken it', () => {
    const cache = new EncodingCache(100_000);
    let made = 0;
    const make = (): Uint8Array => {
      made++;
      return new Uint8Array(1000);
    };
    const [first, ...others] = Array.from({ length: 500 }, (_, at) => entryIn(cache, String(at))) as [Entry];
    first.cached('a', make);
    first.cached('a', make);
    expect(made).toBe(1);
    for (const other of others) (other as Entry).cached('a', make);
    expect(made).toBe(500);
    first.cached('a', make);
    expect(made).toBe(501);
  });
  it('stays when it is asked for again and again', () => {
    const cache = new EncodingCache(100_000);
    const used = entryIn(cache, 'used');
    const bytes = used.cached('a', () => new Uint8Array(1000));
    for (let at = 0; at < 500; at++) {
      entryIn(cache, String(at)).cached('a', () => new Uint8Array(1000));
      expect(used.cached('a', () => new Uint8Array(0))).toBe(bytes);
    }
  });
  it('never takes more than its room, whatever the entries are', () => {
    const cache = new EncodingCache(100_000);
    const entries = Array.from({ length: 500 }, (_, at) => entryIn(cache, String(at)));
    for (const entry of entries) for (const name of ['a', 'b']) entry.cached(name, () => new Uint8Array(at(entry)));
    const kept = entries.flatMap((entry) => (['a', 'b'].some((name) => entry.isCached(name)) ? [entry] : []));
    // An entry counts too: it may be gone from the store.
    expect(kept.length * 1000).toBeLessThan(100_000);
    expect(kept.length).toBeGreaterThan(5);
  });
  it.each([true, false])('is not kept when it could not be made (with a cache: %s)', async (within) => {
    const alone = new Entry('a', 1, new Uint8Array(10));
    const entry = within ? alone.within({ prefix: '', encodings: new EncodingCache(1000) }) : alone;
    const failing = entry.cached('a', async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await entry.cached('a', async () => 'yes')).toBe('yes');
  });
  it('knows things of one entry apart by their names', () => {
    const entry = entryIn(new EncodingCache(100_000), 'a');
    const [one, two] = [new Uint8Array(1), new Uint8Array(2)];
    expect([entry.cached('one', () => one), entry.cached('two', () => two)]).toEqual([one, two]);
    expect([entry.cached('one', () => two), entry.cached('two', () => one)]).toEqual([one, two]);
    expect(entry.isCached('three')).toBe(false);
  });
});

const at = ({ key }: Entry): number => 100 + Number(key);
