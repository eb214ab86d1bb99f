import {
  AdmissionChain,
  type AdmissionPlugin,
  type Lookup,
  limitRanger,
  namespaceLifecycle,
  QuotaLedger,
  resourceQuota,
} from '#admission';
import type { Catalog, ResourceDefinition } from '#machinery';
import type { GroupResource, KubeObject } from '#meta';
import { type Entry, hubObject, type Registry } from '#registry';
import type { Collection } from '#storage';
import type { Options } from './options.ts';
import { quotaBook } from './quota-book.ts';

export interface AdmissionParts {
  readonly options: Pick<Options, 'disableAdmissionPlugins'>;
  catalog(): Catalog;
  collection(prefix: string): Collection;
  /** For what admission itself writes. */
  registry(): Registry;
  /** In milliseconds. */
  now(): number;
}

export interface WiredAdmission {
  readonly admission: AdmissionChain;
  readonly quotaLedger: QuotaLedger;
}

/** The admission plugins that the options leave in, in the order in which they are asked. */
export function wireAdmission({ options, now, ...served }: AdmissionParts): WiredAdmission {
  const lookup = lookupIn(served);
  const quotaLedger = new QuotaLedger(now);
  const plugins: readonly AdmissionPlugin[] = [
    namespaceLifecycle(lookup),
    limitRanger(lookup),
    resourceQuota({ book: quotaBook({ lookup, ...served }), ledger: quotaLedger, now }),
  ];
  const left = plugins.filter(({ name }) => !options.disableAdmissionPlugins.includes(name));
  return { admission: new AdmissionChain(left), quotaLedger };
}

function lookupIn({ catalog, collection }: Pick<AdmissionParts, 'catalog' | 'collection'>): Lookup {
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
