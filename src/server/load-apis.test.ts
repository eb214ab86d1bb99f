import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadApis } from './load-apis.ts';
import { StartError } from './start-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-apis-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function module(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const resource = (name: string): string =>
  `{ group: 'g', resource: '${name}', kind: 'K', versions: new Map(), storage: {}, strategy: {} }`;

describe('modules of kinds', () => {
  it('export resources, one by one or in lists, beside other things', async () => {
    const path = await module(
      'good.mjs',
      `export const one = ${resource('a')}; export const all = [one, ${resource('b')}]; export const x = 1;`,
    );
    expect((await loadApis([path])).map((found) => found.resource)).toEqual(['a', 'b']);
  });

  it.each([
    [
      'empty.mjs',
      'export const x = 1;',
      'the module exports no resource; export what apiResource of pinnace/api gives',
    ],
    ['broken.mjs', 'export const x = ;', 'Unexpected token'],
    ['throws.mjs', "throw new Error('not today');", 'the module cannot be loaded: not today'],
  ])('%s is refused with a reason', async (name, text, message) => {
    const path = await module(name, text);
    await expect(loadApis([path])).rejects.toThrow(`--api ${path}: `);
    await expect(loadApis([path])).rejects.toThrow(message);
  });

  it('that are missing are named', async () => {
    for (const name of [join(folder, 'nowhere.mjs'), 'no-such-package']) {
      await expect(loadApis([name])).rejects.toBeInstanceOf(StartError);
      await expect(loadApis([name])).rejects.toThrow(`--api ${name}: there is no such file, folder or package`);
    }
  });
});
