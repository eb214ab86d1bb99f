import { AdmissionChain, namespaceLifecycle } from '#admission';
import type { Catalog } from '#machinery';
import { hubObject, type Registry } from '#registry';
import { type CachedObjects, ObjectStore } from '#storage';
import type { HouseParts } from './house-builder.ts';

export interface WiredRegistry {
  readonly registry: Registry;
  /** What is in memory of the objects under a prefix. */
  cached(prefix: string): CachedObjects | undefined;
  stop(): Promise<void>;
}

/** The store over the engine, and the admission plugins that the options leave in. */
export async function wireRegistry(
  { engine, world, options }: Pick<HouseParts, 'engine' | 'world' | 'options'>,
  catalog: () => Catalog,
): Promise<WiredRegistry> {
  const store = await ObjectStore.open({ engine, clock: world.clock, log: world.log, historyMs: options.history });
  const findNamespace = async (name: string) => {
    const definition = catalog().find('', 'v1', 'namespaces')?.definition;
    if (definition === undefined) return null;
    const entry = await store.collection(definition.storagePrefix).get(name, { need: 'newest' });
    // Every create asks for its namespace: read it once per revision. Admission does not change what it is shown.
    return entry === null ? null : entry.memo('hub', () => hubObject(definition, entry));
  };
  const plugins = [namespaceLifecycle(findNamespace)];
  const admission = new AdmissionChain(plugins.filter(({ name }) => !options.disableAdmissionPlugins.includes(name)));
  const registry: Registry = { collection: (prefix) => store.collection(prefix), admission, world };
  return { registry, cached: (prefix) => store.cached(prefix), stop: () => store[Symbol.asyncDispose]() };
}
