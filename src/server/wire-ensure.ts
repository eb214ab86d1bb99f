import type { Catalog, ServedResource } from '#machinery';
import { ApiError, type KubeObject } from '#meta';
import { type Access, cloneJson, create, get, type Registry, systemAccess, update } from '#registry';
import type { Ensure, InitialObject } from './bootstrap.ts';

/** Writes the initial objects through the same path as everybody's. */
export function wireEnsure(registry: Registry, catalog: () => Catalog): Ensure {
  return async (initial) => {
    const served = find(catalog(), initial);
    const { versionDefinition } = served;
    const { object } = versionDefinition.codec.decode({ value: cloneJson(initial.object), duplicates: [] });
    versionDefinition.default(object);
    const hub = await versionDefinition.toHub(object);
    const access = systemAccess(registry, { resource: served, namespace: object.metadata.namespace ?? '' });
    if (!(await isThere(access, hub))) await create(access, hub);
    else if (initial.how === 'set') await refresh(access, hub);
  };
}

function find(catalog: Catalog, { resource }: InitialObject): ServedResource {
  const served = catalog.find(resource.group, resource.version, resource.resource);
  if (served === undefined) throw new Error(`no such resource: ${resource.resource}`);
  return served;
}

async function isThere(access: Access, { metadata }: KubeObject): Promise<boolean> {
  try {
    await get(access, metadata.name as string);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NotFound') return false;
    throw error;
  }
}

/** Everything but what the server itself keeps in the metadata. */
async function refresh(access: Access, hub: KubeObject): Promise<void> {
  await update(access, {
    name: hub.metadata.name as string,
    wanted: async (live) => ({ ...cloneJson(hub), metadata: { ...live?.metadata, ...cloneJson(hub.metadata) } }),
  });
}
