import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Compacted, type Engine, type Revision, StorageFailure } from '../../engine.ts';
import { seededNumbers } from '../../testing/seeded-numbers.ts';
import { type DiskOperation, SimulatedDisk, systemError } from '../../testing/simulated-disk.ts';
import { bytes, silentLog, text } from '../../testing/world.ts';
import { LogEngine } from '../log-engine.ts';
import { openLog } from './open-journal.ts';
import type { JournalSizes } from './sizes.ts';

const runs = Number(process.env.JOURNAL_RUNS ?? 60);
const tiny: JournalSizes = { smallestSegment: 4096, largestSegment: 16_384, reserve: 1024, step: 2048 };
const keys = ['/a', '/b', '/c/1', '/c/2', '/c/3', '/d'];

type Fault = 'none' | 'some-writes' | 'all-writes' | 'names' | 'full' | 'read-only';
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      // Together, so that they share a way to the disk.
      writes: fc.array(
        fc.record({ key: fc.constantFrom(...keys), size: fc.option(fc.nat({ max: 3000 }), { nil: null, freq: 3 }) }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('compact' as const), back: fc.nat({ max: 6 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('none', 'none', 'some-writes', 'all-writes', 'names', 'full', 'read-only'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), turns: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const), back: fc.nat({ max: 10 }) }) },
);

interface Write {
  readonly key: string;
  readonly revision: Revision;
  readonly value: string | null;
}

/** What was promised, and what was refused without saying whether it is on disk. */
class Promises {
  history: Write[] = [];
  unsure: Omit<Write, 'revision'>[] = [];
  /** What is compacted before this is refused for ever. */
  floor: Revision = 0;
  /** What is compacted before this may be refused: a compaction that the disk refused holds until a crash forgets it. */
  perhaps: Revision = 0;

  get newest(): Revision {
    return Math.max(0, ...this.history.map(({ revision }) => revision));
  }
  at(revision: Revision): Map<string, Write> {
    const rows = new Map<string, Write>();
    for (const write of [...this.history].sort((a, b) => a.revision - b.revision)) {
      if (write.revision > revision) break;
      if (write.value === null) rows.delete(write.key);
      else rows.set(write.key, write);
    }
    return rows;
  }
}

