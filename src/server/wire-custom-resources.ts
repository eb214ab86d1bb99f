import {
  ConversionCache,
  CustomCatalog,
  type CustomResourceDefinition,
  type ObservedCall,
  type WebhookConverter,
  webhookConverter,
} from '#crd';
import type { Catalog, CatalogGroup, ResourceDefinition } from '#machinery';
import type { World } from '#meta';
import type { Registry } from '#registry';
import type { WebhookHealth } from '#webhook';
import type { ConversionModules } from './conversion-modules/conversion-modules.ts';
import type { PolicyIndex } from './conversion-policies/policy-index.ts';
import { resolverOverStore } from './resolver-over-store.ts';

interface CustomResourceParts {
  readonly builtins: readonly ResourceDefinition[];
  readonly groups: readonly CatalogGroup[];
  readonly registry: Registry;
  readonly world: World;
  /** What `--service-resolver` says. */
  readonly services: readonly string[];
  /** Rules that convert what no webhook converts. */
  readonly policies: PolicyIndex;
  /** What the operator's own modules convert, whatever the definition says. */
  readonly modules: ConversionModules;
  /** How the webhook of a definition is doing has changed. */
  healthChanged(name: string): void;
  /** A webhook was called. */
  observe(call: ObservedCall): void;
}

export interface WiredCustomResources {
  /** The catalog with what these definitions define. */
  next(definitions: Iterable<CustomResourceDefinition>): Catalog;
  /** From now on these stand beside what definitions define. */
  rebase(builtins: readonly ResourceDefinition[], groups: readonly CatalogGroup[]): void;
  health(name: string): WebhookHealth | undefined;
  /** How calls of the webhook went that were made elsewhere. */
  toldHealth(name: string, health: WebhookHealth): void;
}

/** Custom resources as part of the catalog, and the webhooks that convert them. */
export function wireCustomResources(parts: CustomResourceParts): WiredCustomResources {
  const { builtins, groups, registry, world } = parts;
  const cache = new ConversionCache();
  const converters = new Map<string, WebhookConverter>();
  /** Those that were called: of the others nobody knows how they are. */
  const heard = new Set<string>();
  /** Of those that only other threads have called. */
  const told = new Map<string, WebhookHealth>();
  const services = resolverOverStore(registry, parts.services);
  const catalog = new CustomCatalog({
    builtins,
    groups,
    rulesFor: (definition) => parts.modules.rulesFor(definition) ?? parts.policies.rulesFor(definition),
    converterFor({ metadata, spec }) {
      const name = metadata.name as string;
      const { clientConfig = {}, conversionReviewVersions } = spec.conversion?.webhook ?? {};
      const healthChanged = (): void => {
        heard.add(name);
        parts.healthChanged(name);
      };
      heard.delete(name);
      told.delete(name);
      const conversion = { definition: name, clientConfig, conversionReviewVersions: conversionReviewVersions ?? [] };
      const converter = webhookConverter(conversion, {
        world,
        services,
        cache,
        healthChanged,
        observe: (call) => parts.observe(call),
      });
      converters.set(name, converter);
      return converter;
    },
    dropped({ metadata }) {
      converters.get(metadata.name as string)?.[Symbol.dispose]();
      converters.delete(metadata.name as string);
      heard.delete(metadata.name as string);
      told.delete(metadata.name as string);
    },
  });
  return {
    next: (definitions) => catalog.next(definitions),
    rebase: (more, ordered) => catalog.rebase(more, ordered),
    health: (name) => (heard.has(name) ? converters.get(name)?.health() : told.get(name)),
    toldHealth(name, health) {
      const converter = converters.get(name);
      if (converter !== undefined) return converter.told(health);
      const known = told.get(name);
      if (known?.healthy === health.healthy && known.message === health.message) return;
      told.set(name, health);
      parts.healthChanged(name);
    },
  };
}
