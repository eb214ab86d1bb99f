import { Aggregator } from '#aggregation';
import type { Registry } from '#registry';
import type { HouseParts } from './house-builder.ts';
import { resolverOverStore } from './resolver-over-store.ts';
import type { WiredApis } from './wire-apis.ts';

/** What sends requests to the servers that versions of groups are registered for. */
export function wireAggregation(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  { registry, apis }: { readonly registry: Registry; readonly apis: Pick<WiredApis, 'registered'> },
): Aggregator {
  const fixed = new Set(options.serviceResolver.map((text) => text.split('=')[0]));
  return new Aggregator({
    clock: world.clock,
    services: resolverOverStore(registry, options.serviceResolver),
    identity: credentials.frontProxy?.client,
    registered: () => apis.registered(),
    isFixed: ({ namespace, name }) => fixed.has(`${namespace}/${name}`),
  });
}
