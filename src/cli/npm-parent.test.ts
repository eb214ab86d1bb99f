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
});
