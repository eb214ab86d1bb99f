import { join } from 'node:path';
import type { World } from '#meta';
import { storedApiVersion } from '#registry';
import {
  type CachedVersions,
  type Engine,
  ObjectStore,
  openEtcd,
  openEtcdSnapshot,
  openJournal,
  openMemory,
  runCompaction,
  runExpiry,
  TransformedEngine,
} from '#storage';
import { KubeLayout } from './etcd-layout/kube-layout.ts';
import { etcdKey, etcdSettings, isOfSnapshot, isOnEtcd, snapshotKeys } from './etcd-settings.ts';
import type { HouseParts } from './house-builder.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';
import { watchStorage } from './storage-watch.ts';
import type { StoreView } from './wire-registry.ts';

/** The engine that the options ask for. Throws a `StorageFailure` that says what to do. */
export async function openEngine(options: Options, directory: string, { clock, ids, log }: World): Promise<Engine> {
  if (isOnEtcd(options) || isOfSnapshot(options)) return openEtcdEngine(options, { clock, log });
  const isFilled = options.fromEtcdSnapshot !== '';
  const isInMemory = options.ephemeral || (isFilled && options.source.dataDir === 'default');
  const engine = isInMemory ? openMemory() : await openJournal({ directory: join(directory, 'store'), ids, log });
  const opened = await encrypted(engine, options, { clock });
  return isFilled ? filled(opened, options) : opened;
}

async function filled(engine: Engine, options: Options): Promise<Engine> {
  try {
    const { fillFromSnapshot } = await import('./transfer/transfer-store.ts');
    await fillFromSnapshot(engine, options);
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

/** An etcd, or a snapshot of one, and in it what kube-apiserver would have there. */
async function openEtcdEngine(options: Options, { clock, log }: Pick<World, 'clock' | 'log'>): Promise<Engine> {
  if (isOfSnapshot(options) && (isOnEtcd(options) || options.ephemeral)) {
    throw new StartError('--from-etcd-snapshot shows a file; it goes with neither --etcd-servers nor --ephemeral.');
  }
  const engine = isOfSnapshot(options)
    ? await openEtcdSnapshot(options.fromEtcdSnapshot, snapshotKeys(options))
    : await openEtcd({ ...(await etcdSettings(options)), clock, log });
  const { builtinLayouts } = await import('./etcd-layout/builtin-layouts.ts');
  const inEtcd = await encrypted(engine, options, { clock });
  return new TransformedEngine(inEtcd, new KubeLayout(await builtinLayouts({ clock })));
}

/** The same engine where nothing is to be encrypted; otherwise one around it. It is closed when that fails. */
async function encrypted(engine: Engine, options: Options, { clock }: Pick<World, 'clock'>): Promise<Engine> {
  const { encryptionProviderConfig: file } = options;
  if (file === '') return engine;
  try {
    const { encryptionOfStore } = await import('./encryption/encryption-of-store.ts');
    const engineKey = isOnEtcd(options) || isOfSnapshot(options) ? (key: string) => etcdKey(key, options) : undefined;
    return new TransformedEngine(engine, await encryptionOfStore(file, { clock, ...(engineKey && { engineKey }) }));
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
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

/** The main thread's store: it knows in which versions objects lie. */
export interface MainStore extends StoreView {
  cached(prefix: string): CachedVersions | undefined;
  readonly objects: ObjectStore;
  stop(): Promise<void>;
}

/** The object store over the engine, and how it is closed. `emptied` is told when the last object left a version. */
export async function openStore(
  { engine, world, options, origin }: Pick<HouseParts, 'engine' | 'world' | 'options' | 'origin'>,
  emptied: (prefix: string, apiVersion: string) => void,
): Promise<MainStore> {
  const { clock, log } = world;
  const store = await ObjectStore.open({
    engine,
    clock,
    log,
    historyMs: options.history,
    versionOf: storedApiVersion,
    emptied,
    origin,
  });
  return {
    objects: store,
    collection: (prefix) => store.collection(prefix),
    cached: (prefix) => store.cached(prefix),
    stop: () => store[Symbol.asyncDispose](),
  };
}
