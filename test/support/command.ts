import { runCommandLine } from '#cli';
import type { TestServer } from './start-test-server.ts';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a `pinnace` command against a server, and tells what it said. */
export async function runCommand(
  { running: { kubeconfigPath } }: Pick<TestServer, 'running'>,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Said> {
  const said = { out: '', err: '' };
  const to = (face: 'out' | 'err') => ({
    isTTY: false,
    write(words: string) {
      said[face] += words;
      return true;
    },
  });
  const code = await runCommandLine(args, {
    environment: { KUBECONFIG: kubeconfigPath, ...environment },
    stdout: to('out'),
    stderr: to('err'),
  });
  return { code, ...said };
}
