import type { KubeObject } from '#meta';
import type { CustomResourceDefinition } from './definition.ts';

/** Brings objects of one resource, all of one version, to another version. */
export interface Converter {
  /** In the order given. Fails as a whole: all objects or none. The arguments are not changed. */
  convert(objects: readonly KubeObject[], toApiVersion: string): Promise<KubeObject[]> | KubeObject[];
}

/** The converter of a definition whose strategy is not `None`. */
export type ConverterFor = (definition: CustomResourceDefinition) => Converter;

/** What converts a definition in place of what it says itself. */
export interface ConversionByRules {
  /** Changes with the rules. */
  readonly id: string;
  readonly converter: Converter;
  /** It asks another process or thread, so one call for many objects is better. */
  readonly elsewhere?: true;
}

/** Strategy `None`: all versions look alike, so that only the apiVersion changes. */
export const noneConverter: Converter = {
  convert: (objects, toApiVersion) => objects.map((object) => ({ ...object, apiVersion: toApiVersion })),
};
