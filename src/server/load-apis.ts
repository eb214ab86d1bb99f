import type { ResourceDefinition } from '#machinery';
import { loadModule, ModuleLoadError } from './load-module.ts';
import { StartError } from './start-error.ts';

/** The resources that modules export, by themselves or in lists. A module is a path, or the name of a package. */
export async function loadApis(modules: readonly string[]): Promise<readonly ResourceDefinition[]> {
  const found: ResourceDefinition[] = [];
  for (const name of modules) found.push(...(await resourcesOf(name)));
  return found;
}

async function resourcesOf(name: string): Promise<readonly ResourceDefinition[]> {
  const exported = Object.values(await load(name)).flat();
  const resources = exported.filter(isResource);
  if (resources.length > 0) return [...new Set(resources)];
  throw new StartError(
    `--api ${name}: the module exports no resource; export what apiResource of pinnace/api gives, or a list of it`,
  );
}

async function load(name: string): Promise<object> {
  try {
    return await loadModule(name);
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    throw new StartError(`--api ${name}: ${error.message}`, { cause: error });
  }
}

const parts: readonly (keyof ResourceDefinition)[] = ['group', 'resource', 'kind', 'versions', 'storage', 'strategy'];

function isResource(value: unknown): value is ResourceDefinition {
  return typeof value === 'object' && value !== null && parts.every((part) => part in value);
}
