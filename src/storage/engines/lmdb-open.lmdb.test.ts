import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, StorageFailure } from '../engine.ts';
import { startChild } from '../testing/child.ts';
import { temporaryDirectory, testIds } from '../testing/lmdb.ts';
import { bytes, text } from '../testing/world.ts';
import { openLmdb } from './lmdb.ts';

describe('the directory of an lmdb engine', () => {
  let directory: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ directory, remove } = await temporaryDirectory());
  });
  afterEach(() => remove());

  const openHere = (): Promise<Engine> => openLmdb({ directory, ids: testIds });
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

  it('is made for its owner only', async () => {
    await using _ = await openHere();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(directory)) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
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
    expect(await readdir(directory)).toEqual(['thesis.txt']);
  });

  it('is refused when it is a file', async () => {
    await writeFile(directory, 'precious');
    expect(await failure()).toMatch(/cannot use .* as data directory/);
  });

  it('is refused when another program made the database', async () => {
    const other = open({ path: directory, noSubdir: false });
    await other.put('mine', 'precious');
    await other.close();
    const before = await readFile(join(directory, 'data.mdb'));
    expect(await failure()).toMatch(/another program; choose an empty directory/);
    expect(Buffer.compare(await readFile(join(directory, 'data.mdb')), before)).toBe(0);
  });

  it('is refused when a newer server made it', async () => {
    await fillSome(1);
    const root = open({ path: directory, noSubdir: false, encoding: 'binary', keyEncoding: 'binary' });
    await root
      .openDB({ name: 'meta', encoding: 'binary', keyEncoding: 'binary' })
      .put(Buffer.from('format'), Buffer.from('pinnace 2'));
    await root.close();
    expect(await failure()).toMatch(/has format 2, .* up to 1: use a newer server/);
  });

  it.each([
    ['empty', async (path: string) => truncate(path, 0)],
    ['cut within its first page', async (path: string) => truncate(path, 1000)],
    ['cut in the middle', async (path: string) => truncate(path, 4096 * 40)],
    ['overwritten with something else', async (path: string) => writeFile(path, Buffer.alloc(100_000, 'x'))],
  ])('is refused when its file is %s, which stays as it is', async (_, damage) => {
    await fillSome();
    const path = join(directory, 'data.mdb');
    await damage(path);
    const before = await readFile(path);
    expect(await failure()).toMatch(/damaged/);
    expect(Buffer.compare(await readFile(path), before)).toBe(0);
  });

  it('tells a damaged value from a good one', async () => {
    {
      await using engine = await openHere();
      await engine.commit('/a', bytes('the quick brown fox jumps over the lazy dog'), null);
    }
    const path = join(directory, 'data.mdb');
    const file = await readFile(path);
    const at = file.lastIndexOf('quick brown');
    await writeFile(path, file.fill('X', at, at + 1));
    await using engine = await openHere();
    await expect(engine.get('/a')).rejects.toThrow(/the write at revision 1 cannot be read/);
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

  it('grows beyond the map it began with', async () => {
    await using engine = await openLmdb({ directory, ids: testIds, mapSize: 1024 * 1024 });
    for (let i = 0; i < 10; i++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, k) => engine.commit(`/${i}/${k}`, new Uint8Array(5000).fill(i), null)),
      );
    }
    const { rows } = await engine.read('');
    expect(rows).toHaveLength(1000);
    expect(rows.every((row) => row.value.every((byte) => byte === Number(row.key.split('/')[1])))).toBe(true);
  });

  it.skipIf(!hasPrlimit())(
    'says that the disk is full, loses nothing, and writes again when there is room',
    async () => {
      const child = startChild(['fill', directory], ['prlimit', '--fsize=3000000:unlimited']);
      expect(await child.line('full')).toMatch(/the disk is full .*make room .*then write again/);
      execFileSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited']);
      child.process.stdin.write('go\n');
      const [, revision, rows] = (await child.line('again')).split(' ');
      await child.kill();
      await using engine = await openHere();
      expect(await engine.revision()).toBe(Number(revision));
      const page = await engine.read('');
      expect(page.rows).toHaveLength(Number(rows));
      expect(page.rows.find((row) => row.key === '/hot')?.revision).toBe(Number(revision));
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
