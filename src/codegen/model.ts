import type { Json } from '#meta';
import type { JsonSchema, ScalarName, StructType } from '#schema';

/**
 * What generators know of an API: the types of a folder `api/<group>/<version>/types.ts`, read and checked. Everything
 * has the place it was written at, so that a generator that cannot go on says where.
 */
export interface ApiModel {
  readonly groups: readonly ApiGroup[];
}

export interface ApiGroup {
  /** `batch.example.com` */
  readonly name: string;
  /** From the root of the project, with slashes: `api/batch.example.com`. */
  readonly folder: string;
  /** Those that clients speak, the preferred one first. */
  readonly versions: readonly ApiVersion[];
  /** The types of a hub of its own, where there is one. */
  readonly internal?: ApiVersion;
}

export interface ApiVersion {
  readonly group: string;
  /** `v1beta1`; `internal` for a hub of its own. */
  readonly name: string;
  /** `api/batch.example.com/v1beta1` */
  readonly folder: string;
  readonly description: string;
  /** In the order in which they are written. */
  readonly structs: readonly ApiStruct[];
  /** Functions that the user wrote beside the types, by the file they are in: `conversion.ts`, `defaults.ts`. */
  readonly byHand: { readonly [file in HandWrittenFile]: ReadonlySet<string> };
}

type HandWrittenFile = 'conversion' | 'defaults';

/** Where something is written. Lines and columns count from one. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ApiStruct {
  readonly name: string;
  readonly place: Place;
  readonly description: string;
  /** As JSON has them; those of types that it extends stand among its own. */
  readonly fields: readonly ApiField[];
  /** What the schema of the struct says besides its fields. */
  readonly rules: JsonSchema;
  readonly union?: ApiUnion;
  /** There for those that carry `kind`, `apiVersion` and `metadata`. */
  readonly kind?: ApiKind;
  /** A list of objects of a kind, which the server makes by itself. */
  readonly isList: boolean;
  /** No conversion is generated for it. */
  readonly skipsConversion: boolean;
  /** Members for the kind and the version: their literal, or '' for any text. */
  readonly head: { readonly [member in 'apiVersion' | 'kind']?: string };
  /** The package that it comes from, where it is not the user's own. */
  readonly module?: string;
}

export interface ApiUnion {
  readonly discriminator?: string;
  /** What the discriminator says for each member. */
  readonly members: ReadonlyMap<string, string>;
}

export interface ApiField {
  /** The JSON name. */
  readonly name: string;
  readonly place: Place;
  readonly description: string;
  readonly type: ApiType;
  readonly optional: boolean;
  readonly default?: Json;
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly mergeKey?: string;
  /** What its schema says besides its type: limits, patterns, rules. */
  readonly rules: JsonSchema;
}

export type ApiType = ApiScalar | ApiList | ApiMap | ApiReference | ForeignReference;

export interface ApiScalar {
  readonly shape: ScalarName;
  /** The name of the alias, where it has one of its own. */
  readonly alias?: string;
  /** All values of a text, where they are listed. */
  readonly values?: readonly string[];
}
interface ApiList {
  readonly shape: 'list';
  readonly items: ApiType;
}
interface ApiMap {
  readonly shape: 'map';
  readonly values: ApiType;
}
/** A struct of the same version. */
interface ApiReference {
  readonly shape: 'struct';
  readonly name: string;
}
/** A struct that Pinnace describes: `PodTemplateSpec` of `pinnace/types/core/v1`. */
interface ForeignReference {
  readonly shape: 'foreign';
  readonly name: string;
  /** What it is imported from. */
  readonly module: string;
  readonly struct: StructType;
}

export interface ApiKind {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly columns: readonly ApiColumn[];
  readonly selectableFields: readonly string[];
  readonly hasStatus: boolean;
  readonly scale?: ApiScale;
  readonly stored: boolean;
  readonly served: boolean;
  /** All versions meet in this one, where there is no `internal`. */
  readonly isHub: boolean;
  /** What clients of the version are warned with; '' for the usual words. */
  readonly deprecated?: string;
  readonly client?: ApiClient;
  /** The webhook that converts its objects, for a definition. */
  readonly webhook?: ApiWebhook;
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  /** In a definition. */
  readonly skipsDefinition: boolean;
}

export interface ApiColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

export interface ApiScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface ApiWebhook {
  readonly service: string;
  readonly namespace: string;
  readonly path: string;
  readonly port?: number;
}

interface ApiClient {
  readonly noStatus: boolean;
  readonly skipVerbs: readonly string[];
}

/** What all versions of a group meet in: types of its own, or the version that says so, or the stored one. */
export function groupHub(group: ApiGroup): ApiVersion {
  const having = (is: (kind: ApiKind) => boolean): ApiVersion | undefined =>
    group.versions.find(({ structs }) => structs.some(({ kind }) => kind !== undefined && is(kind)));
  const hub = group.internal ?? having(({ isHub }) => isHub) ?? having(({ stored }) => stored) ?? group.versions[0];
  return hub as ApiVersion;
}

export const kindIn = (version: ApiVersion, kind: string): ApiKind | undefined =>
  version.structs.find(({ name }) => name === kind)?.kind;

export const structIn = (version: ApiVersion, name: string): ApiStruct | undefined =>
  version.structs.find((struct) => struct.name === name);

/** Names of all kinds of a group, in the order in which its versions have them. */
export function kindNames({ versions }: ApiGroup): readonly string[] {
  const names = versions.flatMap(({ structs }) =>
    structs.flatMap(({ name, kind }) => (kind === undefined ? [] : [name])),
  );
  return [...new Set(names)];
}

/** The version in which a kind is stored: the one that says so, else the preferred one. */
export function storedVersionOf(group: ApiGroup, kind: string): ApiVersion {
  const having = group.versions.filter((version) => kindIn(version, kind) !== undefined);
  return (having.find((version) => kindIn(version, kind)?.stored) ?? having[0]) as ApiVersion;
}
