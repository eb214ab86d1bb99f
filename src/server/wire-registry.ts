import type { QuotaLedger } from '#admission';
import type { Catalog } from '#machinery';
import type { Registry } from '#registry';
import { type CachedObjects, ObjectStore } from '#storage';
import type { HouseParts } from './house-builder.ts';
import { type WiredAccess, wireAccess } from './wire-access.ts';
import { wireAdmission } from './wire-admission.ts';

export interface WiredRegistry {
  readonly registry: Registry;
  readonly quotaLedger: QuotaLedger;
  /** Who may do what. */
  readonly access: WiredAccess;
  /** What is in memory of the objects under a prefix. */
  cached(prefix: string): CachedObjects | undefined;
  stop(): Promise<void>;
}

/** The store over the engine, and who is asked before it is written. */
export async function wireRegistry(
  { engine, world, options, policy, metrics }: Pick<HouseParts, 'engine' | 'world' | 'options' | 'policy' | 'metrics'>,
  catalog: () => Catalog,
): Promise<WiredRegistry> {
  const store = await ObjectStore.open({ engine, clock: world.clock, log: world.log, historyMs: options.history });
  const collection = (prefix: string) => store.collection(prefix);
  const cached = (prefix: string) => store.cached(prefix);
  const access = wireAccess({ options, written: policy, catalog, collection, cached });
  const { admission, quotaLedger } = wireAdmission({
    options,
    world,
    catalog,
    collection,
    registry: () => registry,
    authorizer: access.authorizer,
    escalation: access.escalation,
    observer: { now: () => performance.now(), observe: (observation) => metrics.admission(observation) },
  });
  const allowed = new Set(options.allowPrivileged ? (['privileged'] as const) : []);
  const { conversionFailures } = options;
  const registry: Registry = { collection, admission, allowed, conversionFailures, world };
  return { registry, access, quotaLedger, cached, stop: () => store[Symbol.asyncDispose]() };
}
