import { explainFailure } from '../explain-failure.ts';
import { type EarlyStart, kubeApiserver } from './kube-apiserver.ts';

/** `pinnace kube-apiserver` by itself, without the other commands: where this is joined into one script, it begins here. */
export async function runKubeApiserver(args: readonly string[], early: EarlyStart): Promise<number> {
  const { env: environment, stdout, stderr } = process;
  try {
    return await kubeApiserver({ arguments: args, environment, stdout, stderr }, early);
  } catch (error) {
    return explainFailure(error, { stderr });
  }
}
