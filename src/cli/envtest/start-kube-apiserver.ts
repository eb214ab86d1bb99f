import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { runCompiled } from '../compiled-script.ts';
import { optimizeLate } from '../optimization.ts';
import { bindEarly } from './early-port.ts';

type KubeApiserver = typeof import('./run-kube-apiserver.ts');

/** Binds the port, and only then loads the server: from the script that is all of it, where there is one. */
export async function startKubeApiserver(args: readonly string[], script: string | undefined): Promise<number> {
  const port = await bindEarly(args);
  if (script === undefined) return (await import('./run-kube-apiserver.ts')).runKubeApiserver(args, { port });
  // Code is kept under the options of V8 that it was compiled under.
  optimizeLate();
  const { exports, keep } = runCompiled<KubeApiserver>(script, join(cacheFolder(process.env), 'code'));
  return exports.runKubeApiserver(args, { port, begun: keep });
}
