import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, Invocation, Terminal } from './command.ts';
import { runCommandLine } from './command-line.ts';
import { readPlainly } from './read-plainly.ts';
import { run, serve } from './start-commands.ts';

const silent = { write: () => true, isTTY: false } as const;
const terminal: Terminal = { environment: {}, stdout: silent, stderr: silent };

/** What commander understands; undefined where it refuses. */
async function byCommander(words: readonly string[], command: Command): Promise<Said | undefined> {
  let said: Said | undefined;
  const capture = async ({ flags, arguments: words }: Invocation): Promise<number> => {
    said = { flags, arguments: words };
    return 0;
  };
  await runCommandLine([command.name, ...words], terminal, [{ ...command, run: capture }]);
  return said;
}
type Said = Pick<Invocation, 'flags' | 'arguments'>;

const word = fc.constantFrom(
  ...['--port', '--port=7000', '--data-dir', '--data-dir=', '--data-dir=a=b', '--api', '--api=x,y', '--ephemeral'],
  ...[
    '--ephemeral=false',
    '--ephemeral=',
    '--quiet',
    '--keep',
    '--detach',
    '--output=json',
    '--nonsense',
    '--nonsense=1',
  ],
  ...['-o', '-h', '--help', '--', '-', '', '7000', 'false', 'true', '--no-quiet', '--Port=1', '--port\n=1', 'kubectl'],
);

it.each([serve, run])('words of $name that are read plainly mean what commander reads in them', async (command) => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
      const said = readPlainly(words, command);
      if (said === undefined) return;
      plain++;
      expect(said).toEqual(await byCommander(words, command));
    }),
    { numRuns: 1500 },
  );
  expect(plain).toBeGreaterThan(0);
});

it('words that are wrong, or need a second look, are left to commander', () => {
  const left = [
    ['--nonsense'],
    ['--port'],
    ['--port', '--quiet'],
    ['--quiet', 'false'],
    ['-o', 'json'],
    ['word'],
    ['--', 'word'],
  ];
  for (const words of left) expect([words, readPlainly(words, serve)]).toEqual([words, undefined]);
  expect(readPlainly(['--port', '1', '--quiet', '--api=a', '--api', 'b'], serve)).toEqual({
    flags: new Map([
      ['port', '1'],
      ['quiet', 'true'],
      ['api', 'a,b'],
    ]),
    arguments: [],
  });
});
