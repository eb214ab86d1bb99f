import type { JsonObject, KubeObject } from '#meta';
import type { Representation } from '../negotiate.ts';

/** An object's metadata alone, as a kind of its own. */
export function partialObject({ metadata }: KubeObject, { metaVersion }: Representation): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

/** A list's own metadata in the order of its Go type. */
export interface ListMeta {
  readonly revision: number;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export function listMeta(list: ListMeta): JsonObject {
  return {
    resourceVersion: String(list.revision),
    ...(list.continue !== undefined && { continue: list.continue }),
    ...(list.remainingItemCount !== undefined && { remainingItemCount: list.remainingItemCount }),
  };
}
