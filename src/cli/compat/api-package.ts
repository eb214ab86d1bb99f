import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CompatInputError, type DefinitionSet, type LazyDefinition, readDescribedKind } from '#compat';
import type { VersionedKind } from '#machinery';

/** `package:./frobbers.js`: the kinds that a module exports, written with `describeKind`. */
export async function packageSource(address: string): Promise<DefinitionSet> {
  const path = resolve(address.slice('package:'.length));
  const exported = await load(path, address);
  const definitions = new Map<string, LazyDefinition>();
  for (const value of Object.values(exported)) {
    if (!isVersionedKind(value)) continue;
    const resource = Object.values(exported).find((other) => isResourceOf(other, value));
    const definition = readDescribedKind(
      value,
      address,
      resource as { resource: string; namespaced: boolean } | undefined,
    );
    definitions.set(definition.name, { name: definition.name, load: () => definition });
  }
  if (definitions.size === 0)
    throw new CompatInputError(`${address}: the module exports no kind that describeKind made`);
  return { label: address, definitions };
}

async function load(path: string, address: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) throw new CompatInputError(`${address}: there is no such file or folder`);
  const entry = statSync(path).isDirectory()
    ? ['index.js', 'index.mjs', 'index.ts'].map((name) => resolve(path, name)).find(existsSync)
    : path;
  if (entry === undefined) throw new CompatInputError(`${address}: the folder has no index.js, index.mjs or index.ts`);
  try {
    return (await import(pathToFileURL(entry).href)) as Record<string, unknown>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CompatInputError(`${address}: the module cannot be loaded: ${why}`, { cause: error });
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
