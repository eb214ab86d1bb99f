import { type Lookup, type QuotaBook, quotaResource, type ResourceQuota } from '#admission';
import type { Catalog } from '#machinery';
import { ApiError, cloneJson, type MaybePromise } from '#meta';
import { type Registry, systemAccess, update } from '#registry';

interface QuotaBookParts {
  readonly lookup: Lookup;
  catalog(): Catalog;
  registry(): Registry;
}

/** The quotas in the store. Charges are writes of their status, like everybody's. */
export function quotaBook({ lookup, catalog, registry }: QuotaBookParts): QuotaBook {
  return {
    list: (namespace, freshness) =>
      lookup.list(quotaResource, namespace, freshness) as MaybePromise<readonly ResourceQuota[]>,
    async write(quota) {
      const resource = catalog().find('', 'v1', quotaResource.resource);
      if (resource === undefined) return false;
      const { name = '', namespace = '' } = quota.metadata;
      const access = systemAccess(registry(), { resource, namespace, subresource: 'status' });
      // It names the resourceVersion that was read: another one refuses it.
      return unlessLost(() => update(access, { name, wanted: async () => cloneJson(quota) }));
    },
  };
}

async function unlessLost(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.reason === 'Conflict' || error.reason === 'NotFound')) return false;
    throw error;
  }
}
