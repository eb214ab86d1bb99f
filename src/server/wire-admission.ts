import { AdmissionChain, type AdmissionPlugin, type Lookup, namespaceLifecycle } from '#admission';
import type { EscalationGuard } from '#auth';
import type { Catalog, ResourceDefinition } from '#machinery';
import type { GroupResource, KubeObject } from '#meta';
import { type Entry, hubObject } from '#registry';
import type { Collection } from '#storage';
import { escalationPlugin } from './escalation-plugin.ts';
import type { Options } from './options.ts';

export interface AdmissionParts {
  readonly options: Pick<Options, 'disableAdmissionPlugins'>;
  catalog(): Catalog;
  collection(prefix: string): Collection;
  /** Keeps writers of roles from giving away what they do not have. */
  readonly escalation?: EscalationGuard;
}

/** The admission plugins that the options leave in, in the order in which they are asked. */
export function wireAdmission({ options, escalation, ...served }: AdmissionParts): AdmissionChain {
  const lookup = lookupIn(served);
  const plugins: readonly AdmissionPlugin[] = [namespaceLifecycle(lookup)];
  const chosen = plugins.filter(({ name }) => !options.disableAdmissionPlugins.includes(name));
  // Not a plugin of Kubernetes: it cannot be left out.
  return new AdmissionChain(escalation === undefined ? chosen : [...chosen, escalationPlugin(escalation)]);
}

/** Looks objects up in the store. */
export function lookupIn({ catalog, collection }: Pick<AdmissionParts, 'catalog' | 'collection'>): Lookup {
  const definitionOf = ({ group, resource }: GroupResource) =>
    catalog().definitions.find((known) => known.group === group && known.resource === resource);
  return {
    async get(resource, name, namespace = '') {
      const definition = definitionOf(resource);
      if (definition === undefined) return null;
      const key = namespace === '' ? name : `${namespace}/${name}`;
      const entry = await collection(definition.storagePrefix).get(key, { need: 'newest' });
      return entry === null ? null : hubOf(definition, entry);
    },
    async list(resource, namespace = '') {
      const definition = definitionOf(resource);
      if (definition === undefined) return [];
      const under = namespace === '' ? '' : `${namespace}/`;
      const { entries } = await collection(definition.storagePrefix).list({ under, freshness: { need: 'newest' } });
      return Promise.all(entries.map((entry) => hubOf(definition, entry)));
    },
  };
}

/** Every create asks for its namespace, and others for more: read an object once per revision. */
function hubOf(definition: ResourceDefinition, entry: Entry): KubeObject | Promise<KubeObject> {
  return entry.memo('hub', () => hubObject(definition, entry));
}
