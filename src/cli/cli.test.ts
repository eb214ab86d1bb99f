import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: { out: string; err: string };
  readonly ended: Promise<number | null>;
  until(text: string): Promise<void>;
}

function pinnace(...args: string[]): Run {
  const child = spawn(process.execPath, ['--conditions=pinnace-source', '--import', tsx, main, ...args], {
    cwd: folder,
  });
  children.push(child);
  const output = { out: '', err: '' };
  const waiting: (() => void)[] = [];
  const grew = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (data) => {
    output.out += data;
    grew();
  });
  child.stderr.on('data', (data) => {
    output.err += data;
    grew();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => void (output.out.includes(text) && resolve());
      waiting.push(look);
      look();
      void ended.then(() => reject(new Error(`ended without saying '${text}': ${output.out}${output.err}`)));
    });
  return { child, output, ended, until };
}

describe('the pinnace command', () => {
  it('tells its version', async () => {
    const run = pinnace('version');
    expect(await run.ended).toBe(0);
    expect(run.output.out).toMatch(/^pinnace \d+\.\d+\.\d+ \(Kubernetes v1\.36 API\)\n$/);
  });
  it('tells all options of serve, each with its default', async () => {
    const run = pinnace('serve', '--help');
    expect(await run.ended).toBe(0);
    for (const text of ['--data-dir <directory>', '(default: ./.pinnace)', '--port <number>', '--config <file>']) {
      expect(run.output.out).toContain(text);
    }
  });
  it.each([
    [['serve', '--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['serve', '--port', 'x'], /--port: "x" is not a whole number from 0 to 65535/],
    [['serve', 'extra'], /too many arguments/],
    [['sevre'], /unknown command 'sevre'/],
  ])('ends with 2 and says what is wrong with %j', async (args, message) => {
    const run = pinnace(...args);
    expect(await run.ended).toBe(2);
    expect(run.output.err).toMatch(message);
  });
  it('ends with 1 and one clear line when the data directory is not its own', async () => {
    await writeFile(join(folder, 'thesis.txt'), '');
    const run = pinnace('serve', '--data-dir', '.', '--port', '0');
    expect(await run.ended).toBe(1);
    expect(run.output.err).toMatch(/^pinnace: .* is not a data directory of Pinnace.*thesis\.txt.*\n$/);
  });
  it.each(['SIGTERM', 'SIGINT'] as const)('says how to reach it, and ends with 0 at %s', async (signal) => {
    const run = pinnace('serve', '--port', '0');
    await run.until('Ctrl-C stops the server.');
    expect(run.output.out).toContain(`export KUBECONFIG=${join(folder, '.pinnace', 'kubeconfig')}`);
    expect(run.output.out).toMatch(/Address {2}https:\/\/127\.0\.0\.1:\d+\n/);
    run.child.kill(signal);
    // npm passes the signal on once more; that is no second wish.
    run.child.kill(signal);
    expect(await run.ended).toBe(0);
    expect(run.output.out).toMatch(/Stopped\.\n$/);
    expect(run.output.err).toBe('');
  });
});
