import { join } from 'node:path';
import type { World } from '#meta';
import { type Engine, openLmdb, openMemory, runCompaction } from '#storage';
import type { Options } from './options.ts';

/** The engine that the options ask for. Throws a `StorageFailure` that says what to do. */
export function openEngine(options: Options, directory: string, { ids }: World): Promise<Engine> {
  if (options.ephemeral) return Promise.resolve(openMemory());
  return openLmdb({ directory: join(directory, 'store'), ids });
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
