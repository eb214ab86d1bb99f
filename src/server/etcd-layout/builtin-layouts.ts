import { loadBuiltins, readRuntimeConfig, ServiceNetwork } from '#apis';
import type { ResourceDefinition } from '#machinery';
import type { World } from '#meta';
import type { KindLayout } from './kube-layout.ts';
import { PEER_LEASES, SERVER_LEASES } from './shared-keys.ts';

const ENDPOINTS = '/registry/services/endpoints/';
const DEFINITIONS = 'apiextensions.k8s.io';
const API_SERVICES = 'apiregistration.k8s.io';

/** How kube-apiserver stores the built-in kinds, by the prefix of their keys: those too that are not served here. */
export async function builtinLayouts({ clock }: Pick<World, 'clock'>): Promise<ReadonlyMap<string, KindLayout>> {
  const definitions = await loadBuiltins({
    clock,
    runtimeConfig: readRuntimeConfig(['api/all=true']),
    // Nothing is allocated here.
    serviceNetwork: new ServiceNetwork({ ranges: [] }),
  });
  const stored = definitions.filter(({ virtual, actsOn, alwaysEmpty }) => !(virtual || actsOn || alwaysEmpty));
  const layouts = new Map(stored.map((definition) => [definition.storagePrefix, layoutOf(definition)]));
  const endpoints = layouts.get(ENDPOINTS);
  // Which servers live is told by Endpoints that nobody is served.
  return endpoints === undefined ? layouts : layouts.set(SERVER_LEASES, endpoints).set(PEER_LEASES, endpoints);
}

function layoutOf(definition: ResourceDefinition): KindLayout {
  if (definition.group === API_SERVICES) return { definition, format: 'json' };
  if (definition.group !== DEFINITIONS) return { definition, format: 'protobuf' };
  const version = definition.versions.get('v1beta1');
  return { definition, format: 'json', ...(version !== undefined && { version }) };
}
