import { CompatInputError, type DefinitionSet, describedKindsIn, type LazyDefinition } from '#compat';
import { loadModule, ModuleLoadError } from '#server';

/** `package:./frobbers.js`: the kinds that a module exports, written with `describeKind`. */
export async function packageSource(address: string): Promise<DefinitionSet> {
  const definitions = new Map<string, LazyDefinition>();
  for (const definition of describedKindsIn(Object.values(await load(address)), address)) {
    definitions.set(definition.name, { name: definition.name, load: () => definition });
  }
  if (definitions.size === 0)
    throw new CompatInputError(`${address}: the module exports no kind that describeKind made`);
  return { label: address, definitions };
}

async function load(address: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await loadModule(address.slice('package:'.length));
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    throw new CompatInputError(`${address}: ${error.message}`, { cause: error });
  }
}
