import { join } from 'node:path';
import type { World } from '#meta';
import { type Engine, ObjectStore, openJournal, openMemory, runCompaction, runExpiry } from '#storage';
import type { HouseParts } from './house-builder.ts';
import type { Options } from './options.ts';
import { watchStorage } from './storage-watch.ts';
import type { StoreView } from './wire-registry.ts';

/** The engine that the options ask for. Throws a `StorageFailure` that says what to do. */
export function openEngine(options: Options, directory: string, { ids, log }: World): Promise<Engine> {
  if (options.ephemeral) return Promise.resolve(openMemory());
  return openJournal({ directory: join(directory, 'store'), ids, log });
}

/** Keeps an eye on the engine. Returns how to stop it. */
export function startStorageWatch(engine: Engine, world: World, isWell: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const running = watchStorage(engine, { world, signal: stopping.signal, isWell });
  return () => {
    stopping.abort();
    return running;
  };
}

/** Lets what expires go. Returns how to stop it. */
export function startExpiry(engine: Engine, { clock, log }: World): () => Promise<void> {
  const stopping = new AbortController();
  const running = runExpiry(engine, { clock, log, signal: stopping.signal });
  return () => {
    stopping.abort();
    return running;
  };
}

/** Lets the engine forget what is older than the history. Returns how to stop it. */
export function startCompaction(engine: Engine, { history }: Options, { clock, log }: World): () => Promise<void> {
  const stopping = new AbortController();
  const running = runCompaction(engine, { historyMs: history, clock, log, signal: stopping.signal });
  return () => {
    stopping.abort();
    return running;
  };
}

/** The object store over the engine, and how it is closed. */
export async function openStore({
  engine,
  world,
  options,
}: Pick<HouseParts, 'engine' | 'world' | 'options'>): Promise<StoreView & { stop(): Promise<void> }> {
  const store = await ObjectStore.open({ engine, clock: world.clock, log: world.log, historyMs: options.history });
  return {
    collection: (prefix) => store.collection(prefix),
    cached: (prefix) => store.cached(prefix),
    stop: () => store[Symbol.asyncDispose](),
  };
}
