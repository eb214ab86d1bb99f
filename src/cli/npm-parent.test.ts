import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const module = JSON.stringify(new URL('./npm-parent.ts', import.meta.url).href);
const follow = `
  process.on('SIGTERM', () => { console.log('told'); process.exit(); });
  setInterval(() => {}, 1000);
  followNpm();
`;
const early = `import { followNpm } from ${module}; ${follow} console.log('up');`;
const late = `
  const shell = process.ppid;
  console.log('up');
  while (process.ppid === shell) await new Promise((done) => setTimeout(done, 10));
  const { followNpm } = await import(${module});
  ${follow}
`;
/** The shell gets the signal before the copy is loaded that follows it. */
const copied = `
  import { readFileSync } from 'node:fs';
  const wakes = () => /State:\\s+S[^]*\\nvoluntary_ctxt_switches:\\s+(\\d+)/.exec(readFileSync('/proc/' + process.ppid + '/status', 'utf8'))?.[1];
  const pause = () => new Promise((done) => setTimeout(done, 10));
  while (wakes() === undefined) await pause();
  await import(${module});
  const before = wakes();
  console.log('up');
  while ((wakes() ?? before) === before) await pause();
  const { followNpm } = await import(${module} + '?copy');
  ${follow}
`;

/** Runs the program below a shell that stays, as npm does, and sends the shell a signal. Returns what the program said. */
async function below(signal: NodeJS.Signals, program = early): Promise<string> {
  const node = `"${process.execPath}" --import ${import.meta.resolve('tsx')} --input-type=module -e "$PROGRAM"; true`;
  const env = { ...process.env, npm_execpath: '/npm', PROGRAM: program };
  const shell = spawn('sh', ['-c', node], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let said = '';
  for await (const part of shell.stdout) {
    said += part;
    if (said === 'up\n') shell.kill(signal);
  }
  return said;
}

describe.skipIf(process.platform !== 'linux')('a program that npm started through a shell', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('is told to stop when the shell alone gets %s', async (signal) => {
    expect(await below(signal)).toBe('up\ntold\n');
  });
  it('is told to stop when the shell had gone before it looked', async () => {
    expect(await below('SIGTERM', late)).toBe('up\ntold\n');
  });
  it('is told to stop when it looked, and was loaded once more after the signal', async () => {
    expect(await below('SIGINT', copied)).toBe('up\ntold\n');
  });
});
