import { parseEntry, type Registry } from '#registry';
import { ServiceOverrideError, type ServiceResolver, serviceResolver } from '#webhook';
import { StartError } from './start-error.ts';

/** Finds services by the objects of this server; `overrides` are what `--service-resolver` says. */
export function resolverOverStore(registry: Registry, overrides: readonly string[]): ServiceResolver {
  const newest = { need: 'newest' } as const;
  const objects = {
    async get(prefix: string, key: string) {
      const entry = await registry.collection(prefix).get(key, newest);
      return entry === null ? null : parseEntry(entry);
    },
    list: async (prefix: string, under: string) =>
      (await registry.collection(prefix).list({ under, freshness: newest })).entries.map(parseEntry),
  };
  try {
    return serviceResolver(objects, overrides);
  } catch (error) {
    if (error instanceof ServiceOverrideError) throw new StartError(`--service-resolver: ${error.message}`);
    throw error;
  }
}
