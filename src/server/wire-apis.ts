import { type ApiService, type RegisteredApis, registeredApis } from '#aggregation';
import {
  type BuiltinOptions,
  builtinGroups,
  type CountStored,
  type LoadOptions,
  loadBuiltins,
  RuntimeConfigError,
  readRuntimeConfig,
  type ServiceNetwork,
  type SharedNetwork,
  unservedGroups,
} from '#apis';
import type { CustomResourceDefinition } from '#crd';
import { Catalog, type CatalogGroup, type ResourceDefinition } from '#machinery';
import { compareVersions, type World } from '#meta';
import { type Entry, hubObject, parseEntry, type Registry } from '#registry';
import type { CachedObjects, CachedVersions } from '#storage';
import type { PolicyIndex } from './conversion-policies/policy-index.ts';
import { readFeatureGates } from './feature-gates.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';
import { CONVERSION_POLICIES_PREFIX } from './threads/copied-prefixes.ts';
import type { WiredCustomResources } from './wire-custom-resources.ts';

export interface WiredApis {
  /** What is served now: a definition that was written is part of it with the next request. */
  readonly catalog: Catalog;
  /** What is registered, for this server or for others to serve. */
  registered(): RegisteredApis;
  /** What of it the server has by itself. */
  readonly builtins: readonly ResourceDefinition[];
  readonly groups: readonly CatalogGroup[];
  /** Built-in groups and versions that are not served. */
  readonly unserved: readonly CatalogGroup[];
  /** Kinds of whoever runs the server. */
  readonly own: readonly ResourceDefinition[];
  /** Serves more of them. Throws a `StartError` for a group that definitions serve. */
  add(more: readonly ResourceDefinition[]): void;
  /** From now on serves what definitions define. */
  begin(custom: WiredCustomResources): void;
}

interface ApisParts {
  readonly options: Pick<Options, 'runtimeConfig' | 'serviceClusterIpRange' | 'featureGates'>;
  readonly world: Pick<World, 'clock'>;
  /** Who answers questions about users, and makes the tokens of service accounts. */
  readonly reviewers: Pick<BuiltinOptions, 'reviews' | 'tokens'>;
  /** What is in memory of the objects under a prefix of the store. */
  cached(prefix: string): CachedObjects | undefined;
  /** The addresses and ports that services share. */
  readonly network: SharedNetwork;
  /** How many objects still lie in the store in a version. */
  readonly countStored: CountStored;
  /** Brings what is counted into memory. */
  readonly loadStored: NonNullable<BuiltinOptions['loadStored']>;
  /** Rules that convert what definitions define. */
  readonly policies: Pick<PolicyIndex, 'since'>;
  /** Kinds of whoever runs the server, beside the built-in ones or in their place. */
  readonly more?: readonly ResourceDefinition[];
}

const API_SERVICES = '/registry/apiregistration.k8s.io/apiservices/';
const DEFINITIONS = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

/** The built-in kinds, and what definitions add. */
export async function wireApis(parts: ApisParts): Promise<WiredApis> {
  const { options, world, cached, network, countStored, loadStored, reviewers, policies, more = [] } = parts;
  const known = await builtinsFor(options, {
    clock: world.clock,
    serviceNetwork: network,
    countStored,
    loadStored,
    reservesStaticNames: readFeatureGates(options.featureGates).isOn('ManifestBasedAdmissionControlConfig'),
    ...reviewers,
  });
  let own: readonly ResourceDefinition[] = [];
  let served = servedWith(known, own);
  let catalog = new Catalog(served.builtins, served.groups);
  let custom: WiredCustomResources | undefined;
  let since = { definitions: -1, policies: -1 };
  const registered = registeredApis({
    stored: () => cached(API_SERVICES),
    read: (entry) => parseEntry(entry as Entry) as ApiService,
  });
  const add = (added: readonly ResourceDefinition[]): void => {
    refuseDefined(catalog, served.groups, added);
    own = [...own.filter((one) => !added.some((other) => isSame(one, other))), ...added];
    served = servedWith(known, own);
    catalog = new Catalog(served.builtins, served.groups);
    custom?.rebase(served.builtins, served.groups);
    since = { definitions: -1, policies: -1 };
  };
  add(more);
  return {
    get builtins() {
      return served.builtins;
    },
    get groups() {
      return served.groups;
    },
    get unserved() {
      return served.unserved;
    },
    get own() {
      return own;
    },
    add,
    registered,
    get catalog() {
      const stored = custom && cached(DEFINITIONS);
      if (custom === undefined || stored === undefined) return catalog;
      // Asked several times for each request: nothing is made where nothing has changed.
      if (stored.since !== since.definitions || policies.since !== since.policies) {
        since = { definitions: stored.since, policies: policies.since };
        catalog = custom.next(readDefinitions(stored));
      }
      return catalog;
    },
    begin(wired) {
      custom = wired;
    },
  };
}

