import { join } from 'node:path';
import type { World } from '#meta';
import { type Engine, ObjectStore, openJournal, openMemory, runCompaction } from '#storage';
import type { HouseParts } from './house-builder.ts';
import type { Options } from './options.ts';
import type { StoreView } from './wire-registry.ts';

/** The engine that the options ask for. Throws a `StorageFailure` that says what to do. */
export function openEngine(options: Options, directory: string, { ids, log }: World): Promise<Engine> {
  if (options.ephemeral) return Promise.resolve(openMemory());
  return openJournal({ directory: join(directory, 'store'), ids, log });
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
