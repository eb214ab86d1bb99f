import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from './data-directory.ts';
import type { Options } from './options.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pinnace-directory-'));
});
afterEach(() => rm(parent, { recursive: true }));

const open = (dataDir: string, ephemeral = false, source: 'flag' | 'default' = 'flag') =>
  openDataDirectory({ dataDir, ephemeral, fromEtcdSnapshot: '', source: { dataDir: source } as Options['source'] });

describe('the data directory', () => {
  it('is made, with a .gitignore of its own, and opens again', async () => {
    const path = join(parent, 'a', 'b');
    await open(path);
    expect(await readFile(join(path, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await open(path)).path).toBe(path);
  });
  it('is refused when it holds the files of others, and left as it is', async () => {
    await writeFile(join(parent, 'thesis.txt'), 'years of work');
    await expect(open(parent)).rejects.toThrow(/is not a data directory of Pinnace.*thesis\.txt.*Nothing was changed/);
    expect(await readdir(parent)).toEqual(['thesis.txt']);
  });
  it('is refused when a newer version wrote it', async () => {
    await writeFile(join(parent, 'pinnace-data'), 'Data of Pinnace, format 99. And more.');
    await expect(open(parent)).rejects.toThrow(/newer Pinnace \(format 99\)/);
    expect(await readdir(parent)).toEqual(['pinnace-data']);
  });
  it('may not be a file', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    await expect(open(file)).rejects.toThrow(/cannot be used/);
  });
  it.skipIf(process.platform !== 'linux').each(['/proc/foo', '/proc/foo/bar'])(
    'is refused where nothing can be made: %s',
    async (path) => {
      await expect(open(path)).rejects.toThrow(/The data directory .* cannot be used: ENOENT/);
    },
  );
  it('is finished when its first making was cut short', async () => {
    const path = join(parent, 'cut');
    await mkdir(path);
    await writeFile(join(path, 'pinnace-data.123.new'), 'Data of');
    await open(path);
    await rm(join(path, '.gitignore'));
    await open(path);
    expect(await readdir(path)).toContain('.gitignore');
  });
  it('is a temporary one that goes at the end when nothing shall stay', async () => {
    const directory = await open('./.pinnace', true, 'default');
    expect(directory.path.startsWith(tmpdir())).toBe(true);
    await directory.dispose();
    await expect(stat(directory.path)).rejects.toThrow('ENOENT');
  });
  it('stays when it was named, also for a server that keeps its objects in memory', async () => {
    const path = join(parent, 'named');
    await (await open(path, true)).dispose();
    expect(await readdir(path)).toContain('pinnace-data');
  });
});
