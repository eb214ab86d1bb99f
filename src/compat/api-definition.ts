import type { JsonObject } from '#meta';
import type { JsonSchema } from '#schema';
import type { SchemaView } from './schema-view.ts';

/** How much a version promises. */
export type Stability = 'alpha' | 'beta' | 'stable';

/** One kind with all its versions, whatever it was written as. */
export interface ApiDefinition {
  /** `widgets.example.com` */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly listKind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** `Namespaced` or `Cluster`; empty where the source does not say. */
  readonly scope: string;
  readonly conversion: 'None' | 'Webhook';
  /** The versions that objects may be stored in, where a server told. */
  readonly storedVersions: readonly string[];
  readonly versions: readonly ApiVersion[];
  /** Where it was read: `crds/widgets.yaml`. */
  readonly origin: string;
  /** The line of the origin that it begins at, counted from one. */
  readonly line: number;
  /** Converts an object to another version; absent where only a webhook could. */
  readonly convert?: ConvertObject;
}

/** Gives the object in another version. May change what it is given. */
type ConvertObject = (object: JsonObject, version: string) => JsonObject;

export interface ApiVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly schema: SchemaView;
  /** The schema as a definition carries it, to validate objects with; absent for built-in and described kinds. */
  readonly structural: JsonSchema | undefined;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly jsonPath: string }[];
  readonly selectableFields: readonly string[];
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath: string;
}

/** `v1beta2` is beta. A name that says nothing of its stability counts as stable. */
export function stabilityOf(version: string): Stability {
  if (/alpha/i.test(version)) return 'alpha';
  return /beta|preview/i.test(version) ? 'beta' : 'stable';
}

export function versionNamed(definition: ApiDefinition, name: string): ApiVersion | undefined {
  return definition.versions.find((version) => version.name === name);
}

export function storageOf(definition: ApiDefinition): ApiVersion | undefined {
  return definition.versions.find(({ storage }) => storage);
}
