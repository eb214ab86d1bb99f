import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Compacted, type Engine, type Revision } from '../engine.ts';
import { temporaryDirectory, testIds } from '../testing/disk.ts';
import { bytes, silentLog, text } from '../testing/world.ts';
import { openJournal } from './journal/open-journal.ts';
import { openMemory } from './memory.ts';

/** The whole history as a list: nothing clever. */
class Model {
  readonly history: { key: string; revision: Revision; value: string | null }[] = [];
  compacted = 0;

  at(revision: Revision, prefix: string): [string, Revision, string][] {
    const rows = new Map<string, [string, Revision, string]>();
    for (const { key, revision: at, value } of this.history) {
      if (at > revision || !key.startsWith(prefix)) continue;
      if (value === null) rows.delete(key);
      else rows.set(key, [key, at, value]);
    }
    return [...rows.values()].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }
  get revision(): Revision {
    return this.history.at(-1)?.revision ?? 0;
  }
  revisionOf(key: string): Revision | null {
    return this.at(this.revision, key).find(([found]) => found === key)?.[1] ?? null;
  }
}

const keys = ['/a', '/a/1', '/a/\u{1f600}', '/a/\uffff', '/b/__proto__'];
const prefixes = ['', '/a', '/a/', '/b/', '/c'];
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      key: fc.constantFrom(...keys),
      value: fc.option(fc.string({ maxLength: 5 }), { nil: null, freq: 2 }),
      stale: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      prefix: fc.constantFrom(...prefixes),
      back: fc.nat({ max: 10 }),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), back: fc.nat({ max: 10 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('replay' as const),
      prefix: fc.constantFrom(...prefixes),
      back: fc.nat({ max: 10 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface TestedEngine {
  engine: Engine;
  reopen(): Promise<Engine>;
}

describe.each([
  ['memory', 150, async () => memorySubject()],
  ['journal', 40, async () => journalSubject()],
] as const)('the engine %s', (_, numRuns, make) => {
  it('does what a simple list of writes would do, over any sequence of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50, size: 'max' }), async (steps) => {
        const subject = await make();
        try {
          const model = new Model();
          for (const one of steps) await take(subject, model, one);
          await expectSame(subject.engine, model, { prefix: '', revision: model.revision, limit: 3 });
        } finally {
          await subject.discard();
        }
      }),
      { numRuns },
    );
  });
});

async function take(subject: TestedEngine, model: Model, one: Step): Promise<void> {
  if (one.do === 'write') return write(subject.engine, model, one);
  if (one.do === 'reopen') {
    subject.engine = await subject.reopen();
    return;
  }
  const revision = Math.max(0, model.revision - one.back);
  if (one.do === 'compact') {
    await subject.engine.compact(revision);
    model.compacted = Math.max(model.compacted, revision);
  } else if (one.do === 'read') {
    await expectSame(subject.engine, model, { prefix: one.prefix, revision, limit: one.limit });
  } else {
    await expectReplay(subject.engine, model, { prefix: one.prefix, since: revision });
  }
}

async function write(engine: Engine, model: Model, one: Extract<Step, { do: 'write' }>): Promise<void> {
  const actual = model.revisionOf(one.key);
  const expected = one.stale === 0 ? (actual ?? 0) + 1 : actual;
  const result = await engine.commit(one.key, one.value === null ? null : bytes(one.value), expected);
  const mayWin = expected === actual && !(one.value === null && actual === null);
  expect(result.committed).toBe(mayWin);
  if (!result.committed) {
    expect(result.actual?.revision ?? null).toBe(actual);
    return;
  }
  expect(result.revision).toBeGreaterThan(model.revision);
  model.history.push({ key: one.key, revision: result.revision, value: one.value });
}

async function expectSame(engine: Engine, model: Model, at: { prefix: string; revision: Revision; limit: number }) {
  const { prefix, revision, limit } = at;
  if (revision < model.compacted) {
    await expect(engine.read(prefix, { revision })).rejects.toThrow(Compacted);
    return;
  }
  const wanted = model.at(revision, prefix);
  expect(await engine.count(prefix, { revision })).toBe(wanted.length);
  const middle = wanted[limit]?.[0];
  if (middle !== undefined)
    expect(await engine.count(prefix, { revision, after: middle })).toBe(wanted.length - limit - 1);
  const rows: [string, Revision, string | null][] = [];
  for (;;) {
    const after = rows.at(-1)?.[0];
    const page = await engine.read(prefix, { revision, limit, ...(after === undefined ? {} : { after }) });
    rows.push(...page.rows.map((row): [string, Revision, string | null] => [row.key, row.revision, text(row.value)]));
    if (!page.more) break;
  }
  expect(rows).toEqual(model.at(revision, prefix));
}

async function expectReplay(engine: Engine, model: Model, { prefix, since }: { prefix: string; since: Revision }) {
  const found: unknown[] = [];
  const read = async (): Promise<void> => {
    if (since === model.revision) return;
    for await (const batch of engine.changes(prefix, since, new AbortController().signal)) {
      found.push(
        ...batch.changes.map(({ key, revision, value, previous }) => [
          key,
          revision,
          text(value),
          text(previous?.value),
        ]),
      );
      if (batch.revision >= model.revision) return;
    }
  };
  if (since < model.compacted && since < model.revision) {
    await expect(read()).rejects.toThrow(Compacted);
    return;
  }
  await read();
  const wanted = model.history.filter(({ key, revision }) => revision > since && key.startsWith(prefix));
  const before = ({ key, revision }: { key: string; revision: Revision }) =>
    model.at(revision - 1, key).find(([other]) => other === key)?.[2] ?? null;
  expect(found).toEqual(wanted.map((one) => [one.key, one.revision, one.value, before(one)]));
}

function memorySubject() {
  const subject = {
    engine: openMemory(),
    reopen: async () => subject.engine,
    discard: async () => subject.engine[Symbol.asyncDispose](),
  };
  return subject;
}
async function journalSubject() {
  const { directory, remove } = await temporaryDirectory();
  const open = (): Promise<Engine> => openJournal({ directory, ids: testIds, log: silentLog });
  const subject = {
    engine: await open(),
    reopen: async () => {
      await subject.engine[Symbol.asyncDispose]();
      return open();
    },
    discard: async () => {
      await subject.engine[Symbol.asyncDispose]();
      await remove();
    },
  };
  return subject;
}
