import {
  type ListWatch,
  type ResourceEventHandler as ResourceEventHandlerOf,
  type ResourceEvent as ResourceEventOf,
  SharedInformers,
} from '#client';
import type { ServedResource } from '#machinery';
import type { World } from '#meta';
import { Compacted, type Entry, FellBehind, type Registry } from '#registry';
import type { ResourceMapper } from './resource-mapper.ts';

export type ResourceEvent = ResourceEventOf<ServedResource, Entry>;
export type ResourceEventHandler = ResourceEventHandlerOf<ServedResource, Entry>;
export type RegistryInformers = SharedInformers<ServedResource, Entry>;

interface RegistryInformersOptions {
  readonly registry: Registry;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly mapper: ResourceMapper;
}

/** Informers that tell of stored entries as they are: nothing is parsed before a handler asks for it. */
export function registryInformers({ registry, world, mapper }: RegistryInformersOptions): RegistryInformers {
  return new SharedInformers({
    world,
    resources: () => mapper.byPrefix,
    isSame: (followed, now) => followed.definition === now.definition,
    source: ({ definition }) => entriesUnder(registry, definition.storagePrefix),
    async newestRevision(prefix) {
      const collection = registry.collection(prefix);
      await collection.load();
      return collection.revision();
    },
  });
}

function entriesUnder(registry: Registry, prefix: string): ListWatch<Entry> {
  const query = { under: '', since: { initial: { need: 'newest' } } } as const;
  return {
    follow: (signal) => registry.collection(prefix).watch(query, signal),
    isExpired: (error) => error instanceof FellBehind || error instanceof Compacted,
  };
}
