import { Aggregator } from '#aggregation';
import type { Connector } from '#http';
import type { Registry } from '#registry';
import { readHostPort } from '#webhook';
import type { HouseParts } from './house-builder.ts';
import type { Options } from './options.ts';
import { resolverOverStore } from './resolver-over-store.ts';
import type { WiredApis } from './wire-apis.ts';

/** What sends requests to the servers that versions of groups are registered for. */
export function wireAggregation(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  { registry, apis }: { readonly registry: Registry; readonly apis: Pick<WiredApis, 'registered'> },
): Aggregator {
  const fixed = fixedAddresses(options);
  return new Aggregator({
    clock: world.clock,
    services: resolverOverStore(registry, options.serviceResolver),
    identity: credentials.frontProxy?.client,
    registered: () => apis.registered(),
    isFixed: ({ namespace, name }) => fixed(namespace, name) !== undefined,
  });
}

/** Where `--service-resolver` says that services are. What is wrong with it was told by who resolves services. */
export function fixedAddresses({ serviceResolver }: Pick<Options, 'serviceResolver'>): Connector['fixedAddress'] {
  const said = new Map(
    serviceResolver.map((text) => {
      const [service = '', address = ''] = text.split('=');
      return [service, readHostPort(address)] as const;
    }),
  );
  return (namespace, service) => said.get(`${namespace}/${service}`);
}
