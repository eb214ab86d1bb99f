import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BufferedSink } from './buffered-sink.ts';
import { LogFile } from './log-file.ts';
import { LossReport } from './sink.ts';

let folder: string;
let now: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-audit-'));
  now = Date.parse('2026-11-16T11:21:20.123Z');
});
afterEach(() => rm(folder, { recursive: true }));

const lost: [number, string][] = [];
const losses = (): LossReport => {
  lost.length = 0;
  return new LossReport(
    () => 0,
    (count, error) =>
      lost.push([count, error instanceof Error && 'code' in error ? String(error.code) : String(error)]),
  );
};
function open(settings: object = {}, path = join(folder, 'audit.log')): Promise<LogFile> {
  const all = { path, maxBytes: 0, maxBackups: 0, maxAgeMs: 0, compress: false, ...settings };
  return LogFile.open(all, { now: () => now++, losses: losses(), warn: () => undefined });
}
const files = async (): Promise<string[]> => (await readdir(folder)).sort();
const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

describe('the file of the audit log', () => {
  it('has the lines in order, however many come at the same time', async () => {
    const log = await open();
    const lines = Array.from({ length: 100 }, (_, at) => `${at}\n`);
    expect(new Set(await Promise.all(lines.map((line) => log.write(line))))).toEqual(new Set([true]));
    await log[Symbol.asyncDispose]();
    expect(await text('audit.log')).toBe(lines.join(''));
  });

  it('is made with its folder, and goes on where it ended', async () => {
    const path = join(folder, 'deep', 'down', 'audit.log');
    for (const line of ['a\n', 'b\n']) {
      const log = await open({}, path);
      await log.write(line);
      await log[Symbol.asyncDispose]();
    }
    expect(await readFile(path, 'utf8')).toBe('a\nb\n');
  });

  it('is renamed when it is large, and the oldest are dropped', async () => {
    const log = await open({ maxBytes: 10, maxBackups: 2 });
    for (let at = 0; at < 5; at++) await log.write(`line ${at}\n`);
    await log[Symbol.asyncDispose]();
    const [first, second, current] = await files();
    expect([first, second].every((name) => /^audit-2026-11-16T11-21-20\.1\d\d\.log$/.test(name ?? ''))).toBe(true);
    expect(await Promise.all([first, second, current].map((name) => text(name as string)))).toEqual([
      'line 2\n',
      'line 3\n',
      'line 4\n',
    ]);
  });

  it('drops what is too old, and nothing that is not its own', async () => {
    await writeFile(join(folder, 'audit-2020-01-01T00-00-00.000.log'), 'old');
    await writeFile(join(folder, 'audit-notes.log'), 'mine');
    const log = await open({ maxAgeMs: 86_400_000 });
    await log[Symbol.asyncDispose]();
    expect(await files()).toEqual(['audit-notes.log', 'audit.log']);
  });

  it('compresses what it renamed', async () => {
    const log = await open({ maxBytes: 10, compress: true });
    for (const line of ['the first\n', 'the second\n']) await log.write(line);
    await log[Symbol.asyncDispose]();
    const [packed = ''] = await files();
    expect(packed).toMatch(/\.log\.gz$/);
    expect(gunzipSync(await readFile(join(folder, packed))).toString()).toBe('the first\n');
  });

  it.skipIf(!existsSync('/dev/full'))('says what a full disk takes, and goes on', async () => {
    const log = await open({}, '/dev/full');
    expect(await Promise.all([log.write('a\n'), log.write('b\n')])).toEqual([false, false]);
    await log[Symbol.asyncDispose]();
    expect(lost).toEqual([[1, 'ENOSPC']]);
  });
});

describe('a log that nobody waits for', () => {
  it('loses what is too much', async () => {
    let release = (): void => undefined;
    const written: string[] = [];
    const slow = {
      write: async (line: string) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        written.push(line);
        return true;
      },
      async [Symbol.asyncDispose]() {},
    };
    const sink = new BufferedSink(slow, { size: 1, losses: losses() });
    expect([await sink.write('a'), await sink.write('b')]).toEqual([true, true]);
    release();
    await Promise.resolve();
    await Promise.resolve();
    expect([written, lost]).toEqual([['a'], [[1, 'Error: audit buffer queue blocked']]]);
  });
});
