import type { QuotaCharges, ReadManifests } from '#admission';
import type { CountStored, SharedNetwork } from '#apis';
import type { Catalog } from '#machinery';
import { ConversionModules } from './conversion-modules/conversion-modules.ts';
import { PolicyIndex } from './conversion-policies/policy-index.ts';
import type { RoomParts } from './house-builder.ts';
import { lookupIn } from './wire-admission.ts';
import { type WiredApis, wireApis } from './wire-apis.ts';
import { type WiredAuth, wireAuth } from './wire-auth.ts';
import { conversionSources } from './wire-conversion-gate.ts';
import { type WiredCustomResources, wireCustomResources } from './wire-custom-resources.ts';
import { type StoreView, type WiredRegistry, wireRegistry } from './wire-registry.ts';

/** What the rooms stand on: the store itself, or what another thread shows of it. */
interface SharedParts {
  readonly store: StoreView;
  readonly network: SharedNetwork;
  readonly countStored: CountStored;
  readonly charges: QuotaCharges;
  /** Configurations of admission that lie in files; absent where none do. */
  readonly readManifests?: ReadManifests | undefined;
  /** How the webhook of a definition is doing has changed. */
  healthChanged(name: string): void;
}

/** What a request needs, in whichever thread it is served. */
export interface Rooms extends Pick<WiredRegistry, 'registry' | 'recorder'> {
  catalog(): Catalog;
  readonly auth: WiredAuth;
  readonly apis: WiredApis;
  readonly custom: WiredCustomResources;
  readonly policies: PolicyIndex;
  readonly modules: ConversionModules;
}

export async function wireRooms(
  parts: RoomParts,
  { store, network, countStored, charges, readManifests, healthChanged }: SharedParts,
): Promise<Rooms> {
  const { options, world, metrics } = parts;
  const catalog = () => apis.catalog;
  const { cached } = store;
  const policies = new PolicyIndex(cached);
  const modules = new ConversionModules(options.conversion);
  const conversions = conversionSources({ policies, modules, collection: store.collection });
  const { registry, access, recorder } = wireRegistry(parts, { store, charges, readManifests, catalog, conversions });
  const lookup = lookupIn({ catalog, collection: store.collection });
  const auth = wireAuth(parts, { access, lookup });
  const apis = await wireApis({
    options,
    world,
    cached,
    network,
    countStored,
    loadStored: ({ group, plural }) => store.collection(`/registry/${group}/${plural}/`).load(),
    reviewers: auth,
    policies,
    more: parts.apis ?? [],
  });
  const services = options.serviceResolver;
  const custom = wireCustomResources({
    builtins: apis.builtins,
    groups: apis.groups,
    registry,
    world,
    services,
    policies,
    modules,
    healthChanged,
    observe: (call) => metrics.conversion(call),
  });
  apis.begin(custom);
  return { registry, recorder, catalog, auth, apis, custom, policies, modules };
}
