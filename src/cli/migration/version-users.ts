import type { JsonObject } from '#meta';
import { type ApiCluster, objects } from './api-cluster.ts';

/** Who used a version of a resource last; undefined where the server keeps no such table. */
export async function clientsOf(
  cluster: ApiCluster,
  { name, version }: { readonly name: string; readonly version?: string },
): Promise<readonly JsonObject[] | undefined> {
  const found = await cluster.find('/pinnace/api-clients');
  if (found === undefined) return undefined;
  const isMeant = (one: JsonObject): boolean =>
    (name === '' || one.resource === name) && (version === undefined || one.version === version);
  return objects(found.clients).filter(isMeant);
}

/** Whether the server's metrics tell of requests for a deprecated version. */
export async function deprecatedRequests(
  cluster: ApiCluster,
  { group, resource, version }: { readonly group: string; readonly resource: string; readonly version: string },
): Promise<boolean> {
  const text = await cluster.text('/metrics').catch(() => '');
  const labels = [`group="${group}"`, `resource="${resource}"`, `version="${version}"`];
  return text
    .split('\n')
    .some(
      (line) => line.startsWith('apiserver_requested_deprecated_apis{') && labels.every((one) => line.includes(one)),
    );
}
