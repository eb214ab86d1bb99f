import { builtinDefinitions, builtinGroups, ServiceNetwork } from '#apis';
import type { CustomResourceDefinition } from '#crd';
import { Catalog, type CatalogGroup, type ResourceDefinition } from '#machinery';
import { compareVersions } from '#meta';
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
  /** Kinds of whoever runs the server, beside the built-in ones or in their place. */
  readonly more?: readonly ResourceDefinition[];
}

const DEFINITIONS = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

/** The built-in kinds, the addresses and ports that services share, and what definitions add. */
export function wireApis({ options, cached, more = [] }: ApisParts): WiredApis {
  const serviceNetwork = new ServiceNetwork({ ranges: [options.serviceClusterIpRange] });
  const builtins = builtinDefinitions({ serviceNetwork, countStored: (resource) => countStored(cached, resource) });
  const replaced = ({ group, resource }: ResourceDefinition): boolean =>
    more.some((own) => own.group === group && own.resource === resource);
  const definitions = [...builtins.filter((one) => !replaced(one)), ...more];
  let catalog = new Catalog(definitions, withGroups(builtinGroups, more));
  let custom: WiredCustomResources | undefined;
  let since = -1;
  return {
    get catalog() {
      const stored = custom && cached(DEFINITIONS);
      if (custom !== undefined && stored !== undefined && stored.since !== since) {
        since = stored.since;
        catalog = custom.next(readDefinitions(stored));
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

/** The groups, and what these definitions add to them: new versions behind those that are there, new groups at the end. */
function withGroups(groups: readonly CatalogGroup[], more: readonly ResourceDefinition[]): readonly CatalogGroup[] {
  const all = new Map(groups.map(({ group, versions }) => [group, versions]));
  for (const { group, versions } of more) {
    const known = all.get(group) ?? [];
    const added = [...versions.keys()].filter((version) => !known.includes(version)).sort(compareVersions);
    all.set(group, [...known, ...added]);
  }
  return [...all].map(([group, versions]) => ({ group, versions }));
}

function readDefinitions({ entries }: CachedObjects): CustomResourceDefinition[] {
  return [...entries].map((entry) => entry.memo('definition', parseEntry) as unknown as CustomResourceDefinition);
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
