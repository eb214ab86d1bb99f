import { describe, expect, it } from 'vitest';
import { EncodingCache } from './encoding-cache.ts';
import { Compacted, DamagedRecord, type RowName, StorageFailure, type Stored } from './engine.ts';
import { Entry, type EntryHome } from './entry.ts';
import { RecentValues } from './recent-values.ts';

/** A home whose values are read from a map; it tells which were. */
function homeOf(limitBytes: number): { home: EntryHome; stored: Map<string, Stored>; read: string[] } {
  const stored = new Map<string, Stored>();
  const read: string[] = [];
  const take = ({ key }: RowName): Stored | undefined => {
    read.push(key);
    return stored.get(key);
  };
  const values = new RecentValues({ read: take, load: async (rows) => rows.map(take) }, limitBytes);
  return { home: { prefix: '/things/', encodings: new EncodingCache(1000), values }, stored, read };
}

function entryIn({ home, stored }: ReturnType<typeof homeOf>, key: string, size = 1000): Entry {
  const value = new Uint8Array(size).fill(key.charCodeAt(0));
  stored.set(`/things/${key}`, value);
  return new Entry(key, 1, value.slice()).within(home);
}

describe('the value of an entry', () => {
  it('is let go when others come, and read again when it is asked for', () => {
    const place = homeOf(5000);
    const first = entryIn(place, 'a');
    expect(first.value[0]).toBe(97);
    for (let i = 0; i < 10; i++) entryIn(place, `b${i}`);
    expect(first.isInMemory).toBe(false);
    expect([first.size, first.value[0], first.damage]).toEqual([1000, 97, undefined]);
    expect(place.read).toEqual(['/things/a']);
    expect(first.isInMemory).toBe(true);
  });

  it('stays in memory while it is used, whatever else is read', () => {
    const place = homeOf(10_000);
    const used = entryIn(place, 'used');
    const others = Array.from({ length: 100 }, (_, i) => entryIn(place, `other${i}`));
    for (const other of others) {
      expect(other.value.length).toBe(1000);
      expect(used.value.length).toBe(1000);
    }
    expect(place.read.filter((key) => key === '/things/used')).toHaveLength(1);
    expect(others.filter(({ isInMemory }) => isInMemory).length).toBeLessThan(20);
  });

  it('stays if what was there before it had been read again, and is let go if not', () => {
    const place = homeOf(10_000);
    const overwritten = (before: Entry): Entry =>
      new Entry(before.key, before.revision + 1, new Uint8Array(1000)).within(place.home, before);
    const first = entryIn(place, 'a');
    for (let i = 0; i < 20; i++) entryIn(place, `b${i}`);
    expect(first.value.length).toBe(1000);
    const second = overwritten(first);
    const third = overwritten(second);
    const never = overwritten(entryIn(place, 'c'));
    for (let i = 0; i < 20; i++) entryIn(place, `d${i}`);
    expect([second, third, never].map(({ isInMemory }) => isInMemory)).toEqual([true, true, false]);
  });

  it('is read with others at once', async () => {
    const place = homeOf(0);
    const entries = ['a', 'b', 'c'].map((key) => entryIn(place, key));
    await Entry.load(entries);
    expect(place.read).toEqual(['/things/a', '/things/b']);
    await Entry.load([]);
  });

  it('stays when it is no longer the present state, because its place may be forgotten', () => {
    const place = homeOf(0);
    const [old, forgotten] = [entryIn(place, 'a'), entryIn(place, 'b')];
    entryIn(place, 'c');
    old.stay();
    place.stored.clear();
    forgotten.stay();
    entryIn(place, 'd');
    expect([old.value[0], old.removedAt(7).value[0], old.removedAt(7).revision]).toEqual([97, 97, 7]);
    expect(() => forgotten.value).toThrow(Compacted);
  });

  it('that cannot be read may be readable later, and is not kept as damaged', () => {
    const place = homeOf(0);
    const entry = entryIn(place, 'a');
    entryIn(place, 'b');
    const sound = place.stored.get('/things/a') as Uint8Array;
    place.stored.set('/things/a', new DamagedRecord({ key: '/things/a', revision: 1 }, 'EIO'));
    expect(entry.damage?.why).toBe('EIO');
    expect(() => entry.value).toThrow(DamagedRecord);
    place.stored.set('/things/a', sound);
    expect([entry.damage, entry.value[0]]).toEqual([undefined, 97]);
  });

  it('that is damaged stays so when it is overwritten', () => {
    const place = homeOf(0);
    const entry = entryIn(place, 'a');
    entryIn(place, 'b');
    place.stored.set('/things/a', new DamagedRecord({ key: '/things/a', revision: 1 }, 'EIO'));
    entry.stay();
    place.stored.clear();
    expect(entry.damage?.why).toBe('EIO');
    expect(entry.removedAt(3).damage?.removedAt).toBe(3);
  });

  it('cannot be had from a closed store, and nobody says that it is damaged', () => {
    const closed = (): never => {
      throw new StorageFailure('the store is closed');
    };
    const values = new RecentValues({ read: closed, load: async () => closed() }, 0);
    const home = { prefix: '', encodings: new EncodingCache(1000), values };
    const [entry] = ['a', 'b'].map((key) => new Entry(key, 1, new Uint8Array(10)).within(home)) as [Entry];
    entry.stay();
    expect(() => entry.value).toThrow('the store is closed');
    expect(() => entry.damage).toThrow('the store is closed');
  });
});
