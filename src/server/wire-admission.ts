import {
  AdmissionChain,
  type AdmissionObserver,
  choosePlugins,
  type Lookup,
  type ObservedWebhook,
  PluginChoiceError,
  type PluginParts,
  type QuotaCharges,
  type ReadManifests,
  type StepObserver,
} from '#admission';
import { type Pod, podRequests, requestedOrganizations } from '#apis';
import type { Authorizer, EscalationGuard } from '#auth';
import type { Catalog, ResourceDefinition } from '#machinery';
import { type GroupResource, type KubeObject, type MaybePromise, parseApiVersion, type World, whenReady } from '#meta';
import { type Entry, hubObject, type Registry } from '#registry';
import type { CachedObjects, Collection } from '#storage';
import { admissionControl } from './admission-control/admission-control.ts';
import { apiChangesPlugin } from './api-changes/api-changes-plugin.ts';
import type { ConversionSources } from './api-changes/converters.ts';
import { escalationPlugin } from './escalation-plugin.ts';
import { readFeatureGates } from './feature-gates.ts';
import type { Options } from './options.ts';
import { quotaBook } from './quota-book.ts';
import { resolverOverStore } from './resolver-over-store.ts';
import { StartError } from './start-error.ts';
import { wirePolicies } from './wire-policies.ts';
import { wireWebhooks } from './wire-webhooks.ts';

interface AdmissionParts {
  readonly options: Pick<
    Options,
    | 'enableAdmissionPlugins'
    | 'disableAdmissionPlugins'
    | 'admissionControlConfigFile'
    | 'apiChanges'
    | 'serviceResolver'
    | 'featureGates'
  >;
  readonly world: World;
  readonly authorizer: Authorizer;
  catalog(): Catalog;
  collection(prefix: string): Collection;
  cached(prefix: string): CachedObjects | undefined;
  /** For what admission itself writes. */
  registry(): Registry;
  /** Where charges to quotas are written down. */
  readonly charges: QuotaCharges;
  /** A webhook was called, or should have been. */
  observeWebhook(call: ObservedWebhook): void;
  /** Observes how long it took. */
  readonly observer?: AdmissionObserver;
  /** And how policies and conditions came out. */
  readonly stepObserver?: StepObserver;
  /** Keeps writers of roles from giving away what they do not have. */
  readonly escalation?: EscalationGuard;
  /** Configurations that lie in files; absent where none do. */
  readonly readManifests?: ReadManifests | undefined;
  /** What converts custom resources, if not what their definitions say. */
  readonly conversions?: ConversionSources;
}

/** The admission plugins that the options leave in, in the order in which they are asked. */
export function wireAdmission(parts: AdmissionParts): AdmissionChain {
  const {
    options,
    world,
    authorizer,
    escalation,
    conversions,
    charges,
    observer,
    stepObserver,
    observeWebhook,
    readManifests,
    ...served
  } = parts;
  const { enableAdmissionPlugins: enable, disableAdmissionPlugins: disable } = options;
  const lookup = lookupIn(served);
  const policies = { ...wirePolicies(served, authorizer, stepObserver), readManifests };
  const pluginParts: PluginParts = {
    lookup,
    world,
    mayDo: async (user, permission) => authorizer.authorize(user, { kind: 'resource', ...permission }),
    organizationsOf: requestedOrganizations,
    requestsOf: ({ spec = {} }: Pod) => podRequests(spec),
    resourcesOf: (apiVersion, kind) => resourcesOf(served.catalog(), apiVersion, kind),
    policies,
    webhooks: wireWebhooks({
      world,
      policies,
      control: admissionControl(controlSettings(options)),
      services: () => resolverOverStore(served.registry(), options.serviceResolver),
      observe: observeWebhook,
    }),
    quotas: { book: quotaBook({ lookup, ...served }), ledger: charges },
  };
  try {
    const chosen = choosePlugins({ enable, disable }, pluginParts);
    const changes = apiChangesPlugin({
      mode: options.apiChanges,
      world,
      ...(conversions && { conversions }),
      hasObjects: (group, plural) => hasObjects(served.collection(`/registry/${group}/${plural}/`)),
    });
    // Not plugins of Kubernetes: they cannot be left out.
    const plugins = [...chosen, ...(escalation === undefined ? [] : [escalationPlugin(escalation)]), changes];
    return new AdmissionChain(plugins, observer);
  } catch (error) {
    if (!(error instanceof PluginChoiceError)) throw error;
    throw new StartError(`--${error.list}-admission-plugins: ${error.message}`, { cause: error });
  }
}

/** What says how the plugins are configured. */
export const controlSettings = (
  options: Pick<Options, 'admissionControlConfigFile' | 'disableAdmissionPlugins' | 'featureGates'>,
): Parameters<typeof admissionControl>[0] => ({
  file: options.admissionControlConfigFile,
  disabled: options.disableAdmissionPlugins,
  gates: readFeatureGates(options.featureGates),
});

async function hasObjects(collection: Collection): Promise<boolean> {
  const { entries } = await collection.list({ under: '', freshness: { need: 'any' }, limit: 1 });
  return entries.length > 0;
}

function resourcesOf(catalog: Catalog, apiVersion: string, kind: string): ReturnType<PluginParts['resourcesOf']> {
  const version = parseApiVersion(apiVersion);
  const served = version && catalog.findKind({ ...version, kind });
  return served === undefined ? [] : [{ ...served.definition, group: served.group }];
}

/** Looks objects up in the store. */
export function lookupIn({ catalog, collection }: Pick<AdmissionParts, 'catalog' | 'collection'>): Lookup {
  const definitionOf = ({ group, resource }: GroupResource) => catalog().definition(group, resource);
  const lookup = {
    get(resource: GroupResource, name: string, namespace = '') {
      const definition = definitionOf(resource);
      if (definition === undefined) return null;
      const key = namespace === '' ? name : `${namespace}/${name}`;
      const objects = collection(definition.storagePrefix);
      const hub = (entry: Entry | null) => (entry === null ? null : hubOf(definition, entry));
      // What another server has just made may not have been heard of.
      return whenReady(objects.get(key, { need: 'recent' }), (recent) =>
        recent === null ? whenReady(objects.get(key, { need: 'newest' }), hub) : hub(recent),
      );
    },
    list(resource: GroupResource, namespace = '', freshness: 'newest' | 'recent' = 'recent') {
      const definition = definitionOf(resource);
      if (definition === undefined) return [];
      const under = namespace === '' ? '' : `${namespace}/`;
      const listed = collection(definition.storagePrefix).list({ under, freshness: { need: freshness } });
      return whenReady(listed, ({ entries }) =>
        // Most namespaces have none of what admission looks for.
        entries.length === 0 ? [] : Promise.all(entries.map((entry) => hubOf(definition, entry))),
      );
    },
  };
  // What lies under a resource was decoded as its type.
  return lookup as Lookup;
}

/** Every create asks for its namespace, and others for more: read an object once per revision. */
function hubOf(definition: ResourceDefinition, entry: Entry): MaybePromise<KubeObject> {
  return entry.memo('hub', () => hubObject(definition, entry));
}