class Session {
  readonly promises = new Promises();
  readonly #random: () => number;
  #disk: SimulatedDisk;
  engine!: Engine;
  #writing: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(seed: number) {
    this.#random = seededNumbers(seed);
    this.#disk = new SimulatedDisk({ random: this.#random });
  }

  async open(): Promise<void> {
    this.engine = new LogEngine(
      await openLog({ disk: this.#disk, ids, log: silentLog, sizes: tiny, closed: async () => {} }),
    );
  }

  async write(writes: readonly { key: string; size: number | null }[]): Promise<void> {
    const done = Promise.all(writes.map((write) => this.#writeOne(write)));
    this.#writing = done;
    await done;
  }
  async #writeOne({ key, size }: { key: string; size: number | null }): Promise<void> {
    const live = (await this.engine.get(key))?.revision ?? null;
    if (size === null && live === null) return;
    const value = size === null ? null : `${key}#${this.#count++};`.padEnd(size, '.');
    const unsure = { key, value };
    this.promises.unsure.push(unsure);
    try {
      const result = await this.engine.commit(key, value === null ? null : bytes(value), live);
      if (result.committed) this.promises.history.push({ key, value, revision: result.revision });
      this.promises.unsure = this.promises.unsure.filter((one) => one !== unsure);
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
    }
  }

  async compact(back: number): Promise<void> {
    const before = (await this.engine.revision()) - back;
    const { promises } = this;
    promises.perhaps = Math.max(promises.perhaps, before);
    try {
      await this.engine.compact(before);
      promises.floor = Math.max(promises.floor, before);
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
    }
  }

  setFault(fault: Fault): void {
    const some = this.#random;
    const faults: Record<Fault, (operation: DiskOperation) => NodeJS.ErrnoException | undefined> = {
      none: () => undefined,
      'some-writes': ({ kind }) => (kind === 'write' && some() < 0.3 ? systemError('EIO') : undefined),
      'all-writes': ({ kind }) => (kind === 'write' ? systemError('EIO') : undefined),
      names: ({ kind }) => (kind === 'syncNames' || kind === 'rename' ? systemError('EIO') : undefined),
      full: () => undefined,
      'read-only': ({ kind }) => (kind === 'read' ? undefined : systemError('EROFS')),
    };
    this.#disk.fault = faults[fault];
    this.#disk.capacity = fault === 'full' ? this.#disk.used : Number.POSITIVE_INFINITY;
  }

  async crash(turns: number): Promise<void> {
    void this.write(keys.map((key) => ({ key, size: 500 }))).catch(() => {});
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    this.#disk = this.#disk.crash();
    this.#writing = Promise.resolve();
    await this.open();
    await this.#learn();
  }
  async restart(): Promise<void> {
    await this.#writing;
    await this.engine[Symbol.asyncDispose]();
    await this.open();
    await this.#learn();
  }

  /** What was not sure either happened or did not, now and for ever. */
  async #learn(): Promise<void> {
    const { promises } = this;
    const newest = promises.newest;
    for (const { key, revision, value } of await changesAfter(this.engine, newest)) {
      const said = text(value);
      expect(promises.unsure).toContainEqual({ key, value: said });
      promises.history.push({ key, revision, value: said });
    }
    promises.unsure = [];
  }

  async check(revision?: Revision): Promise<void> {
    const at = revision ?? (await this.engine.revision());
    const page = await this.engine.read('', { revision: at });
    const rows = page.rows.map((row) => [row.key, row.revision, text(row.value)]);
    const wanted = [...this.promises.at(at).values()].map((write) => [write.key, write.revision, write.value]);
    expect(rows).toEqual(wanted.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)));
  }

  async look(back: number): Promise<void> {
    const revision = (await this.engine.revision()) - back;
    const { floor, perhaps } = this.promises;
    if (revision < floor) await expect(this.engine.read('', { revision })).rejects.toThrow(Compacted);
    else if (revision < perhaps) await this.check(revision).catch(allowCompacted);
    else await this.check(revision);
  }
}

function allowCompacted(error: unknown): void {
  if (!(error instanceof Compacted)) throw error;
}

let uids = 0;
const ids = { uid: () => `00000000-0000-4000-8000-${String(uids++).padStart(12, '0')}` };

async function changesAfter(engine: Engine, since: Revision) {
  const newest = await engine.revision();
  if (newest <= since) return [];
  for await (const batch of engine.changes('', since, new AbortController().signal)) {
    if (batch.revision >= newest) return batch.changes;
  }
  return [];
}

it('keeps every promise, whatever the disk does and whenever the power goes', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1 }), fc.array(step, { minLength: 1, maxLength: 60 }), async (seed, steps) => {
      const session = new Session(seed);
      await session.open();
      for (const one of steps) {
        if (one.do === 'write') await session.write(one.writes);
        else if (one.do === 'compact') await session.compact(one.back);
        else if (one.do === 'fault') session.setFault(one.fault);
        else if (one.do === 'crash') await session.crash(one.turns);
        else if (one.do === 'look') await session.look(one.back);
        else {
          session.setFault('none');
          await session.restart();
        }
        await session.check();
      }
      session.setFault('none');
      // Whatever happened: once the disk is well, the first write works.
      await session.engine.probe();
      expect(session.engine.health().trouble).toBeUndefined();
      const before = session.promises.history.length;
      await session.write([{ key: '/e', size: 100 }]);
      expect(session.promises.history).toHaveLength(before + 1);
      await session.restart();
      await session.check();
    }),
    { numRuns: runs },
  );
});
