import type { QuotaCharges, ReadManifests } from '#admission';
import type { Catalog } from '#machinery';
import type { Registry } from '#registry';
import type { CachedObjects, Collection } from '#storage';
import type { ConversionSources } from './api-changes/converters.ts';
import { DefinitionRecord } from './api-changes/definition-record.ts';
import { DefinitionRecorder } from './api-changes/definition-recorder.ts';
import type { RoomParts } from './house-builder.ts';
import { type WiredAccess, wireAccess } from './wire-access.ts';
import { wireAdmission } from './wire-admission.ts';

/** Where objects are read and written. */
export interface StoreView {
  /** The objects under a prefix of the store. */
  collection(prefix: string): Collection;
  /** What is in memory of them. */
  cached(prefix: string): CachedObjects | undefined;
}

export interface WiredRegistry {
  readonly registry: Registry;
  /** Who may do what. */
  readonly access: WiredAccess;
  readonly recorder: DefinitionRecorder;
}

interface RegistryWiring {
  readonly store: StoreView;
  readonly charges: QuotaCharges;
  readonly readManifests?: ReadManifests | undefined;
  catalog(): Catalog;
  readonly conversions: ConversionSources;
}

/** What happens to objects on their way into the store, and who is asked before it is written. */
export function wireRegistry(
  { world, options, policy, metrics }: Pick<RoomParts, 'world' | 'options' | 'policy' | 'metrics'>,
  { store, charges, readManifests, catalog, conversions }: RegistryWiring,
): WiredRegistry {
  const { collection, cached } = store;
  const access = wireAccess({ options, written: policy, catalog, collection, cached });
  const admission = wireAdmission({
    options,
    world,
    catalog,
    collection,
    cached,
    charges,
    readManifests,
    registry: () => registry,
    conversions,
    authorizer: access.authorizer,
    escalation: access.escalation,
    observeWebhook: (call) => metrics.webhook(call),
    stepObserver: { now: () => performance.now(), observe: (step) => metrics.admissionStep(step) },
    observer: { now: () => performance.now(), observe: (observation) => metrics.admission(observation) },
  });
  const allowed = new Set(options.allowPrivileged ? (['privileged'] as const) : []);
  const { conversionFailures, eventTtl: eventTtlMs, maxObjectBytes } = options;
  const recorder = new DefinitionRecorder(new DefinitionRecord({ collection }), world, conversions);
  const registry: Registry = {
    collection,
    admission,
    allowed,
    conversionFailures,
    eventTtlMs,
    maxObjectBytes,
    world,
    written: (...what) => recorder.written(...what),
  };
  return { registry, access, recorder };
}
