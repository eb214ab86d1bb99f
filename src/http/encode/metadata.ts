import type { JsonObject, KubeObject } from '#meta';
import { type Entry, objectInVersion, parseEntry } from '#registry';
import type { Representation } from '../negotiate.ts';
import type { View } from './view.ts';

/** Whether only metadata is shown, as it is stored: then no converter is needed. */
export function showsStoredMetadata({ representation: { as }, convertsMetadata }: View): boolean {
  return !convertsMetadata && (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList');
}

/** As much of a stored object as the representation shows, in the version of the request as far as that matters. */
export function objectFor(view: View, entry: Entry): KubeObject | Promise<KubeObject> {
  return showsStoredMetadata(view) ? parseEntry(entry) : objectInVersion(view.served, entry, view.converted);
}

/** An object's metadata alone, as a kind of its own. */
export function partialObject({ metadata }: KubeObject, { metaVersion }: Representation): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

/** A list's own metadata in the order of its Go type. */
interface ListMeta {
  readonly revision: number;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export function listMeta(list: ListMeta): JsonObject {
  return {
    ...(list.revision !== 0 && { resourceVersion: String(list.revision) }),
    ...(list.continue !== undefined && { continue: list.continue }),
    ...(list.remainingItemCount !== undefined && { remainingItemCount: list.remainingItemCount }),
  };
}
