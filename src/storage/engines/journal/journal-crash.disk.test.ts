import { readFile, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Engine, Revision } from '../../engine.ts';
import { startChild } from '../../testing/child.ts';
import { isRemoval, promisesFile, valueAt } from '../../testing/crash-plan.ts';
import { temporaryDirectory, testIds } from '../../testing/disk.ts';
import type { take } from '../../testing/engine-contract.ts';
import { silentLog, text } from '../../testing/world.ts';
import { openJournal } from './open-journal.ts';

interface Promised {
  readonly key: string;
  readonly step: number;
  readonly revision: Revision;
}

const rounds = 6;

it('keeps every promise over kill -9 at any moment, and never uses a revision twice', async () => {
  const { directory, remove } = await temporaryDirectory();
  /** Who had which revision, over all rounds. */
  const owners = new Map<Revision, string>();
  let newest = 0;
  let compacting = false;
  for (let round = 0; round < rounds; round++) {
    compacting ||= round >= rounds / 2;
    const promised = await crash(directory, `${round}${compacting ? 'compacting' : ''}`);
    expect(promised.length).toBeGreaterThan(0);
    expect(Math.min(...promised.map((one) => one.revision))).toBeGreaterThan(newest);
    for (const { key, step, revision } of promised) {
      expect(owners.get(revision)).toBeUndefined();
      owners.set(revision, `${key}#${step}`);
    }
    await using engine = await openJournal({ directory, ids: testIds, log: silentLog });
    newest = await engine.revision();
    expect(newest).toBeGreaterThanOrEqual(Math.max(...promised.map((one) => one.revision)));
    await expectKept(engine, promised);
    if (!compacting) await expectHistory(engine, owners);
  }
  await remove();
});

async function crash(directory: string, name: string): Promise<Promised[]> {
  const child = startChild(['write', directory, name]);
  // After some promises, not after some time: a slow machine makes them later.
  await child.heard(1 + Math.floor(Math.random() * 2000));
  await child.kill();
  const lines = (await readFile(promisesFile(directory), 'utf8')).split('\n');
  await rm(promisesFile(directory));
  return lines.slice(0, -1).map((line) => {
    const [key = '', step, revision] = line.split(' ');
    return { key, step: Number(step), revision: Number(revision) };
  });
}

/** A key stands where its last promised step left it, or one step further: that one was on its way. */
async function expectKept(engine: Engine, promised: readonly Promised[]): Promise<void> {
  const last = new Map(promised.map((one) => [one.key, one]));
  for (const { key, step, revision } of last.values()) {
    const row = await engine.get(key);
    const allowed = [step, step + 1].map((s) => (isRemoval(s) ? null : text(valueAt(key, s))));
    expect(allowed).toContain(text(row?.value));
    if (row !== null) expect(row.revision).toBeGreaterThanOrEqual(revision);
  }
}

/** The whole log: each value whole, revisions rising, and every promise where it was made. */
async function expectHistory(engine: Engine, owners: ReadonlyMap<Revision, string>): Promise<void> {
  const changes = await drain(engine);
  const revisions = changes.map((change) => change.revision);
  expect(revisions.every((revision, i) => i === 0 || revision > (revisions[i - 1] as number))).toBe(true);
  const steps = new Map<string, number>();
  const found = new Map<Revision, string>();
  for (const { key, revision, value } of changes) {
    const step = (steps.get(key) ?? -1) + 1;
    steps.set(key, step);
    found.set(revision, `${key}#${step}`);
    const whole = text(value) === (isRemoval(step) ? null : text(valueAt(key, step)));
    if (!whole) throw new Error(`${key} at ${revision} is not what was written`);
  }
  for (const [revision, owner] of owners) {
    if (found.get(revision) !== owner) throw new Error(`${owner} at ${revision} is lost`);
  }
}

async function drain(engine: Engine) {
  const newest = await engine.revision();
  const stop = new AbortController();
  const changes: Awaited<ReturnType<typeof take>> = [];
  for await (const batch of engine.changes('', 0, stop.signal)) {
    changes.push(...batch.changes);
    if (batch.revision >= newest) break;
  }
  return changes;
}
