import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';

const module = JSON.stringify(new URL('./kubeconfig.ts', import.meta.url).href);
const program = `
  import { writeTemporary } from ${module};
  const { file } = await writeTemporary({ kind: 'Config' });
  console.log(file);
`;

/** Runs a program, and returns the file that it names. */
async function fileOf(...lines: readonly string[]): Promise<string> {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', [program, ...lines].join('\n')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return Buffer.concat(await child.stdout.toArray())
    .toString()
    .trim();
}

it('a file goes with the process, and does not keep it alive', async () => {
  expect(existsSync(await fileOf())).toBe(false);
});
it.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGINT', 'SIGTERM'])(
  'a file goes with a process that is ended by %s',
  async (signal) => {
    const file = await fileOf(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`);
    expect(file).toMatch(/kubeconfig$/);
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false);
  },
);
