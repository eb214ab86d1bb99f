import type { QuotaLedger } from '#admission';
import type { CountStored, SharedNetwork } from '#apis';
import { lightLimits } from '#http';
import type { WebhookHealth } from '#webhook';
import type { HouseParts } from './house-builder.ts';
import { noManifests, type StaticManifests } from './static-manifests/static-manifests.ts';
import { copiedPrefixes } from './threads/copied-prefixes.ts';
import { mainCalls } from './threads/main-calls.ts';
import { RequestThreads } from './threads/request-threads.ts';
import type { WiredApis } from './wire-apis.ts';
import type { StoreView } from './wire-registry.ts';

interface ThreadSharedParts {
  readonly store: StoreView;
  readonly apis: Pick<WiredApis, 'own'>;
  readonly network: SharedNetwork;
  readonly countStored: CountStored;
  readonly quotaLedger: QuotaLedger;
  webhookHealth(name: string, health: WebhookHealth): void;
  readonly manifests: StaticManifests | undefined;
}

/** Threads for heavy requests, but for those about kinds that the program brings along as functions of the main thread. */
export function wireThreads(
  { options, credentials, clientAuthorities, world, metrics, limits = lightLimits, loadedApis = [] }: HouseParts,
  { store, apis, manifests, ...counted }: ThreadSharedParts,
): RequestThreads {
  const { collection, cached } = store;
  const threads = new RequestThreads({
    options,
    credentials,
    clientAuthorities,
    world,
    metrics,
    limits,
    apis: () => apis.own.filter((one) => !loadedApis.includes(one)),
    calls: mainCalls({ collection, cached, manifests: () => manifests?.copy() ?? noManifests, ...counted }),
    since: () => Object.fromEntries(copiedPrefixes.map((prefix) => [prefix, cached(prefix)?.since ?? 0])),
    manifestsSince: () => manifests?.since ?? 0,
  });
  metrics.addReading({
    name: 'pinnace_request_threads',
    help: 'Threads that serve large requests.',
    read: () => threads.running,
  });
  return threads;
}
