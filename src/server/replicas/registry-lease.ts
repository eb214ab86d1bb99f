import type { Catalog } from '#machinery';
import { ApiError, cloneJson, type JsonObject, type KubeObject } from '#meta';
import { create, get, parseEntry, type Registry, systemAccess, update } from '#registry';
import type { LeaseLock, LeaseSpec } from './leader-election.ts';

const NAMESPACE = 'kube-system';

/** A Lease of this server's store. */
export function registryLease(registry: Registry, catalog: () => Catalog, name: string): LeaseLock {
  /** The resourceVersion that was read last. */
  let seen: string | undefined;
  const access = () => {
    const resource = catalog().find('coordination.k8s.io', 'v1', 'leases');
    if (resource === undefined) throw new Error('leases are not served');
    return systemAccess(registry, { resource, namespace: NAMESPACE });
  };
  return {
    async read() {
      const lease = await unless('NotFound', async () => parseEntry(await get(access(), name)));
      seen = lease?.metadata.resourceVersion;
      return lease?.spec as LeaseSpec | undefined;
    },
    async write(spec) {
      const metadata = { name, namespace: NAMESPACE };
      const wanted = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: spec as JsonObject };
      const written =
        seen === undefined
          ? unless('AlreadyExists', () => create(access(), wanted as KubeObject))
          : unless('Conflict', () =>
              update(access(), {
                name,
                wanted: async (live) => {
                  const object = cloneJson(live as KubeObject);
                  return {
                    ...object,
                    metadata: { ...object.metadata, resourceVersion: seen as string },
                    spec: wanted.spec,
                  };
                },
              }),
            );
      return (await written) !== undefined;
    },
  };
}

async function unless<T>(reason: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.reason === reason) return undefined;
    throw error;
  }
}
