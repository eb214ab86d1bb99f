import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from './command.ts';
import { runCommandLine } from './command-line.ts';
import { commands } from './command-table.ts';

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
  /** Waits for a text on standard output, or on standard error. */
  until(text: string, where?: 'out' | 'err'): Promise<void>;
}

const pinnace = (...args: string[]): Run => launch([], ...args);

function launch(nodeArguments: readonly string[], ...args: string[]): Run {
  const node = ['--conditions=pinnace-source', '--import', tsx, ...nodeArguments];
  const child = spawn(process.execPath, [...node, main, ...args], { cwd: folder });
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
  const until: Run['until'] = (text, where = 'out') =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => void (output[where].includes(text) && resolve());
      waiting.push(look);
      look();
      void ended.then(() => reject(new Error(`ended without saying '${text}': ${output.out}${output.err}`)));
    });
  return { child, output, ended, until };
}

/** The same command in this process: for what starts no server. */
async function run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[stream] += text;
      return true;
    },
  });
  const code = await runCommandLine(args, { environment: {}, stdout: to('out'), stderr: to('err') } as Terminal);
  return { code, ...said };
}

describe('the pinnace command', () => {
  it('tells its version', async () => {
    for (const word of ['version', '--version'])
      expect(await run(word)).toEqual({
        code: 0,
        out: expect.stringMatching(/^pinnace \d+\.\d+\.\d+ \(Kubernetes v1\.36 API\)\n$/),
        err: '',
      });
  });
  it('answers in JSON where that is asked for', async () => {
    for (const word of ['version', '--version']) {
      const { code, out } = await run(word, '-o', 'json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({ pinnace: expect.any(String), kubernetes: 'v1.36' });
    }
  });
  it('answers in JSON by every command that has an answer of its own', () => {
    // A script for a shell, objects that are JSON already, and programs that speak as upstream's do.
    const others = ['completion', 'crd repair', 'etcd', 'kube-apiserver'];
    const silent = commands.filter(({ options }) => !options.some(({ name }) => name === 'output'));
    expect(silent.map(({ name }) => name).sort()).toEqual(others);
  });
  it('tells all commands when it is asked for help', async () => {
    const { code, out } = await run('help');
    expect(code).toBe(0);
    for (const { name, summary } of commands) {
      expect(out).toContain(name.split(' ')[0]);
      expect(summary).toMatch(/^[A-Z].*\.$/);
    }
  });
  it('tells all options of serve, each with its default', async () => {
    const { code, out } = await run('serve', '--help');
    expect(code).toBe(0);
    for (const text of ['--data-dir <directory>', '(default: ./.pinnace)', '--port <number>', '--config <file>']) {
      expect(out).toContain(text);
    }
  });
  it.each([
    ['stat', 'status'],
    ['serve --port 0 --data-dir = x --det', '--detach'],
    ['compat -o sar', 'sarif'],
    ['crd history --contex', '--context'],
    ['run --keep -- serv', ''],
  ])('completes %j to %j in bash', async (typed, completed) => {
    const { out } = await run('completion', 'bash');
    const script = `${out}\nCOMP_WORDS=(pinnace ${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pinnace; echo "\${COMPREPLY[*]}"`;
    expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' })).toMatchObject({
      stdout: `${completed}\n`,
      stderr: '',
    });
  });
  it.each(['bash', 'zsh', 'fish'])('completes commands and flags in %s', async (shell) => {
    const { code, out } = await run('completion', shell);
    expect(code).toBe(0);
    for (const word of ['serve', 'completion', 'data-dir']) expect(out).toContain(word);
  });
  it.each([
    [['completion', 'tcsh'], /no completion for "tcsh": it is bash, zsh or fish/],
    [['completion'], /missing required argument 'shell'/],
    [['version', '-o', 'xml'], /--output: "xml" is not one of text, json/],
    [['serve', '--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['serve', 'extra'], /too many arguments/],
    [['sevre'], /unknown command 'sevre'/],
  ])('ends with 2 and says what is wrong with %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
  it('ends with 2 and says what is wrong with a value of an option of serve', async () => {
    const { ended, output } = pinnace('serve', '--port', 'x');
    expect(await ended).toBe(2);
    expect(output.err).toMatch(/--port: "x" is not a whole number from 0 to 65535/);
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

describe('a command below a server', () => {
  it('finds it by KUBECONFIG, and its exit code is the answer', async () => {
    const script = `console.log(JSON.parse(require('fs').readFileSync(process.env.KUBECONFIG)).kind); process.exit(7)`;
    const run = pinnace('run', '-o', 'json', '--', process.execPath, '-e', script);
    expect(await run.ended).toBe(7);
    expect(run.output.out).toBe('Config\n');
    expect(JSON.parse(run.output.err)).toMatchObject({ command: [process.execPath, '-e', script], exitCode: 7 });
  });
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is not begun after %s, and nothing is left of the server',
    async (signal) => {
      const temporary = await mkdtemp(join(folder, 'tmp-'));
      const inside = `data:text/javascript,process.env.TMPDIR=${JSON.stringify(temporary)}`;
      const run = launch(['--import', inside], 'run', '--', process.execPath, '-e', 'console.log("begun")');
      const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('pinnace-'));
      await expect.poll(left, { timeout: 60_000, interval: 5 }).toHaveLength(1);
      run.child.kill(signal);
      expect(await run.ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect([run.output.out, await left()]).toEqual(['', []]);
    },
  );
  it('that does not exist ends with 127, and one that fails can leave the server to look at', async () => {
    const run = pinnace('run', '--keep', '--', 'no-such-program');
    await run.until('Ctrl-C stops the server.', 'err');
    expect(run.output.err).toMatch(/^pinnace: no-such-program cannot be run: not found\n/);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(127);
  });
});

describe('a running server', () => {
  /** Does what no code of ours should do, when it is told to by a signal. */
  const careless = `process.on('SIGUSR2', () => {
    Promise.reject(new Error('a promise nobody wanted', { cause: new Error('the reason behind it') }));
    setImmediate(() => { throw new Error('an exception nobody expected'); });
  });`;
  const get = (run: Run, path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const url = `${/Address\s+(\S+)/.exec(run.output.out)?.[1]}${path}`;
      const token = readFileSync(join(folder, '.pinnace', 'admin.token'), 'utf8').trim();
      const options = { rejectUnauthorized: false, headers: { authorization: `Bearer ${token}` }, agent: false };
      request(url, options, (response) => response.toArray().then((parts) => resolve(Buffer.concat(parts).toString())))
        .on('error', reject)
        .end();
    });

  it('is not ended by a rejection or an exception that nobody caught: it tells, counts and serves on', async () => {
    const run = launch(['--import', `data:text/javascript,${encodeURIComponent(careless)}`], 'serve', '--port', '0');
    await run.until('Ctrl-C stops the server.');
    run.child.kill('SIGUSR2');
    await run.until('an exception nobody expected', 'err');
    for (const text of ['kind="rejection"', 'a promise nobody wanted', 'the reason behind it', 'kind="exception"'])
      expect(run.output.err).toContain(text);
    const metrics = await get(run, '/metrics');
    expect(metrics).toContain('pinnace_uncaught_errors_total{kind="rejection"} 1');
    expect(metrics).toContain('pinnace_uncaught_errors_total{kind="exception"} 1');
    expect(await get(run, '/readyz')).toBe('ok');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });
});
