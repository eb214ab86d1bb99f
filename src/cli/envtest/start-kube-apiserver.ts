import { loadScript } from '../load-script.ts';
import { bindEarly } from './early-port.ts';

/** Binds the port, and only then loads the server: from the script that is all of it, where there is one. */
export async function startKubeApiserver(args: readonly string[], script: string | undefined): Promise<number> {
  const port = await bindEarly(args);
  if (script === undefined) return (await import('./run-kube-apiserver.ts')).runKubeApiserver(args, { port });
  const { exports, keep } = loadScript(script);
  return exports.runKubeApiserver(args, { port, begun: keep });
}
