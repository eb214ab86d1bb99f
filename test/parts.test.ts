import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Parts } from '../scripts/parts.mjs';

const lasting = 'console.log("here"); setInterval(() => {}, 1000)';

describe('the parts of a cluster on one machine', () => {
  let directory: string;
  let said: string[];
  let parts: Parts;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pinnace-parts-'));
    said = [];
    parts = new Parts((line) => void said.push(line));
  });
  afterEach(async () => {
    await parts.stop(() => false);
    await rm(directory, { recursive: true });
  });

  const logOf = (name: string): string => join(directory, `${name}.log`);
  const add = (name: string, script = lasting): ChildProcess =>
    parts.add(name, logOf(name), () => ({ child: spawn(process.execPath, ['-e', script]) })).child;
  const here = (...children: ChildProcess[]): Promise<unknown> =>
    Promise.all(children.map(({ stdout }) => once(stdout as NonNullable<typeof stdout>, 'data')));
  const three = async (): Promise<ChildProcess[]> => {
    const children = ['one', 'two', 'three'].map((name) => add(name));
    await parts.up(here(...children));
    return children;
  };
  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    const closed = once(child as ChildProcess, 'close');
    child?.kill('SIGKILL');
    await closed;
  };
  const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

  it('go on when one of them ends, which is told in a line', async () => {
    const children = await three();
    await kill(children[1]);
    expect(said).toEqual([`two ended (SIGKILL), the others go on. Its log: ${logOf('two')}`]);
    expect(children.map(isRunning)).toEqual([true, false, true]);
    expect(await readFile(logOf('two'), 'utf8')).toBe('here\n');
  });

  it('are over when the last one has ended', async () => {
    const children = await three();
    for (const child of children) await kill(child);
    await parts.none;
    expect(said.at(-1)).toBe(`three ended (SIGKILL), nothing is left. Its log: ${logOf('three')}`);
  });

  it('end the start when one of them ends meanwhile, with its own words', async () => {
    const first = add('first');
    await here(first);
    add('second', 'console.error("the port is taken"); process.exit(3)');
    await expect(parts.up(new Promise(() => {}))).rejects.toThrow(
      'second did not start (exit code 3): the port is taken',
    );
    expect(isRunning(first)).toBe(true);
    expect(said).toEqual([]);
  });

  it('are stopped in order and without a word, and no more are started then', async () => {
    const order: string[] = [];
    const children = await three();
    for (const [at, child] of children.entries()) child.once('exit', () => order.push(`${at}`));
    await parts.stop((name) => name === 'two');
    expect(order[0]).toBe('1');
    expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM', 'SIGTERM']);
    expect(said).toEqual([]);
    expect(() => add('four')).toThrow('all of them are being stopped');
  });
});
