import type { DefinitionSet } from '#compat';
import { packageSource } from './api-package.ts';
import { clusterSource } from './cluster.ts';
import { filesSource } from './files.ts';
import { gitSource } from './git.ts';

/** Everything that OLD and NEW can be. */
export async function openSource(address: string, environment: NodeJS.ProcessEnv): Promise<DefinitionSet> {
  if (address.startsWith('git:')) return gitSource(address);
  if (address.startsWith('kube:')) return clusterSource(address, environment);
  if (address.startsWith('package:')) return packageSource(address);
  return filesSource(address);
}
