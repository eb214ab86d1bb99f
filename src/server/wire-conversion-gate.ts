import type { CustomResourceDefinition } from '#crd';
import type { Catalog } from '#machinery';
import type { JsonObject, World } from '#meta';
import { parseEntry } from '#registry';
import type { Collection } from '#storage';
import type { ConversionSources } from './api-changes/converters.ts';
import { ConversionGate, SAMPLE_SIZE } from './conversion-gate/conversion-gate.ts';
import type { ConversionModules } from './conversion-modules/conversion-modules.ts';
import type { PolicyIndex } from './conversion-policies/policy-index.ts';
import type { Options } from './options.ts';

interface GateWiring {
  readonly options: Pick<Options, 'apiChanges'>;
  readonly log: World['log'];
  readonly modules: Pick<ConversionModules, 'rulesFor'>;
  catalog(): Catalog;
  collection(prefix: string): Collection;
  changed(name: string): void;
}

/** Modules are always tried; webhooks only where somebody wants to know what changes of an API break. */
export function wireConversionGate(wiring: GateWiring): ConversionGate {
  const { options, log, modules, catalog, collection, changed } = wiring;
  return new ConversionGate({
    log,
    changed,
    isWatched: (definition) =>
      modules.rulesFor(definition) !== undefined ||
      (options.apiChanges !== 'off' && definition.spec.conversion?.strategy === 'Webhook'),
    async losses(definition) {
      const { lossesInForce } = await import('./conversion-gate/conversion-trial.ts');
      const samples = await storedSample(collection, definition);
      return lossesInForce({ definition, catalog: catalog(), samples });
    },
  });
}

/** What changes of an API are judged by. */
export function conversionSources({
  policies,
  modules,
  collection,
}: Pick<GateWiring, 'modules' | 'collection'> & { readonly policies: PolicyIndex }): ConversionSources {
  return {
    policyFor: (name) => policies.policyFor(name),
    moduleFor: (definition) => modules.rulesFor(definition),
    async sourceOf(name) {
      const definition = policies.definitionNamed(name);
      return definition && { definition, samples: await storedSample(collection, definition) };
    },
  };
}

/** Some objects of a definition, as they are stored. */
export async function storedSample(
  collection: GateWiring['collection'],
  { spec }: CustomResourceDefinition,
): Promise<readonly JsonObject[]> {
  const stored = collection(`/registry/${spec.group}/${spec.names.plural}/`);
  const { entries } = await stored.list({ under: '', freshness: { need: 'any' }, limit: SAMPLE_SIZE });
  return entries
    .filter(({ damage }) => damage === undefined)
    .map((entry) => parseEntry(entry) as unknown as JsonObject);
}
