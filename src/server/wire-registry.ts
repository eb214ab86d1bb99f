import type { QuotaLedger } from '#admission';
import { mastersOnly } from '#auth';
import type { Catalog } from '#machinery';
import type { Registry } from '#registry';
import { type CachedObjects, ObjectStore } from '#storage';
import type { HouseParts } from './house-builder.ts';
import { wireAdmission } from './wire-admission.ts';

export interface WiredRegistry {
  readonly registry: Registry;
  readonly quotaLedger: QuotaLedger;
  /** What is in memory of the objects under a prefix. */
  cached(prefix: string): CachedObjects | undefined;
  stop(): Promise<void>;
}

/** The store over the engine, and who is asked before it is written. */
export async function wireRegistry(
  { engine, world, options }: Pick<HouseParts, 'engine' | 'world' | 'options'>,
  catalog: () => Catalog,
): Promise<WiredRegistry> {
  const store = await ObjectStore.open({ engine, clock: world.clock, log: world.log, historyMs: options.history });
  const collection = (prefix: string) => store.collection(prefix);
  const { admission, quotaLedger } = wireAdmission({
    options,
    world,
    authorizer: mastersOnly,
    catalog,
    collection,
    registry: () => registry,
  });
  const registry: Registry = { collection, admission, world };
  return { registry, quotaLedger, cached: (prefix) => store.cached(prefix), stop: () => store[Symbol.asyncDispose]() };
}
