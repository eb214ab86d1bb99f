import type { ScriptedStart } from './command.ts';
import { explainFailure } from './explain-failure.ts';
import { invocationOf } from './invocation.ts';
import { readPlainly } from './read-plainly.ts';
import { run, serve } from './start-commands.ts';

export { runKubeApiserver } from './envtest/run-kube-apiserver.ts';

/**
 * Runs a command that starts a server: where everything is joined into one script, it begins here. Undefined for another
 * command, and for words that are not plain.
 */
export async function runStart(args: readonly string[], start: ScriptedStart): Promise<number | undefined> {
  // Who types nothing but the name wants to see it run.
  const [name = serve.name, ...words] = args;
  const command = [serve, run].find((one) => one.name === name);
  const said = command && readPlainly(words, command);
  if (command === undefined || said === undefined) return undefined;
  const { env: environment, stdout, stderr } = process;
  try {
    return await command.run({ environment, stdout, stderr, start, ...invocationOf(command, said) });
  } catch (error) {
    return explainFailure(error, { stderr });
  }
}
