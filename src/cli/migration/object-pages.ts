import { isJsonObject, type JsonObject, type ManagedFieldsEntry } from '#meta';
import type { MigratedObject, ObjectPage } from '#migration';
import { type ApiCluster, type ApiResource, objects } from './api-cluster.ts';

const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const DEFAULT_CHUNK_SIZE = 500;

/** `/apis/example.com/v1/namespaces/a/widgets/b`, or that of all of them. */
export function pathOf(
  { group, resource, namespaced }: Pick<ApiResource, 'group' | 'resource' | 'namespaced'>,
  version: string,
  object?: { readonly namespace?: string | undefined; readonly name: string },
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  if (object === undefined) return `${root}/${resource}`;
  const scope =
    namespaced && object.namespace !== undefined ? `/namespaces/${encodeURIComponent(object.namespace)}` : '';
  return `${root}${scope}/${resource}/${encodeURIComponent(object.name)}`;
}

interface PageQuery {
  readonly version: string;
  readonly from?: string | undefined;
  readonly chunkSize?: number;
}

/** One page of all objects of a resource, of which only the metadata is asked for. */
export async function metadataPage(
  cluster: ApiCluster,
  resource: ApiResource,
  { version, from, chunkSize = DEFAULT_CHUNK_SIZE }: PageQuery,
): Promise<ObjectPage> {
  const query = `limit=${chunkSize}${from === undefined ? '' : `&continue=${encodeURIComponent(from)}`}`;
  const path = `${pathOf(resource, version)}?${query}`;
  const { metadata, items } = await cluster.ask({ method: 'GET', path, accept: METADATA_ONLY });
  const list = isJsonObject(metadata) ? metadata : {};
  const next = typeof list.continue === 'string' && list.continue !== '' ? { next: list.continue } : {};
  const remaining = typeof list.remainingItemCount === 'number' ? { remaining: list.remainingItemCount } : {};
  return {
    objects: objects(items).map(objectFrom),
    resourceVersion: String(list.resourceVersion ?? ''),
    ...next,
    ...remaining,
  };
}

export function objectFrom({ metadata }: JsonObject): MigratedObject {
  const { namespace, name, uid, resourceVersion, managedFields } = isJsonObject(metadata) ? metadata : {};
  return {
    ...(typeof namespace === 'string' ? { namespace } : {}),
    name: String(name),
    uid: String(uid),
    resourceVersion: String(resourceVersion),
    managedFields: objects(managedFields) as readonly ManagedFieldsEntry[],
  };
}
