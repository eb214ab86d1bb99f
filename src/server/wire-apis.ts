import { builtinDefinitions, builtinGroups, ServiceNetwork } from '#apis';
import { Catalog } from '#machinery';
import { hubObject, type Registry } from '#registry';
import type { Options } from './options.ts';

export interface WiredApis {
  readonly catalog: Catalog;
  /** Tells the kinds what earlier runs left in the store. Before the first request. */
  recall(registry: Registry): Promise<void>;
}

/** The built-in kinds, and the addresses and ports that services share. */
export function wireApis({ serviceClusterIpRange }: Pick<Options, 'serviceClusterIpRange'>): WiredApis {
  const serviceNetwork = new ServiceNetwork({ ranges: [serviceClusterIpRange] });
  const catalog = new Catalog(builtinDefinitions({ serviceNetwork }), builtinGroups);
  return {
    catalog,
    async recall(registry) {
      const definition = catalog.find('', 'v1', 'services')?.definition;
      if (definition === undefined) return;
      const services = registry.collection(definition.storagePrefix);
      const { entries } = await services.list({ under: '', freshness: { need: 'newest' } });
      for (const entry of entries) serviceNetwork.occupy(await hubObject(definition, entry));
    },
  };
}
