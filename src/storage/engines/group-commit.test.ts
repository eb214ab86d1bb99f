import { beforeEach, describe, expect, it } from 'vitest';
import { StorageFailure } from '../engine.ts';
import { bytes } from '../testing/world.ts';
import { GroupCommit, type Operation } from './group-commit.ts';
import type { Head } from './revision-log.ts';

/** A store that syncs when the test says so. */
class Disk {
  readonly heads = new Map<string, Head>();
  readonly batches: number[] = [];
  #end: ((error?: Error) => void) | undefined;

  persist = async (operations: readonly Operation[]): Promise<void> => {
    this.batches.push(operations.length);
    await new Promise<void>((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error));
    });
    for (const { key, revision, value } of operations) this.heads.set(key, { revision, removed: value === null });
  };
  get syncing(): boolean {
    return this.#end !== undefined;
  }
  /** Waits for a sync to begin and ends it. */
  async sync(error?: Error): Promise<void> {
    while (this.#end === undefined) await turn();
    const end = this.#end;
    this.#end = undefined;
    end(error);
    await turn();
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const full = new StorageFailure('the disk is full');

describe('group commit', () => {
  let disk: Disk;
  let commits: GroupCommit;
  beforeEach(() => {
    disk = new Disk();
    commits = new GroupCommit({
      revision: 10,
      head: (key) => disk.heads.get(key),
      sizeOf: () => 0,
      persist: disk.persist,
    });
  });
  const put = (key: string, expected: number | null = null) => commits.commit(key, bytes('x'), expected);

  it('answers only when the sync is over, and gives what gathered meanwhile one sync', async () => {
    const answers: number[] = [];
    const first = put('a').then((revision) => answers.push(revision as number));
    await turn();
    await turn();
    const rest = ['b', 'c', 'd'].map((key) => put(key).then((revision) => answers.push(revision as number)));
    await turn();
    expect(answers).toEqual([]);
    await disk.sync();
    await first;
    expect(answers).toEqual([11]);
    await disk.sync();
    await Promise.all(rest);
    expect(answers).toEqual([11, 12, 13, 14]);
    expect(disk.batches).toEqual([1, 3]);
  });

  it('lets a write in upon one that is still on its way', async () => {
    const first = put('a');
    const second = put('a', 11);
    await disk.sync();
    expect([await first, await second]).toEqual([11, 12]);
  });

  it('answers a loser only when the winner is durable', async () => {
    const winner = put('a');
    let answered = false;
    const loser = put('a').then((revision) => {
      answered = true;
      return revision;
    });
    await turn();
    await turn();
    expect(answered).toBe(false);
    await disk.sync();
    expect([await winner, await loser]).toEqual([11, null]);
  });

  it('fails exactly the batch and what was built upon it when the disk is full, then goes on', async () => {
    const failing = [put('a'), put('b')];
    await turn();
    await turn();
    const dependent = put('a', 11);
    const further = put('a', 13);
    const independent = put('c');
    const settled = Promise.allSettled([...failing, dependent, further]);
    await disk.sync(full);
    for (const outcome of await settled) expect(outcome).toEqual({ status: 'rejected', reason: full });
    await disk.sync();
    expect(await independent).toBe(15);
    const again = put('a');
    await disk.sync();
    expect(await again).toBe(16);
  });

  it('lets a loser win after all when the winner fails', async () => {
    const winner = put('a').catch((error: unknown) => error);
    const loser = put('a');
    await disk.sync(full);
    expect(await winner).toBe(full);
    await disk.sync();
    expect(await loser).toBe(12);
  });

  it('tells any other error as a failure of the storage', async () => {
    const failing = put('a');
    const seen = expect(failing).rejects.toThrow(StorageFailure);
    await disk.sync(new Error('odd'));
    await seen;
  });

  it('runs jobs between syncs, never during one', async () => {
    const during: boolean[] = [];
    const first = put('a');
    await turn();
    await turn();
    const job = commits.between(async () => during.push(disk.syncing));
    const second = put('b');
    await turn();
    expect(during).toEqual([]);
    await disk.sync();
    await disk.sync();
    await Promise.all([first, job, second]);
    await commits.drain();
    expect(during).toEqual([false]);
  });
});
