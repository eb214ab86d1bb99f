import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCompiled } from './compiled-script.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-compiled-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (value: number): Promise<string> => {
  const file = join(folder, 'program.cjs');
  const path = "require('node:path').basename(moduleUrl)";
  await writeFile(file, `(function (exports, require, moduleUrl) { return { value: ${value}, name: ${path} }; })`);
  return file;
};
const kept = (): Promise<string[]> => readdir(join(folder, 'kept')).catch(() => []);

it('keeps the compiled code of a script when it is told to, and once', async () => {
  const file = await write(1);
  const first = runCompiled<{ value: number; name: string }>(file, join(folder, 'kept'));
  expect(first.exports).toEqual({ value: 1, name: 'program.cjs' });
  expect(await kept()).toEqual([]);
  first.keep();
  const names = await kept();
  expect(names).toHaveLength(1);
  runCompiled(file, join(folder, 'kept')).keep();
  expect(await kept()).toEqual(names);
});

it('runs another script of the same length as it is, and forgets those of long ago', async () => {
  for (let value = 1; value <= 6; value++) {
    const { exports, keep } = runCompiled<{ value: number }>(await write(value), join(folder, 'kept'));
    expect(exports.value).toBe(value);
    keep();
  }
  expect(await kept()).toHaveLength(4);
});

it('runs where nothing can be kept', async () => {
  await writeFile(join(folder, 'file'), '');
  const { exports, keep } = runCompiled<{ value: number }>(await write(1), join(folder, 'file', 'kept'));
  keep();
  expect(exports.value).toBe(1);
});

it('loads modules, also those that are named by a URL, when its compiled code was kept', async () => {
  const module = join(folder, 'late.mjs');
  await writeFile(module, 'export const answer = 42;');
  const file = join(folder, 'program.cjs');
  const late = `() => require(${JSON.stringify(pathToFileURL(module).href)}).answer`;
  await writeFile(file, `(function (exports, require) { return { late: ${late} }; })`);
  for (const _ of ['compiled', 'kept']) {
    const { exports, keep } = runCompiled<{ late(): number }>(file, join(folder, 'kept'));
    expect(exports.late()).toBe(42);
    keep();
  }
});
