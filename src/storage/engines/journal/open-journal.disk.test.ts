import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, StorageFailure } from '../../engine.ts';
import { startChild } from '../../testing/child.ts';
import { temporaryDirectory, testIds } from '../../testing/disk.ts';
import { bytes, silentLog, text } from '../../testing/world.ts';
import { openJournal } from './open-journal.ts';
import { segmentHead } from './segment-header.ts';

describe('the directory of a journal', () => {
  let directory: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ directory, remove } = await temporaryDirectory());
  });
  afterEach(() => remove());

  const openHere = (): Promise<Engine> => openJournal({ directory, ids: testIds, log: silentLog });
  const failure = async (): Promise<string> => {
    const error = await openHere().then(
      () => new Error('it opened'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StorageFailure);
    return (error as Error).message;
  };
  const fillSome = async (count = 200): Promise<void> => {
    await using engine = await openHere();
    await Promise.all(Array.from({ length: count }, (_, i) => engine.commit(`/a/${i}`, new Uint8Array(3000), null)));
  };
  const files = (): Promise<string[]> => readdir(directory);
  const firstSegment = (): string => join(directory, '00000001-0.journal');

  it('is made for its owner only', async () => {
    await using engine = await openHere();
    await engine.commit('/a', bytes('1'), null);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const file of (await files()).filter((name) => !name.endsWith('.lock'))) {
      expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('holds nothing but its files when it is closed', async () => {
    await fillSome(1);
    expect((await files()).sort()).toEqual(['00000001-0.journal', 'spare']);
  });

  it('gives back everything after a restart: values, the past, what was compacted, the counter', async () => {
    let first: number;
    let last: number;
    {
      await using engine = await openHere();
      const created = await engine.commit('/a', bytes('1'), null);
      first = created.committed ? created.revision : 0;
      await engine.commit('/a', bytes('2'), first);
      await engine.commit('/b', bytes('1'), null);
      await engine.compact(first + 1);
      const removed = await engine.commit('/b', null, first + 2);
      last = removed.committed ? removed.revision : 0;
    }
    await using engine = await openHere();
    expect(await engine.revision()).toBe(last);
    expect(text((await engine.get('/a'))?.value)).toBe('2');
    expect(await engine.get('/b')).toBeNull();
    expect((await engine.read('', { revision: last - 1 })).rows).toHaveLength(2);
    await expect(engine.read('', { revision: first })).rejects.toThrow('no longer kept');
    await engine.compact(last);
    expect(await engine.commit('/c', bytes('1'), null)).toEqual({ committed: true, revision: last + 1 });
  });

  it('never uses a revision twice, even when nothing is left of it', async () => {
    let last = 0;
    for (let i = 0; i < 3; i++) {
      await using engine = await openHere();
      const created = await engine.commit('/a', bytes('1'), null);
      if (!created.committed) throw new Error('refused');
      expect(created.revision).toBeGreaterThan(last);
      const removed = await engine.commit('/a', null, created.revision);
      last = removed.committed ? removed.revision : 0;
      await engine.compact(last);
    }
  });

  it('is refused when it holds the files of somebody else, which stay as they are', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'thesis.txt'), 'precious');
    expect(await failure()).toMatch(/holds thesis.txt; choose an empty one/);
    expect(await files()).toEqual(['thesis.txt']);
  });

  it('is refused with a way out when it holds the database of an older version', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'data.mdb'), 'precious');
    expect(await failure()).toMatch(/holds an LMDB database, which an older Pinnace wrote .* another --data-dir/);
    expect(await files()).toEqual(['data.mdb']);
  });

  it('is refused when it is a file', async () => {
    await writeFile(directory, 'precious');
    expect(await failure()).toMatch(/cannot use .* as data directory/);
  });

  it('is refused when a newer server made it', async () => {
    await fillSome(1);
    const head = { store: testIds.uid(), sequence: 2, covers: 2, length: 0, before: { sequence: 1, end: 0 } };
    const newer = segmentHead({ ...head, state: { revision: 0, compacted: 0 } }, { format: 2 });
    await writeFile(join(directory, '00000002-0.journal'), newer);
    expect(await failure()).toMatch(/has format 2, .* up to 1: use a newer server/);
  });

  it('is refused when it holds parts of different stores', async () => {
    await fillSome(1);
    const head = { store: testIds.uid(), sequence: 2, covers: 2, length: 0, before: { sequence: 1, end: 0 } };
    await writeFile(
      join(directory, '00000002-0.journal'),
      segmentHead({ ...head, state: { revision: 0, compacted: 0 } }),
    );
    expect(await failure()).toMatch(/parts of different stores/);
  });

  it.each([
    ['empty', (path: string) => truncate(path, 0)],
    ['cut within its head', (path: string) => truncate(path, 100)],
    ['overwritten with something else', (path: string) => writeFile(path, Buffer.alloc(100_000, 'x'))],
  ])('is refused when a file is %s, which stays as it is', async (_, damage) => {
    await fillSome();
    await damage(firstSegment());
    const before = await readFile(firstSegment());
    expect(await failure()).toMatch(/damaged at its beginning; restore it from a backup/);
    expect(Buffer.compare(await readFile(firstSegment()), before)).toBe(0);
  });

  it('is refused when a file is missing', async () => {
    {
      const sizes = { smallestSegment: 4096, largestSegment: 4096, reserve: 1024, step: 1024 };
      await using engine = await openJournal({ directory, ids: testIds, log: silentLog, sizes });
      for (let i = 0; i < 10; i++) await engine.commit(`/a/${i}`, new Uint8Array(3000), null);
    }
    await rm(join(directory, '00000003-0.journal'));
    expect(await failure()).toMatch(/a file of the store is missing between 00000002-0.journal and 00000004-0.journal/);
  });

  it('is refused while this process has it open, and free again afterwards', async () => {
    {
      await using _ = await openHere();
      expect(await failure()).toMatch(/in use by this process/);
    }
    await using engine = await openHere();
    expect(await engine.revision()).toBe(0);
  });

  it('is refused while another process has it open, and free as soon as that one is killed', async () => {
    const child = startChild(['hold', directory]);
    await child.line('open');
    expect(await failure()).toMatch(new RegExp(`in use by process ${child.process.pid}`));
    expect(await failure()).toMatch('in use');
    await child.kill();
    await using engine = await openHere();
    expect(await engine.commit('/a', bytes('1'), null)).toEqual({ committed: true, revision: 1 });
  });

  it('may have a path that is longer than the name of a socket can be', async () => {
    directory = join(directory, 'd'.repeat(100), 'e'.repeat(100));
    await using _ = await openHere();
    expect(await failure()).toMatch(/in use by this process/);
  });

  it('lets at most one in of many that come at the same time', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, openHere));
    const opened = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(opened.length).toBeLessThanOrEqual(1);
    for (const { value } of opened) await value[Symbol.asyncDispose]();
    await using engine = await openHere();
    expect(await engine.revision()).toBe(0);
  });

  it.skipIf(!hasPrlimit())(
    'says that the disk is full, still removes, and writes again when there is room',
    async () => {
      const child = startChild(['fill', directory], ['prlimit', '--fsize=1600000:unlimited']);
      expect(await child.line('full')).toMatch(/StorageFull: the disk is full .*Deletions still work/);
      expect(await child.line('trouble')).toBe('trouble full');
      expect(await child.line('removed')).toBe('removed true');
      execFileSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited']);
      child.process.stdin.write('go\n');
      const [, revision, rows, trouble] = (await child.line('again')).split(' ');
      expect(trouble).toBe('undefined');
      await child.kill();
      await using engine = await openHere();
      expect(await engine.revision()).toBe(Number(revision));
      const page = await engine.read('');
      expect(page.rows).toHaveLength(Number(rows));
      expect(page.rows.find((row) => row.key === '/hot')?.revision).toBe(Number(revision));
      expect(await engine.get('/cold')).toBeNull();
    },
  );
});

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
}
