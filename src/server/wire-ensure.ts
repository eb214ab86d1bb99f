import type { Catalog, ServedResource, UserInfo } from '#machinery';
import { ApiError, formatTime, instantOf, type KubeObject } from '#meta';
import { type Access, cloneJson, create, get, type Registry, update } from '#registry';
import type { Ensure, InitialObject } from './bootstrap.ts';

const SYSTEM: UserInfo = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:masters', 'system:authenticated'],
  extra: {},
};

/** Writes the initial objects through the same path as everybody's. */
export function wireEnsure(registry: Registry, catalog: () => Catalog): Ensure {
  return async (initial) => {
    const served = find(catalog(), initial);
    // After the first start they are there, and need not even be made.
    if (initial.how === 'create' && (await isThere(accessTo(registry, served, initial.object), initial.object))) return;
    const { versionDefinition } = served;
    const { object } = versionDefinition.codec.decode({ value: cloneJson(initial.object), duplicates: [] });
    versionDefinition.default(object);
    const hub = await versionDefinition.toHub(object);
    const access = accessTo(registry, served, object);
    if (!(await isThere(access, hub))) await create(access, hub);
    else if (initial.how === 'set') await refresh(access, hub);
  };
}

function find(catalog: Catalog, { resource }: InitialObject): ServedResource {
  const served = catalog.find(resource.group, resource.version, resource.resource);
  if (served === undefined) throw new Error(`no such resource: ${resource.resource}`);
  return served;
}

function accessTo(registry: Registry, resource: ServedResource, { metadata }: KubeObject): Access {
  return {
    registry,
    resource,
    namespace: metadata.namespace ?? '',
    subresource: '',
    manager: 'kube-apiserver',
    user: SYSTEM,
    now: formatTime(instantOf(registry.world.clock.now())),
    dryRun: false,
    requestVersion: { group: resource.group, version: resource.version },
    warn: () => {},
  };
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
