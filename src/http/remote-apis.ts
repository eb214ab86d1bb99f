import type { Catalog, CatalogGroup } from '#machinery';
import type { JsonObject } from '#meta';

/** What other servers serve beside this one. A value: when something has changed, there is another one. */
export interface RemoteApis {
  /** All groups that are registered, our own among them, as the legacy list orders them. */
  readonly registered: readonly CatalogGroup[];
  /** All groups with all versions, in the order of the aggregated document. */
  readonly ordered: readonly CatalogGroup[];
  /** What is known of a version that another server serves; undefined for our own. */
  version(group: string, version: string): RemoteVersion | undefined;
  /** Documents of OpenAPI v3 that other servers have, by the keys of the index: the addresses that they have there. */
  readonly openapi: ReadonlyMap<string, string>;
  /** What other servers say in OpenAPI v2 of the versions that they serve, most important first. */
  readonly specs: readonly RemoteSpec[];
}

/** A version in the aggregated document. */
export interface RemoteVersion {
  readonly resources: readonly JsonObject[];
  /** The server does not answer: nobody knows what it serves now. */
  readonly isStale: boolean;
}

/** As much of a document of OpenAPI v2 as is about one version of a group. */
export interface RemoteSpec {
  /** Changes with the content. */
  readonly hash: string;
  readonly paths: JsonObject;
  readonly definitions: JsonObject;
  readonly parameters: JsonObject;
}

/** Tells what other servers serve; undefined where there are none. */
export type RemoteApisOf = (catalog: Catalog) => RemoteApis | undefined;
