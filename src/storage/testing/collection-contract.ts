import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTurn } from '#meta';
import type { Collection, ListQuery, WatchBatch, WatchQuery } from '../collection.ts';
import { Compacted, type Engine, NotYet, type Revision } from '../engine.ts';
import type { Entry } from '../entry.ts';
import { bytes, text } from './world.ts';

interface CollectionUnderTest {
  readonly engine: Engine;
  /** The one for this prefix; the same engine has others. */
  collection(prefix: string): Collection;
  discard(): Promise<void>;
}

const newest = { need: 'newest' } as const;

/** How every collection reads and writes, whatever lies between it and the engine. */
export function collectionContract(name: string, open: () => Promise<CollectionUnderTest>): void {
  describe(`a collection over ${name}`, () => {
    let under: CollectionUnderTest;
    let things: Collection;
    beforeEach(async () => {
      under = await open();
      things = under.collection('/things/');
    });
    afterEach(() => under.discard());

    const put = async (key: string, value: string): Promise<Revision> => {
      const written = await things.transact(key, async () => ({ do: 'put', value: bytes(value) }));
      if (written.did !== 'put') throw new Error(`${key} was not written`);
      return written.entry.revision;
    };
    const remove = async (key: string): Promise<Revision> => {
      const written = await things.transact(key, async () => ({ do: 'remove' }));
      if (written.did !== 'remove') throw new Error(`${key} was not removed`);
      return written.entry.revision;
    };
    const list = async (query: Partial<ListQuery> = {}) => things.list({ under: '', freshness: newest, ...query });
    const follow = (query: Partial<WatchQuery>, count: number) => watched(things, { under: '', ...query }, count);

    it('shows its own writes at once, with keys relative to its prefix', async () => {
      const revision = await put('ns/a', '1');
      const entry = await things.get('ns/a', newest);
      expect([entry?.key, entry?.revision, text(entry?.value)]).toEqual(['ns/a', revision, '1']);
      expect(await things.get('ns', newest)).toBeNull();
      expect(await things.get('ns/a', { need: 'any' })).not.toBeNull();
      expect((await list()).entries.map(shown)).toEqual([['ns/a', '1']]);
      expect((await list()).revision).toBe(revision);
    });

    it('shows a write that was answered even to those who take anything', async () => {
      await put('a', '0');
      for (let i = 1; i < 20; i++) {
        await Promise.all([put('a', String(i)), put(`b${i}`, 'x')]);
        expect(text((await things.get('a', { need: 'any' }))?.value)).toBe(String(i));
        const last = await put('c', String(i));
        expect((await list({ freshness: { need: 'any' } })).revision).toBeGreaterThanOrEqual(last);
      }
    });

    it('sees nothing of its neighbours but their revisions', async () => {
      const other = under.collection('/thingsandmore/');
      await put('a', '1');
      const written = await other.transact('a', async () => ({ do: 'put', value: bytes('other') }));
      expect((await list()).entries.map(shown)).toEqual([['a', '1']]);
      expect((await list()).revision).toBe(written.entry?.revision);
    });

    it('takes over what was there before it', async () => {
      await under.engine.commit('/olds/a', bytes('1'), null);
      const olds = under.collection('/olds/');
      expect((await olds.list({ under: '', freshness: { need: 'any' } })).entries.map(shown)).toEqual([['a', '1']]);
    });

    it('lists one namespace, page by page, over one picture whatever is written meanwhile', async () => {
      for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'b/1']) await put(key, 'old');
      const first = await list({ under: 'a/', limit: 2 });
      await put('a/3', 'new');
      await put('a/35', 'new');
      await remove('a/4');
      const freshness = { need: 'exactly', revision: first.revision } as const;
      const second = await list({ under: 'a/', limit: 2, after: first.next as string, freshness });
      expect(first.entries.map(shown)).toEqual([
        ['a/1', 'old'],
        ['a/2', 'old'],
      ]);
      expect(second.entries.map(shown)).toEqual([
        ['a/3', 'old'],
        ['a/4', 'old'],
      ]);
      expect([first.next, second.next, second.revision]).toEqual(['a/2', undefined, first.revision]);
      expect((await list({ under: 'a/' })).entries.map((entry) => entry.key)).toEqual(['a/1', 'a/2', 'a/3', 'a/35']);
    });

    it('shows a long list in pages, over one picture whatever is written meanwhile', async () => {
      const keys = Array.from({ length: 40 }, (_, at) => `a/${String(at).padStart(2, '0')}`);
      const large = 'x'.repeat(100_000);
      for (const key of [...keys, 'b/1']) await put(key, large);
      const odd = (entry: Entry): boolean => Number(entry.key.at(-1)) % 2 === 1;
      for (const [query, expected, next] of [
        [{}, keys, undefined],
        [{ limit: 30 }, keys.slice(0, 30), 'a/29'],
        [{ after: 'a/04' }, keys.slice(5), undefined],
        [{ matches: odd }, keys.filter((_, at) => at % 2 === 1), undefined],
        [{ matches: odd, limit: 18 }, keys.filter((_, at) => at % 2 === 1).slice(0, 18), 'a/35'],
        [{ matches: () => false }, [], undefined],
      ] as const) {
        const before = await things.pages({ under: 'a/', freshness: newest, ...query });
        for (const key of ['a/02', 'a/25']) await put(key, `new ${Math.random()}`);
        await put('a/305', 'new');
        await remove('a/31');
        const found = [...before.first];
        for await (const page of before.more ?? []) {
          found.push(...page);
          const bytes = page.reduce((sum, { value }) => sum + value.length, 0);
          expect(bytes).toBeLessThan(2 * 1024 * 1024);
        }
        expect(found.map(({ key }) => key)).toEqual(expected);
        expect(before.next).toBe(next);
        expect(before.first.length).toBeLessThan(20);
        await remove('a/305');
        for (const key of ['a/02', 'a/25', 'a/31']) await put(key, large);
      }
    });

    it('counts matches, not entries, against a limit', async () => {
      for (let i = 0; i < 9; i++) await put(String(i), i % 3 === 0 ? 'yes' : 'no');
      const matches = (entry: Entry): boolean => text(entry.value) === 'yes';
      const first = await list({ limit: 2, matches });
      expect(first.entries.map((entry) => entry.key)).toEqual(['0', '3']);
      const rest = await list({ limit: 2, matches, after: first.next as string });
      expect(rest.entries.map((entry) => entry.key)).toEqual(['6']);
      expect(rest.next).toBeUndefined();
    });

    it('has everything ready that it matches, for a list and for a watch', async () => {
      const start = await put('a', 'yes');
      await put('b', 'no');
      const matches = (entry: Entry): boolean => {
        throw new Error(`${entry.key} was not ready`);
      };
      const ready = async (entries: readonly Entry[]): Promise<(entry: Entry) => boolean> => {
        await nextTurn();
        const wanted = new Set(entries.filter(({ value }) => text(value) === 'yes'));
        return (entry) => (entries.includes(entry) ? wanted.has(entry) : matches(entry));
      };
      expect((await list({ matches, ready })).entries.map((entry) => entry.key)).toEqual(['a']);
      const batches = follow({ since: { revision: start }, matches, ready }, 2);
      await put('b', 'yes');
      await remove('b');
      expect((await batches).map(([type, key]) => [type, key])).toEqual([
        ['ADDED', 'b'],
        ['DELETED', 'b'],
      ]);
    });

    it('shows the past while it is kept', async () => {
      const one = await put('a', '1');
      const two = await put('a', '2');
      const three = await remove('a');
      await put('b', '1');
      for (const [revision, value] of [
        [one, '1'],
        [two, '2'],
        [three, null],
      ] as const) {
        const freshness = { need: 'exactly', revision } as const;
        expect(text((await things.get('a', freshness))?.value)).toBe(value);
        const result = await list({ freshness });
        expect([result.revision, result.entries.map(shown)]).toEqual([revision, value === null ? [] : [['a', value]]]);
      }
      await under.engine.compact(three);
      await expect(list({ freshness: { need: 'exactly', revision: two } })).rejects.toThrow(Compacted);
    });

    it('does not make up the future', async () => {
      const revision = await put('a', '1');
      for (const need of ['exactly', 'at-least'] as const) {
        await expect(list({ freshness: { need, revision: revision + 10 } })).rejects.toThrow(NotYet);
        await expect(things.get('a', { need, revision: revision + 10 })).rejects.toThrow(NotYet);
      }
      expect((await list({ freshness: { need: 'at-least', revision } })).entries).toHaveLength(1);
    });

    it('tells a watcher what happened after a revision, and what happens', async () => {
      const start = await put('a', '1');
      const two = await put('a', '2');
      const batches = follow({ since: { revision: start } }, 4);
      const gone = await remove('a');
      const back = await put('a', '3');
      const other = await put('b', '1');
      expect(await batches).toEqual([
        ['MODIFIED', 'a', two, '2'],
        ['DELETED', 'a', gone, '2'],
        ['ADDED', 'a', back, '3'],
        ['ADDED', 'b', other, '1'],
      ]);
    });

    it('tells a watcher only of its namespace', async () => {
      const start = await put('a/1', '1');
      const batches = follow({ under: 'b/', since: { revision: start } }, 2);
      for (const key of ['a/2', 'b/1', 'c/1', 'b0', 'b/2']) await put(key, 'x');
      expect((await batches).map(([, key]) => key)).toEqual(['b/1', 'b/2']);
    });

    it('turns what begins or ceases to match into ADDED and DELETED', async () => {
      const start = await put('a', 'no');
      const matches = (entry: Entry): boolean => text(entry.value)?.startsWith('yes') === true;
      const batches = follow({ since: { revision: start }, matches }, 4);
      const added = await put('a', 'yes 1');
      const modified = await put('a', 'yes 2');
      const left = await put('a', 'no');
      await remove('a');
      const again = await put('a', 'yes 3');
      expect(await batches).toEqual([
        ['ADDED', 'a', added, 'yes 1'],
        ['MODIFIED', 'a', modified, 'yes 2'],
        ['DELETED', 'a', left, 'yes 2'],
        ['ADDED', 'a', again, 'yes 3'],
      ]);
    });

    it('begins a watch with what is there, and says when that was all', async () => {
      const one = await put('a', '1');
      await put('b', '1');
      const stop = new AbortController();
      const kinds: unknown[] = [];
      let later: Revision | undefined;
      for await (const batch of things.watch({ under: '', since: { initial: newest } }, stop.signal)) {
        kinds.push(batch.kind === 'changes' ? batch.items.map((item) => [item.type, item.entry.key]) : batch.revision);
        if (batch.kind === 'initial-end') later = await put('a', '2');
        if (batch.revision === later) break;
      }
      expect(kinds).toEqual([
        [
          ['ADDED', 'a'],
          ['ADDED', 'b'],
        ],
        one + 1,
        [['MODIFIED', 'a']],
      ]);
    });

    it('says how far a watch has come, so that a bookmark never skips a change', async () => {
      const start = await put('a/1', '1');
      const stop = new AbortController();
      const watch = things.watch({ under: 'a/', since: { revision: start } }, stop.signal);
      const batches = watch[Symbol.asyncIterator]();
      const next = batches.next();
      await put('b/1', '1');
      await settle();
      const quiet = watch.revision();
      expect(quiet).toBeGreaterThan(start);
      const change = await put('a/2', '1');
      expect((await next).value).toMatchObject({ kind: 'changes', revision: change });
      await put('a/3', '1');
      await settle();
      expect(watch.revision()).toBe(change);
      stop.abort();
    });

    it('ends a watch when the signal fires', async () => {
      const stop = new AbortController();
      const ended = (async () => {
        for await (const _ of things.watch({ under: '', since: { initial: newest } }, stop.signal));
        return 'ended';
      })();
      await put('a', '1');
      stop.abort();
      expect(await ended).toBe('ended');
    });

    it('refuses a watch of what is forgotten', async () => {
      const one = await under.engine.commit('/olds/a', bytes('1'), null);
      const revision = one.committed ? one.revision : 0;
      const two = await under.engine.commit('/olds/a', bytes('2'), revision);
      await under.engine.compact(two.committed ? two.revision : 0);
      await expect(watched(under.collection('/olds/'), { since: { revision } }, 1)).rejects.toThrow(Compacted);
    });

    it('keeps what is unchanged: no revision, no event', async () => {
      const revision = await put('a', '1');
      const same = await things.transact('a', async () => ({ do: 'put', value: bytes('1') }));
      const kept = await things.transact('a', async () => ({ do: 'keep' }));
      const nothing = await things.transact('b', async () => ({ do: 'remove' }));
      expect([same.did, kept.did, nothing.did, nothing.entry]).toEqual(['keep', 'keep', 'keep', null]);
      expect(same.entry?.revision).toBe(revision);
      expect((await list()).revision).toBe(revision);
    });

    it('asks a transition again when somebody was faster, and loses no update', async () => {
      await put('counter', '0');
      const increment = () =>
        things.transact('counter', async (live) => ({
          do: 'put',
          value: bytes(String(Number(text(live?.value)) + 1)),
        }));
      await Promise.all(Array.from({ length: 15 }, increment));
      expect(text((await things.get('counter', newest))?.value)).toBe('15');
    });

    it('does not give up on a key that others write all the time', async () => {
      await put('busy', '0');
      let n = 0;
      await things.transact('busy', async () => {
        if (n < 100) await put('busy', `other ${n++}`);
        return { do: 'put', value: bytes('mine') };
      });
      expect([n, text((await things.get('busy', newest))?.value)]).toEqual([100, 'mine']);
    });

    it('tells what a write replaced and what a removal took', async () => {
      await put('a', '1');
      const replaced = await things.transact('a', async () => ({ do: 'put', value: bytes('2') }));
      expect(replaced.did === 'put' && text(replaced.previous?.value)).toBe('1');
      const removed = await things.transact('a', async () => ({ do: 'remove' }));
      expect(text(removed.entry?.value)).toBe('2');
      expect(removed.entry?.revision).toBe((await list()).revision);
    });

    it('lets an error of a transition pass, and changes nothing', async () => {
      const failing = things.transact('a', async () => {
        throw new Error('invalid');
      });
      await expect(failing).rejects.toThrow('invalid');
      expect((await list()).entries).toEqual([]);
    });
  });
}

const shown = (entry: Entry) => [entry.key, text(entry.value)];

/** Everything that is ready has happened. */
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The first so many items of a watch. */
export async function watched(things: Collection, query: Partial<WatchQuery>, count: number): Promise<unknown[][]> {
  const items: unknown[][] = [];
  const whole = { under: '', since: { revision: 0 }, ...query };
  for await (const batch of things.watch(whole, new AbortController().signal)) {
    items.push(...itemsOf(batch));
    if (items.length >= count) break;
  }
  return items;
}
const itemsOf = (batch: WatchBatch): unknown[][] =>
  batch.kind === 'changes'
    ? batch.items.map(({ type, entry }) => [type, entry.key, entry.revision, text(entry.value)])
    : [];
