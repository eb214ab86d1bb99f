import type { ReadPolicy } from '#conversion';
import type { ConversionByRules, CustomResourceDefinition } from '#crd';
import { isJsonObject, type JsonObject } from '#meta';

/** Where policies and modules that convert are found. */
export interface ConversionSources {
  policyFor(definition: string): ReadPolicy | undefined;
  moduleFor(definition: CustomResourceDefinition): ConversionByRules | undefined;
  /** A definition with some of its stored objects. */
  sourceOf(name: string): Promise<{ definition: CustomResourceDefinition; samples: readonly JsonObject[] } | undefined>;
}

/** What converts the objects of one definition, if not what it says itself: at most one of the two. */
export interface Converters {
  readonly policy: ReadPolicy | undefined;
  readonly module: ConversionByRules | undefined;
}

/** A policy with faults converts nothing. */
export function convertersOf(definition: JsonObject, sources: ConversionSources | undefined): Converters {
  const module = sources?.moduleFor(definition as unknown as CustomResourceDefinition);
  const name = isJsonObject(definition.metadata) ? String(definition.metadata.name) : '';
  const policy = module === undefined ? sources?.policyFor(name) : undefined;
  return { module, policy: policy?.faults.length === 0 ? policy : undefined };
}