interface ServedKinds {
  readonly builtins: readonly ResourceDefinition[];
  readonly groups: readonly CatalogGroup[];
  readonly unserved: readonly CatalogGroup[];
}

/** Kinds of one's own beside the built-in ones, or in their place. */
function servedWith(known: readonly ResourceDefinition[], own: readonly ResourceDefinition[]): ServedKinds {
  const builtins = [...known.filter((one) => !own.some((other) => isSame(one, other))), ...own];
  const groups = withGroups(builtinGroups(known), own);
  return { builtins, groups, unserved: unservedGroups(groups, known) };
}

const isSame = (one: ResourceDefinition, other: ResourceDefinition): boolean =>
  one.group === other.group && one.resource === other.resource;

function refuseDefined(catalog: Catalog, groups: readonly CatalogGroup[], added: readonly ResourceDefinition[]): void {
  const isDefined = ({ group }: ResourceDefinition): boolean =>
    catalog.hasGroup(group) && !groups.some((known) => known.group === group);
  const refused = added.find(isDefined);
  if (refused === undefined) return;
  throw new StartError(`${refused.resource}: custom resource definitions serve the group ${refused.group} already`);
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

async function builtinsFor(
  { runtimeConfig }: Pick<Options, 'runtimeConfig'>,
  parts: Omit<LoadOptions, 'runtimeConfig'>,
): Promise<readonly ResourceDefinition[]> {
  try {
    return await loadBuiltins({ ...parts, runtimeConfig: readRuntimeConfig(runtimeConfig) });
  } catch (error) {
    if (error instanceof RuntimeConfigError)
      throw new StartError(`--runtime-config: ${error.message}`, { cause: error });
    throw error;
  }
}

function* readDefinitions({ entries }: CachedObjects): Iterable<CustomResourceDefinition> {
  for (const entry of entries) {
    if (entry.damage !== undefined) continue;
    yield entry.memo('definition', parseEntry) as unknown as CustomResourceDefinition;
  }
}

/** Brings into memory what is looked up there, and tells the network what earlier runs left in the store. */
export async function loadStored(registry: Registry, catalog: Catalog, network: ServiceNetwork): Promise<void> {
  await occupyNetwork(registry, catalog, network);
  for (const prefix of [API_SERVICES, DEFINITIONS, CONVERSION_POLICIES_PREFIX]) {
    await registry.collection(prefix).list({ under: '', freshness: { need: 'newest' } });
  }
}

async function occupyNetwork(registry: Registry, catalog: Catalog, network: ServiceNetwork): Promise<void> {
  const definition = catalog.find('', 'v1', 'services')?.definition;
  if (definition === undefined) return;
  const services = registry.collection(definition.storagePrefix);
  const { entries } = await services.list({ under: '', freshness: { need: 'newest' } });
  for (const entry of entries) if (entry.damage === undefined) network.occupy(await hubObject(definition, entry));
}

/** How many objects of a kind still lie in memory in a version. What cannot be read may be in any. */
export function countingStored(cached: (prefix: string) => CachedVersions | undefined): CountStored {
  return ({ group, plural, version }) => {
    const counts = cached(`/registry/${group}/${plural}/`)?.versions;
    return (counts?.get(`${group}/${version}`) ?? 0) + (counts?.get('') ?? 0);
  };
}
