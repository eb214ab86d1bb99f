import type { CatalogGroup, ResourceDefinition } from '#machinery';
import { customResourceDefinitions, type DefinitionDependencies } from './apiextensions/custom-resource-definitions.ts';
import { leases } from './coordination/lease.ts';
import { configMaps } from './core/config-map.ts';
import { endpoints } from './core/endpoints.ts';
import { namespaces } from './core/namespace.ts';
import { secrets } from './core/secret.ts';
import type { ServiceNetwork } from './core/service/network.ts';
import { serviceAccounts } from './core/service-account.ts';
import { servicesOn } from './core/services.ts';
import { endpointSlices } from './discovery/endpoint-slice.ts';
import { coreEvents, newEvents } from './events/events.ts';

export interface BuiltinOptions extends DefinitionDependencies {
  /** Where services get their addresses and ports from. */
  readonly serviceNetwork: ServiceNetwork;
}

/** All kinds that are compiled in. */
export function builtinDefinitions({ serviceNetwork, ...definitions }: BuiltinOptions): readonly ResourceDefinition[] {
  return [
    configMaps,
    endpoints,
    coreEvents,
    namespaces,
    secrets,
    serviceAccounts,
    servicesOn(serviceNetwork),
    newEvents,
    leases,
    customResourceDefinitions(definitions),
    endpointSlices,
  ];
}

/** In the order of discovery. */
export const builtinGroups: readonly CatalogGroup[] = [
  { group: '', versions: ['v1'] },
  { group: 'events.k8s.io', versions: ['v1'] },
  { group: 'apiextensions.k8s.io', versions: ['v1', 'v1beta1'] },
  { group: 'coordination.k8s.io', versions: ['v1'] },
  { group: 'discovery.k8s.io', versions: ['v1'] },
];
