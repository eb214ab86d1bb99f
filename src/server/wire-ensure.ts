import type { Catalog, ServedResource, UserInfo } from '#machinery';
import { ApiError, formatTime, instantOf, type KubeObject } from '#meta';
import { type Access, cloneJson, create, get, parseEntry, type Registry, remove, update } from '#registry';
import type { Ensure } from './bootstrap.ts';

const SYSTEM: UserInfo = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:masters', 'system:authenticated'],
  extra: {},
};

/** Writes the initial objects through the same path as everybody's. */
export function wireEnsure(registry: Registry, catalog: () => Catalog): Ensure {
  return async (initial) => {
    const { group, version, resource } = initial.resource;
    const served = catalog().find(group, version, resource);
    // Somebody turned it off.
    if (served === undefined) return;
    const { versionDefinition } = served;
    const { object } = versionDefinition.codec.decode({ value: cloneJson(initial.object), duplicates: [] });
    versionDefinition.default(object);
    const hub = await versionDefinition.toHub(object);
    const access = accessTo(registry, served, object);
    const live = await find(access, hub);
    if (initial.how === 'absent') await takeAway(access, hub, live);
    else if (live === undefined) await create(access, hub);
    else if (initial.how === 'set') await refresh(access, hub);
  };
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

async function find(access: Access, { metadata }: KubeObject): Promise<KubeObject | undefined> {
  try {
    return parseEntry(await get(access, metadata.name as string));
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}

/** Only what we made: somebody else's bears other labels. */
async function takeAway(access: Access, { metadata }: KubeObject, live: KubeObject | undefined): Promise<void> {
  const labels = Object.entries(metadata.labels ?? {});
  const isOurs = live !== undefined && labels.every(([name, value]) => live.metadata.labels?.[name] === value);
  if (isOurs) await remove(access, metadata.name as string, { dryRun: [] });
}

/** Everything but what the server itself keeps in the metadata. */
async function refresh(access: Access, hub: KubeObject): Promise<void> {
  await update(access, {
    name: hub.metadata.name as string,
    wanted: async (live) => ({ ...cloneJson(hub), metadata: { ...live?.metadata, ...cloneJson(hub.metadata) } }),
  });
}
