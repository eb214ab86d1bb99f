import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Collection, FellBehind, type WatchBatch, type WatchItem, type WatchSource } from './collection.ts';
import { Compacted, type Engine, type Revision } from './engine.ts';
import { openJournal } from './engines/journal/open-journal.ts';
import { openMemory } from './engines/memory.ts';
import type { Entry } from './entry.ts';
import { ObjectStore } from './object-store.ts';
import { temporaryDirectory, testIds } from './testing/disk.ts';
import { bytes, quickClock, silentLog, text } from './testing/world.ts';

/** A client that lists, replays what a watch tells it, and lists again when it is told that it fell behind. */
class Follower {
  readonly #things: Collection;
  readonly #query: { under: string; matches?: (entry: Entry) => boolean };
  readonly state = new Map<string, [Revision, string | null]>();
  readonly #stop = new AbortController();
  #batches: AsyncIterator<WatchBatch> | undefined;
  #next: Promise<IteratorResult<WatchBatch>> | undefined;
  #since: Revision | undefined;

  constructor(things: Collection, { under, want }: { under: string; want: string }) {
    this.#things = things;
    const matches = (entry: Entry): boolean => text(entry.value)?.includes(want) === true;
    this.#query = { under, ...(want !== '' && { matches }) };
  }

  async list(): Promise<void> {
    const { entries, revision } = await this.#things.list({ ...this.#query, freshness: { need: 'newest' } });
    this.state.clear();
    for (const entry of entries) this.state.set(entry.key, [entry.revision, text(entry.value)]);
    this.#watch(revision);
  }
  #watch(revision: Revision): void {
    this.#since = revision;
    this.#batches = this.#things
      .watch({ ...this.#query, since: { revision } }, this.#stop.signal)
      [Symbol.asyncIterator]();
    this.#next = undefined;
  }
  /** Loses the connection and comes back with the revision it has. */
  resume(): void {
    if (this.#since !== undefined) this.#watch(this.#since);
  }
  /** Takes in one batch, if there is one. */
  async pull(): Promise<boolean> {
    if (this.#batches === undefined) await this.list();
    this.#next ??= this.#batches?.next() as Promise<IteratorResult<WatchBatch>>;
    try {
      const result = await Promise.race([this.#next, quiet()]);
      if (result === undefined || result.done) return false;
      this.#next = undefined;
      this.#take(result.value);
      return true;
    } catch (error) {
      if (!(error instanceof FellBehind) && !(error instanceof Compacted)) throw error;
      await this.list();
      return true;
    }
  }
  #take(batch: WatchBatch): void {
    this.#since = batch.revision;
    if (batch.kind === 'changes') for (const item of batch.items) this.#apply(item);
  }
  #apply({ type, entry }: WatchItem): void {
    const there = this.state.get(entry.key);
    if ((type === 'ADDED') !== (there === undefined)) throw new Error(`${type} of ${entry.key}, which is ${there}`);
    if (there !== undefined && entry.revision <= there[0]) throw new Error(`${entry.key} goes back in time`);
    if (type === 'DELETED') this.state.delete(entry.key);
    else this.state.set(entry.key, [entry.revision, text(entry.value)]);
  }
  async expectCurrent(): Promise<void> {
    while (await this.pull());
    const { entries } = await this.#things.list({ ...this.#query, freshness: { need: 'newest' } });
    expect([...this.state].sort()).toEqual(
      entries.map((entry) => [entry.key, [entry.revision, text(entry.value)]]).sort(),
    );
  }
  stop(): void {
    this.#stop.abort();
    // A last answer that nobody waits for may be an error.
    this.#next?.catch(() => {});
  }
  /** Has changes handed out as they come, until it has had enough of them for a moment. */
  handOut(): void {
    const batches = this.#batches as WatchSource | undefined;
    // A batch that is waited for comes first.
    if (batches?.follow === undefined || this.#next !== undefined) return;
    let count = 0;
    this.#next = batches
      .follow((batch) => {
        if (this.#batches !== batches) return false;
        this.#take(batch);
        return ++count < MOST_HANDED_OUT;
      })
      .then(() => batches.next());
    this.#next.catch(() => {});
  }
}

const MOST_HANDED_OUT = 3;

/** Long enough for everything that is ready. */
async function quiet(): Promise<undefined> {
  for (let i = 0; i < 12; i++) await new Promise((resolve) => setImmediate(resolve));
}

const followers = [
  { under: '', want: '' },
  { under: '', want: '' },
  { under: 'a/', want: '' },
  { under: '', want: 'x' },
  { under: 'b/', want: 'y' },
];
const who = fc.nat({ max: followers.length - 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      key: fc.constantFrom('a/1', 'a/2', 'b/1', 'b/2', 'c'),
      value: fc.option(fc.constantFrom('x', 'y', 'xy', 'z', 'x2', 'y2'), { nil: null }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pull' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hand out' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), back: fc.nat({ max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe.each([
  ['memory', 100, undefined, async () => ({ engine: openMemory(), remove: async () => {} })],
  ['journal', 25, undefined, openTemporary],
  // No value stays in memory but the newest.
  ['journal, from which every value is read again', 25, 0, openTemporary],
] as const)('over the engine %s', (_, numRuns, valueBytes, open) => {
  it('a list plus a replayed watch equals the next list, whatever happens in between', async () => {
    const plan = fc.record({
      steps: fc.array(step, { maxLength: 60, size: 'max' }),
      ringEvents: fc.constantFrom(2, 5, 1000),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ steps, ringEvents }) => {
        const { engine, remove } = await open();
        const limits = { ringEvents, ...(valueBytes !== undefined && { valueBytes }) };
        const store = await ObjectStore.open({ engine, clock: quickClock(), log: silentLog, ...limits });
        const things = store.collection('/things/');
        const clients = followers.map((query) => new Follower(things, query));
        const writes: Promise<unknown>[] = [];
        for (const one of steps) await play({ engine, things, clients, writes }, one);
        await Promise.all(writes);
        for (const client of clients) await client.expectCurrent();
        for (const client of clients) client.stop();
        await store[Symbol.asyncDispose]();
        await engine[Symbol.asyncDispose]();
        await remove();
      }),
      { numRuns },
    );
  });
});

interface Scene {
  readonly engine: Engine;
  readonly things: Collection;
  readonly clients: readonly Follower[];
  /** Writes are not waited for: they race with each other and with the readers. */
  readonly writes: Promise<unknown>[];
}

async function play({ engine, things, clients, writes }: Scene, one: Step): Promise<void> {
  switch (one.do) {
    case 'write': {
      const { key, value } = one;
      const outcome = value === null ? ({ do: 'remove' } as const) : ({ do: 'put', value: bytes(value) } as const);
      writes.push(things.transact(key, async () => outcome));
      return;
    }
    case 'elsewhere':
      writes.push(engine.commit(`/others/${writes.length}`, bytes('x'), null));
      return;
    case 'compact':
      await engine.compact(Math.max(0, (await engine.revision()) - one.back));
      return;
    case 'resume':
      clients[one.who]?.resume();
      return;
    case 'hand out':
      clients[one.who]?.handOut();
      return;
    case 'pull':
      await clients[one.who]?.pull();
  }
}

async function openTemporary() {
  const { directory, remove } = await temporaryDirectory();
  return { engine: await openJournal({ directory, ids: testIds, log: silentLog }), remove };
}
