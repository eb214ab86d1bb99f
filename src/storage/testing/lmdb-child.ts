import { type Engine, type Revision, StorageFailure } from '../engine.ts';
import { openLmdb } from '../engines/lmdb.ts';
import { isRemoval, valueAt } from './crash-plan.ts';
import { testIds } from './lmdb.ts';

/** A process for tests to kill: `lmdb-child.ts MODE DIRECTORY [ARGUMENT]`. Says on standard output what it was promised. */
const [mode, directory = '', argument = ''] = process.argv.slice(2);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function hold(): Promise<void> {
  await using engine = await openLmdb({ directory, ids: testIds });
  say(`open ${await engine.revision()}`);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

/** Each writer owns its keys and goes through the plan, so that the last two steps of a key say all it may be. */
async function write(): Promise<void> {
  const engine = await openLmdb({ directory, ids: testIds });
  const writers = Array.from({ length: 32 }, (_, i) => writeKey(engine, `/${argument}/${i}`));
  if (argument.endsWith('compacting')) writers.push(compactAllTheTime(engine));
  await Promise.all(writers);
}
async function writeKey(engine: Engine, key: string): Promise<void> {
  let live: Revision | null = null;
  for (let step = 0; ; step++) {
    const result = await engine.commit(key, isRemoval(step) ? null : valueAt(key, step), live);
    if (!result.committed) throw new Error(`${key} was refused`);
    live = isRemoval(step) ? null : result.revision;
    say(`${key} ${step} ${result.revision}`);
  }
}
async function compactAllTheTime(engine: Engine): Promise<void> {
  for (;;) {
    await engine.compact((await engine.revision()) - 50);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Writes until the disk is full; then, when told to on standard input, once more. */
async function fill(): Promise<void> {
  await using engine = await openLmdb({ directory, ids: testIds });
  const result = await engine.commit('/hot', valueAt('/hot', 0), null);
  let live: Revision | null = result.committed ? result.revision : null;
  try {
    for (let step = 0; ; step++) {
      const writes = Array.from({ length: 20 }, (_, i) =>
        engine.commit(`/${step}/${i}`, new Uint8Array(10_000).fill(1), null),
      );
      const outcomes = await Promise.allSettled(writes);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    say(`full ${error.message}`);
  }
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const again = await engine.commit('/hot', valueAt('/hot', 1), live);
  live = again.committed ? again.revision : null;
  say(`again ${live} ${(await engine.read('')).rows.length}`);
  process.stdin.destroy();
}

const modes: Record<string, () => Promise<void>> = { hold, write, fill };
await modes[mode ?? '']?.();
