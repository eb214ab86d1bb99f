import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Age } from '#machinery';
import type { Entry as StoredEntry } from '#registry';
import { EncodingCache, Entry } from '../../storage/testing/entry.ts';
import { Chunks } from './chunks.ts';
import { type RowRun, RowRunWriter } from './row-runs.ts';
import { RowText } from './row-text.ts';

const AT = Date.parse('2024-01-01T00:00:00Z');

/** A collection whose rows tell a name, a revision and an age. */
class Rows {
  readonly #home = { prefix: '', encodings: new EncodingCache(1024 * 1024) };
  readonly #entries = new Map<string, Entry>();
  #revision = 0;
  made = 0;

  get entries(): readonly StoredEntry[] {
    return [...this.#entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
  put(key: string): void {
    this.#entries.set(key, new Entry(key, ++this.#revision, new Uint8Array(100)).within(this.#home));
  }
  remove(key: string): void {
    this.#entries.delete(key);
  }
  rowOf = (entry: StoredEntry): RowText | Promise<RowText> => {
    this.made++;
    const row = new RowText([entry.key, entry.revision, new Age(AT + entry.revision * 700)], { object: null });
    return entry.key.startsWith('late') ? Promise.resolve(row) : row;
  };
  async shown(now: number): Promise<unknown> {
    const chunks = new Chunks();
    const { entries } = this;
    const writer = new RowRunWriter({ name: 'rows', now, rowOf: this.rowOf }, chunks);
    chunks.add('[');
    for (let at = 0; at < entries.length; ) {
      if (at > 0) chunks.add(',');
      at += await writer.write(entries, at);
    }
    chunks.add(']');
    return JSON.parse(Buffer.concat(chunks.finish()).toString());
  }
  expected(now: number): unknown {
    return this.entries.map(({ key, revision }) => ({
      cells: [key, revision, new Age(AT + revision * 700).duration(now)],
      object: null,
    }));
  }
}

it('shows the rows of what is there, whatever has come, changed and gone, and however much time has passed', async () => {
  const name = fc.oneof(
    fc.integer({ min: 0, max: 150 }).map((at) => `row-${at}`),
    fc.integer({ min: 0, max: 3 }).map((at) => `late-${at}`),
  );
  const step = fc.record({
    puts: fc.array(name, { maxLength: 60 }),
    removals: fc.array(name, { maxLength: 5 }),
    passed: fc.constantFrom(0, 1, 400, 1000, 60_000, 3_600_000, 100_000_000, -5000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const rows = new Rows();
      let now = AT;
      for (const { puts, removals, passed } of steps) {
        for (const key of puts) rows.put(key);
        for (const key of removals) rows.remove(key);
        now += passed;
        expect(await rows.shown(now)).toEqual(rows.expected(now));
      }
    }),
    { numRuns: 60 },
  );
});

it('makes a row once as long as its age is told in the same words, and anew only the run of what has changed', async () => {
  const rows = new Rows();
  for (let at = 0; at < 200; at++) rows.put(`row-${String(at).padStart(3, '0')}`);
  const now = AT + 20.5 * 24 * 3_600_000;
  await rows.shown(now);
  expect(rows.made).toBe(200);
  await rows.shown(now + 1000);
  expect(rows.made).toBe(200);
  rows.put('row-100');
  await rows.shown(now + 2000);
  expect(rows.made).toBe(264);
  const run = rows.entries[64]?.kept<RowRun>('rows');
  expect(run?.length).toBe(64);
});
