import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, Compacted, type Engine, NotYet, type Revision } from '../engine.ts';
import { bytes, text } from './world.ts';

interface EngineUnderTest {
  readonly engine: Engine;
  /** As large a value as it has to keep. */
  readonly largest?: number;
  /** Throws away what the engine kept. */
  discard(): Promise<void>;
}

/** What every engine promises. */
export function engineContract(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(`the engine ${name}`, () => {
    let under: EngineUnderTest;
    let engine: Engine;
    /** Others may have written before. */
    let start: Revision;
    beforeEach(async () => {
      under = await open();
      engine = under.engine;
      start = await engine.revision();
    });
    afterEach(async () => {
      await engine[Symbol.asyncDispose]();
      await under.discard();
    });

    const put = async (key: string, value: string, expected: Revision | null = null): Promise<Revision> => {
      const result = await engine.commit(key, bytes(value), expected);
      if (!result.committed) throw new Error(`${key} was refused`);
      return result.revision;
    };
    const remove = async (key: string, expected: Revision): Promise<Revision> => {
      const result = await engine.commit(key, null, expected);
      if (!result.committed) throw new Error(`removing ${key} was refused`);
      return result.revision;
    };
    const picture = async (prefix = '', revision?: Revision): Promise<Record<string, string | null>> => {
      const page = await engine.read(prefix, revision === undefined ? {} : { revision });
      return Object.fromEntries(page.rows.map((row) => [row.key, text(row.value)]));
    };

    it('gives back what was written, at the revision of the write', async () => {
      const revision = await put('/a', 'one');
      expect(await engine.get('/a')).toEqual({ key: '/a', value: expect.anything(), revision });
      expect(text((await engine.get('/a'))?.value)).toBe('one');
      expect(await engine.get('/b')).toBeNull();
      expect(await engine.revision()).toBe(revision);
    });

    it('gives every write a higher revision', async () => {
      const first = await put('/a', '1');
      const second = await put('/b', '1');
      const third = await put('/a', '2', first);
      const fourth = await remove('/b', second);
      expect([first, second, third, fourth]).toEqual([...[first, second, third, fourth]].sort((x, y) => x - y));
      expect(new Set([first, second, third, fourth]).size).toBe(4);
    });

    it('keeps empty and large values as they are', async () => {
      await put('/empty', '');
      const large = new Uint8Array(under.largest ?? 2_000_000).map((_, i) => i % 251);
      await engine.commit('/large', large, null);
      expect(text((await engine.get('/empty'))?.value)).toBe('');
      expect(Buffer.compare((await engine.get('/large'))?.value as Uint8Array, large)).toBe(0);
    });

    it('refuses a write upon anything but the newest, and tells what is there', async () => {
      const first = await put('/a', 'one');
      const second = await put('/a', 'two', first);
      for (const [value, expected] of [
        [bytes('x'), first],
        [bytes('x'), null],
        [bytes('x'), second + 1],
        [null, first],
      ] as const) {
        const refused = await engine.commit('/a', value, expected);
        expect(refused).toMatchObject({ committed: false, actual: { key: '/a', revision: second } });
      }
      expect(await engine.commit('/none', bytes('x'), first)).toEqual({ committed: false, actual: null });
      expect(await engine.revision()).toBe(second);
    });

    it('refuses to remove what is absent', async () => {
      expect(await engine.commit('/a', null, null)).toEqual({ committed: false, actual: null });
      const revision = await put('/a', '1');
      await remove('/a', revision);
      expect(await engine.commit('/a', null, revision)).toEqual({ committed: false, actual: null });
    });

    it('lets exactly one of many concurrent writers win, and shows the winner to the losers', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => engine.commit('/a', bytes(`writer ${i}`), null)),
      );
      const winners = results.filter((result) => result.committed);
      expect(winners).toHaveLength(1);
      const there = await engine.get('/a');
      for (const result of results) if (!result.committed) expect(result.actual).toEqual(there);
    });

    it('creates again what was removed', async () => {
      const first = await put('/a', 'one');
      await remove('/a', first);
      expect(await engine.get('/a')).toBeNull();
      await put('/a', 'two');
      expect(await picture()).toEqual({ '/a': 'two' });
    });

    it('reads only keys with the prefix, in order of their bytes', async () => {
      const keys = ['/a/2', '/a/10', '/a/1', '/b/1', '/a', '/a0', '/a/\u{10000}', '/a/\uffee', '/a/é', '/a/__proto__'];
      for (const key of keys) await put(key, key);
      const sorted = keys
        .filter((key) => key.startsWith('/a/'))
        .sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
      const page = await engine.read('/a/');
      expect(page.rows.map((row) => row.key)).toEqual(sorted);
      expect(page.more).toBe(false);
      expect((await engine.read('')).rows).toHaveLength(keys.length);
      expect((await engine.read('/c')).rows).toEqual([]);
    });

    it('reads page by page', async () => {
      for (let i = 0; i < 7; i++) await put(`/a/${i}`, 'x');
      await put('/b', 'x');
      const pages: string[][] = [];
      let after: string | undefined;
      for (;;) {
        const page = await engine.read('/a/', { limit: 3, ...(after === undefined ? {} : { after }) });
        pages.push(page.rows.map((row) => row.key));
        after = page.rows.at(-1)?.key;
        if (!page.more) break;
      }
      expect(pages).toEqual([['/a/0', '/a/1', '/a/2'], ['/a/3', '/a/4', '/a/5'], ['/a/6']]);
      expect((await engine.read('/a/', { limit: 7 })).more).toBe(false);
      expect((await engine.read('/a/', { after: '/a' })).rows).toHaveLength(7);
      expect((await engine.read('/a/', { after: '/a/9' })).rows).toEqual([]);
    });

    it('reads more keys than it looks at in one turn', async () => {
      await Promise.all(Array.from({ length: 1300 }, (_, i) => put(`/a/${String(i).padStart(5, '0')}`, 'x')));
      await Promise.all(
        Array.from({ length: 600 }, async (_, i) => {
          const key = `/a/${String(i).padStart(5, '0')}`;
          await remove(key, (await engine.get(key))?.revision as number);
        }),
      );
      const page = await engine.read('/a/');
      expect(page.rows).toHaveLength(700);
      expect(page.rows[0]?.key).toBe('/a/00600');
      expect((await engine.read('/a/', { limit: 700 })).more).toBe(false);
      expect((await engine.read('/a/', { limit: 699 })).more).toBe(true);
    });

    it('shows the picture of any revision that is kept', async () => {
      const a1 = await put('/a', '1');
      const b1 = await put('/b', '1');
      const a2 = await put('/a', '2', a1);
      const gone = await remove('/b', b1);
      const b2 = await put('/b', '2');
      expect(await picture('', a1)).toEqual({ '/a': '1' });
      expect(await picture('', b1)).toEqual({ '/a': '1', '/b': '1' });
      expect(await picture('', a2)).toEqual({ '/a': '2', '/b': '1' });
      expect(await picture('', gone)).toEqual({ '/a': '2' });
      expect(await picture('', b2)).toEqual({ '/a': '2', '/b': '2' });
      expect((await engine.read('', { revision: a1 })).revision).toBe(a1);
      expect(await picture('', a1 - 1)).toEqual({});
    });

    it('does not know the future', async () => {
      const revision = await put('/a', '1');
      await expect(engine.read('', { revision: revision + 1 })).rejects.toThrow(NotYet);
    });

    it('forgets what was overwritten or removed before a compaction, and nothing else', async () => {
      const a1 = await put('/a', '1');
      const b1 = await put('/b', '1');
      const a2 = await put('/a', '2', a1);
      const gone = await remove('/b', b1);
      const a3 = await put('/a', '3', a2);
      await engine.compact(gone);
      await expect(engine.read('', { revision: a2 })).rejects.toThrow(Compacted);
      await expect(take(engine, { since: a2, count: 1 })).rejects.toThrow(Compacted);
      expect(await picture('', gone)).toEqual({ '/a': '2' });
      expect(await picture()).toEqual({ '/a': '3' });
      expect((await take(engine, { since: gone, count: 1 })).map((change) => change.revision)).toEqual([a3]);
      const again = await put('/b', 'again');
      expect(await picture('', a3)).toEqual({ '/a': '3' });
      await engine.compact(again);
      expect(await picture()).toEqual({ '/a': '3', '/b': 'again' });
      expect(await put('/c', 'x')).toBeGreaterThan(again);
    });

    it('forgets a removal but not what was created after it', async () => {
      const first = await put('/a', '1');
      const gone = await remove('/a', first);
      const again = await put('/a', '2');
      await engine.compact(again);
      expect(await picture()).toEqual({ '/a': '2' });
      expect((await engine.get('/a'))?.revision).toBe(again);
      expect(await engine.commit('/a', bytes('3'), gone)).toMatchObject({ committed: false });
      expect(await put('/a', '3', again)).toBeGreaterThan(again);
    });

    it('compacts everything that there is when asked for the future, and nothing twice', async () => {
      const revision = await put('/a', '1');
      await engine.compact(revision + 100);
      await engine.compact(1);
      expect(await picture('', revision)).toEqual({ '/a': '1' });
      expect(await put('/a', '2', revision)).toBeGreaterThan(revision);
    });

    it('goes on writing while it compacts many slices', async () => {
      const rewrite = async (key: string): Promise<void> => {
        let revision: Revision | null = null;
        for (let i = 0; i < 50; i++) revision = await put(key, String(i), revision);
      };
      await Promise.all(Array.from({ length: 34 }, (_, i) => rewrite(`/a/${i}`)));
      const revision = await engine.revision();
      const compaction = engine.compact(revision);
      const during = await Promise.all(Array.from({ length: 50 }, (_, i) => put(`/b/${i}`, 'x')));
      await compaction;
      expect(Math.max(...during)).toBeGreaterThan(revision);
      expect(Object.keys(await picture())).toHaveLength(84);
      expect(new Set(Object.values(await picture('/a/')))).toEqual(new Set(['49']));
    });

    it('tells all changes after a revision in order, with what was there before', async () => {
      const a1 = await put('/a', '1');
      const a2 = await put('/a', '2', a1);
      const a3 = await remove('/a', a2);
      const a4 = await put('/a', '4');
      expect((await take(engine, { since: start, count: 4 })).map(shown)).toEqual([
        ['/a', a1, '1', null],
        ['/a', a2, '2', '1'],
        ['/a', a3, null, '2'],
        ['/a', a4, '4', null],
      ]);
      expect((await take(engine, { since: a2, count: 2 })).map((change) => change.revision)).toEqual([a3, a4]);
    });

    it('tells changes as they happen, to everyone who listens, only under the prefix', async () => {
      await put('/a/0', 'before');
      const since = await engine.revision();
      const all = take(engine, { since, count: 4 });
      const some = take(engine, { prefix: '/a/', since, count: 2 });
      const a1 = await put('/a/1', 'x');
      const b1 = await put('/b/1', 'x');
      const a2 = await put('/a/1', 'y', a1);
      const b2 = await remove('/b/1', b1);
      expect((await all).map((change) => change.revision)).toEqual([a1, b1, a2, b2]);
      expect((await some).map(shown)).toEqual([
        ['/a/1', a1, 'x', null],
        ['/a/1', a2, 'y', 'x'],
      ]);
    });

    it('joins the past and the present without a gap while others write', async () => {
      const writers = Promise.all(
        Array.from({ length: 8 }, async (_, w) => {
          let revision: Revision | null = null;
          for (let i = 0; i < 100; i++) revision = await put(`/w/${w}`, String(i), revision);
        }),
      );
      const changes = await take(engine, { prefix: '/w/', since: start, count: 800 });
      await writers;
      const revisions = changes.map((change) => change.revision);
      expect(revisions).toEqual([...revisions].sort((x, y) => x - y));
      for (let w = 0; w < 8; w++) {
        const own = changes.filter((change) => change.key === `/w/${w}`).map((change) => text(change.value));
        expect(own).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
      }
    });

    it('marks progress for those whose prefix is quiet', async () => {
      const stop = new AbortController();
      const since = await engine.revision();
      const written = put('/b', 'x');
      for await (const batch of engine.changes('/a/', since, stop.signal)) {
        expect(batch).toEqual({ revision: await written, changes: [] });
        break;
      }
    });

    it('passes over changes up to a revision of the future', async () => {
      const now = await engine.revision();
      const changes = take(engine, { since: now + 2, count: 1 });
      await put('/a', '1');
      await put('/b', '1');
      const third = await put('/c', '1');
      expect((await changes).map((change) => change.revision)).toEqual([third]);
    });

    it('ends a stream of changes when the signal fires', async () => {
      const stop = new AbortController();
      const ended = (async () => {
        for await (const _ of engine.changes('', start, stop.signal));
        return 'ended';
      })();
      await put('/a', '1');
      stop.abort();
      expect(await ended).toBe('ended');
    });

    it('refuses keys that it could not tell apart or not keep', async () => {
      for (const key of ['', `/${'x'.repeat(2000)}`, '/\ud800']) {
        await expect(engine.commit(key, bytes('x'), null)).rejects.toThrow(RangeError);
      }
    });

    it('finishes what was written before it closes, and refuses what comes after', async () => {
      const writes = Promise.all(Array.from({ length: 10 }, (_, i) => put(`/a/${i}`, 'x')));
      await engine[Symbol.asyncDispose]();
      expect(await writes).toHaveLength(10);
      await expect(engine.commit('/b', bytes('x'), null)).rejects.toThrow('closed');
    });
  });
}

const shown = ({ key, revision, value, previous }: Change) => [key, revision, text(value), text(previous?.value)];

/** Writes a value, whatever is there. */
export async function put(engine: Engine, key: string, value: string): Promise<Revision> {
  const committed = await engine.commit(key, bytes(value), (await engine.get(key))?.revision ?? null);
  if (!committed.committed) throw new Error(`${key} was refused`);
  return committed.revision;
}

/** The first so many changes after a revision. */
export async function take(engine: Engine, { prefix = '', since = 0, count = 1 }): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const batch of engine.changes(prefix, since, new AbortController().signal)) {
    changes.push(...batch.changes);
    if (changes.length >= count) break;
  }
  return changes;
}
