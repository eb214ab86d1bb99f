import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const program = `
  import { followNpm } from ${JSON.stringify(new URL('./npm-parent.ts', import.meta.url).href)};
  process.on('SIGTERM', () => { console.log('told'); process.exit(); });
  setInterval(() => {}, 1000);
  followNpm();
  console.log('up');
`;

/** Runs the program below a shell that stays, as npm does, and sends the shell a signal. Returns what the program said. */
async function below(signal: NodeJS.Signals): Promise<string> {
  const node = `"${process.execPath}" --import ${import.meta.resolve('tsx')} --input-type=module -e "$PROGRAM"; true`;
  const env = { ...process.env, npm_execpath: '/npm', PROGRAM: program };
  const shell = spawn('sh', ['-c', node], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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
});
