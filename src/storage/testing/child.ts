import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[];
  /** The first line that begins so. */
  line(start: string): Promise<string>;
  /** When it has said so many lines. */
  heard(count: number): Promise<void>;
  /** As a power cut would. Returns when it is dead and all it said was heard. */
  kill(): Promise<void>;
}

/** Runs `journal-child.ts`, if need be under another command. */
export function startChild(args: readonly string[], under: readonly string[] = []): Child {
  const script = fileURLToPath(new URL('./journal-child.ts', import.meta.url));
  const [command = '', ...rest] = [
    ...under,
    process.execPath,
    '--import',
    'tsx',
    '--conditions=pinnace-source',
    script,
    ...args,
  ];
  const child = spawn(command, rest, { stdio: 'pipe' });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => {
    complaints += data.toString();
  });
  const closed = once(reader, 'close');
  const ended = once(child, 'exit');
  return {
    process: child,
    lines,
    line: async (start) => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start));
        if (found !== undefined) return found;
        const over = await Promise.race([once(reader, 'line').then(() => false), closed.then(() => true)]);
        if (over && !lines.some((line) => line.startsWith(start))) {
          throw new Error(`the child ended without saying ${start}: ${complaints}`);
        }
      }
    },
    heard: async (count) => {
      while (lines.length < count) {
        const over = await Promise.race([once(reader, 'line').then(() => false), closed.then(() => true)]);
        if (over) throw new Error(`the child ended after ${lines.length} lines: ${complaints}`);
      }
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
      await ended;
    },
  };
}
