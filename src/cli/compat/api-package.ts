import { CompatInputError, type DefinitionSet, type LazyDefinition, readDescribedKind } from '#compat';
import type { VersionedKind } from '#machinery';
import { loadModule, ModuleLoadError } from '#server';

/** `package:./frobbers.js`: the kinds that a module exports, written with `describeKind`. */
export async function packageSource(address: string): Promise<DefinitionSet> {
  const exported = Object.values(await load(address));
  const definitions = new Map<string, LazyDefinition>();
  for (const value of exported) {
    if (!isVersionedKind(value)) continue;
    const resource = exported.find((other): other is ResourceNames => isResourceOf(other, value));
    const definition = readDescribedKind(value, address, resource);
    definitions.set(definition.name, { name: definition.name, load: () => definition });
  }
  if (definitions.size === 0)
    throw new CompatInputError(`${address}: the module exports no kind that describeKind made`);
  return { label: address, definitions };
}

interface ResourceNames {
  readonly resource: string;
  readonly namespaced: boolean;
}

async function load(address: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await loadModule(address.slice('package:'.length));
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    throw new CompatInputError(`${address}: ${error.message}`, { cause: error });
  }
}

function isVersionedKind(value: unknown): value is VersionedKind {
  if (typeof value !== 'object' || value === null) return false;
  const { versions, storage, hub, kind } = value as Partial<VersionedKind>;
  return Array.isArray(versions) && typeof storage === 'object' && typeof hub === 'object' && typeof kind === 'string';
}

/** The plural name and the scope are said where the kind becomes a resource. */
function isResourceOf(value: unknown, { group, kind }: VersionedKind): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { resource, namespaced, ...rest } = value as Record<string, unknown>;
  return typeof resource === 'string' && typeof namespaced === 'boolean' && rest.group === group && rest.kind === kind;
}
