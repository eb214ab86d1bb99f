import { builtinDefinitions, builtinGroups, ServiceNetwork } from '#apis';
import type { CustomResourceDefinition } from '#crd';
import { Catalog } from '#machinery';
import { hubObject, parseEntry, type Registry } from '#registry';
import type { CachedObjects } from '#storage';
import type { Options } from './options.ts';
import type { WiredCustomResources } from './wire-custom-resources.ts';

export interface WiredApis {
  /** What is served now: a definition that was written is part of it with the next request. */
  readonly catalog: Catalog;
  /** Tells the kinds what earlier runs left in the store, and from now on serves what definitions define. */
  begin(registry: Registry, custom: WiredCustomResources): Promise<void>;
}

export interface ApisParts {
  readonly options: Pick<Options, 'serviceClusterIpRange'>;
  /** What is in memory of the objects under a prefix of the store. */
  cached(prefix: string): CachedObjects | undefined;
}

const DEFINITIONS = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

/** The built-in kinds, the addresses and ports that services share, and what definitions add. */
export function wireApis({ options, cached }: ApisParts): WiredApis {
  const serviceNetwork = new ServiceNetwork({ ranges: [options.serviceClusterIpRange] });
  const builtins = builtinDefinitions({ serviceNetwork, countStored: (resource) => countStored(cached, resource) });
  let catalog = new Catalog(builtins, builtinGroups);
  let custom: WiredCustomResources | undefined;
  let since = -1;
  return {
    get catalog() {
      const definitions = custom && cached(DEFINITIONS);
      if (custom !== undefined && definitions !== undefined && definitions.since !== since) {
        since = definitions.since;
        catalog = custom.next(readDefinitions(definitions));
      }
      return catalog;
    },
    async begin(registry, wired) {
      await occupyNetwork(registry, catalog, serviceNetwork);
      await registry.collection(DEFINITIONS).list({ under: '', freshness: { need: 'newest' } });
      custom = wired;
    },
  };
}

function* readDefinitions({ entries }: CachedObjects): Iterable<CustomResourceDefinition> {
  for (const entry of entries) yield entry.memo('definition', parseEntry) as unknown as CustomResourceDefinition;
}

async function occupyNetwork(registry: Registry, catalog: Catalog, network: ServiceNetwork): Promise<void> {
  const definition = catalog.find('', 'v1', 'services')?.definition;
  if (definition === undefined) return;
  const services = registry.collection(definition.storagePrefix);
  const { entries } = await services.list({ under: '', freshness: { need: 'newest' } });
  for (const entry of entries) network.occupy(await hubObject(definition, entry));
}

interface StoredAt {
  readonly group: string;
  readonly plural: string;
  readonly version: string;
}

/** How many objects still lie in the store in a version. */
function countStored(cached: ApisParts['cached'], { group, plural, version }: StoredAt): number {
  const apiVersion = `${group}/${version}`;
  let count = 0;
  for (const entry of cached(`/registry/${group}/${plural}/`)?.entries ?? []) {
    if (entry.memo('apiVersion', () => parseEntry(entry).apiVersion) === apiVersion) count++;
  }
  return count;
}
