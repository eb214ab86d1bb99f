import { AdmissionChain, type AdmissionPlugin, type Lookup, namespaceLifecycle } from '#admission';
import type { Catalog, ResourceDefinition } from '#machinery';
import type { GroupResource, KubeObject } from '#meta';
import { type Entry, hubObject } from '#registry';
import type { Collection } from '#storage';
import type { Options } from './options.ts';

export interface AdmissionParts {
  readonly options: Pick<Options, 'disableAdmissionPlugins'>;
  catalog(): Catalog;
  collection(prefix: string): Collection;
}

/** The admission plugins that the options leave in, in the order in which they are asked. */
export function wireAdmission({ options, ...served }: AdmissionParts): AdmissionChain {
  const lookup = lookupIn(served);
  const plugins: readonly AdmissionPlugin[] = [namespaceLifecycle(lookup)];
  return new AdmissionChain(plugins.filter(({ name }) => !options.disableAdmissionPlugins.includes(name)));
}

function lookupIn({ catalog, collection }: Omit<AdmissionParts, 'options'>): Lookup {
  const definitionOf = ({ group, resource }: GroupResource) => catalog().definition(group, resource);
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
