import { appendFileSync } from 'node:fs';
import { type Engine, type Revision, StorageFailure } from '../engine.ts';
import { openJournal } from '../engines/journal/open-journal.ts';
import { isRemoval, promisesFile, valueAt } from './crash-plan.ts';
import { testIds } from './disk.ts';
import { silentLog } from './world.ts';

/** A process for tests to kill: `journal-child.ts MODE DIRECTORY [ARGUMENT]`. Says on standard output what it was promised. */
const [mode, directory = '', argument = ''] = process.argv.slice(2);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function hold(): Promise<void> {
  await using engine = await openJournal({ directory, ids: testIds, log: silentLog });
  say(`open ${await engine.revision()}`);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

/** Each writer owns its keys and goes through the plan, so that the last two steps of a key say all it may be. */
async function write(): Promise<void> {
  const engine = await openJournal({ directory, ids: testIds, log: silentLog });
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
    // Into a file: what a stream still holds when the process is killed is not heard.
    appendFileSync(promisesFile(directory), `${key} ${step} ${result.revision}\n`);
    say(`${key} ${step}`);
  }
}
async function compactAllTheTime(engine: Engine): Promise<void> {
  for (;;) {
    await engine.compact((await engine.revision()) - 50);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Writes until the disk is full; then deletes something, and, when told to on standard input, writes once more. Removals
 * still work, and the next write works as soon as there is room.
 */
async function fill(): Promise<void> {
  await using engine = await openJournal({ directory, ids: testIds, log: silentLog });
  const hot = await engine.commit('/hot', valueAt('/hot', 0), null);
  const cold = await engine.commit('/cold', valueAt('/cold', 0), null);
  const failure = await fillUp(engine);
  say(`full ${failure.name}: ${failure.message}`);
  say(`trouble ${engine.health().trouble?.kind}`);
  const removed = await engine.commit('/cold', null, cold.committed ? cold.revision : null);
  say(`removed ${removed.committed}`);
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await engine.probe();
  const again = await engine.commit('/hot', valueAt('/hot', 1), hot.committed ? hot.revision : null);
  const revision = again.committed ? again.revision : null;
  say(`again ${revision} ${(await engine.read('')).rows.length} ${engine.health().trouble?.kind}`);
  process.stdin.destroy();
}
async function fillUp(engine: Engine): Promise<StorageFailure> {
  for (let step = 0; ; step++) {
    const writes = Array.from({ length: 20 }, (_, i) =>
      engine.commit(`/${step}/${i}`, new Uint8Array(10_000).fill(1), null),
    );
    const outcomes = await Promise.allSettled(writes);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed?.reason instanceof StorageFailure) return failed.reason;
    if (failed !== undefined) throw failed.reason;
  }
}

const modes: Record<string, () => Promise<void>> = { hold, write, fill };
await modes[mode ?? '']?.();
