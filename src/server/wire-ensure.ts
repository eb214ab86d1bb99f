import type { Catalog, ServedResource } from '#machinery';
import { ApiError, cloneJson, type JsonObject, type KubeObject } from '#meta';
import {
  type Access,
  accessWith,
  create,
  type Entry,
  hubObject,
  parseEntry,
  type Registry,
  remove,
  systemAccess,
  update,
} from '#registry';
import type { Ensure, InitialObject } from './bootstrap.ts';

/** Writes the initial objects through the same path as everybody's. */
export function wireEnsure(registry: Registry, catalog: () => Catalog): Ensure {
  return async (initial) => {
    const { resource, object } = initial;
    const served = catalog().find(resource.group, resource.version, resource.resource);
    // The resource is turned off by the runtime configuration.
    if (served === undefined) return;
    const namespace = object.metadata.namespace ?? '';
    const { manager } = initial;
    const access = systemAccess(registry, { resource: served, namespace, ...(manager && { manager }) });
    const entry = await find(access, object);
    if (initial.how === 'absent') await takeAway(access, object, entry);
    else if (entry === undefined) await createMissing(access, await hubOf(served, object));
    else if (initial.how === 'set') await refresh(access, await hubOf(served, object));
    else if (initial.repair !== undefined) await repair(access, entry, initial.repair);
    if (initial.status !== undefined) await report(access, object, initial.status);
  };
}

/** Another server of the same store may just have made it. */
async function createMissing(access: Access, hub: KubeObject): Promise<void> {
  try {
    await create(access, hub);
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
  }
}

async function report(access: Access, { metadata }: KubeObject, status: (now: string) => JsonObject): Promise<void> {
  const there = await find(access, { metadata } as KubeObject);
  const { conditions = [] } = (there ? (parseEntry(there).status ?? {}) : {}) as { conditions?: unknown[] };
  if (conditions.length > 0) return;
  await update(accessWith(access, { subresource: 'status' }), {
    name: metadata.name as string,
    wanted: async (live) => ({ ...cloneJson(live as KubeObject), status: status(access.now) }),
  });
}

async function hubOf({ versionDefinition }: ServedResource, wanted: KubeObject): Promise<KubeObject> {
  const { object } = versionDefinition.codec.decode({ value: cloneJson(wanted), duplicates: [] });
  versionDefinition.default(object);
  return versionDefinition.toHub(object);
}

/** A new store has none of them: no error is made for each. */
async function find({ registry, resource, namespace }: Access, { metadata }: KubeObject): Promise<Entry | undefined> {
  const { storagePrefix, namespaced } = resource.definition;
  const key = namespaced ? `${namespace}/${metadata.name}` : (metadata.name as string);
  return (await registry.collection(storagePrefix).get(key, { need: 'newest' })) ?? undefined;
}

type Repair = NonNullable<InitialObject['repair']>;

async function repair(access: Access, entry: Entry, change: Repair): Promise<void> {
  const there = await hubObject(access.resource.definition, entry);
  if (change(there) === undefined) return;
  const name = there.metadata.name as string;
  await update(access, { name, wanted: async (live) => cloneJson(change(live as KubeObject) ?? (live as KubeObject)) });
}

/** Only objects that the server made: those of others have other labels. */
async function takeAway(access: Access, { metadata }: KubeObject, entry: Entry | undefined): Promise<void> {
  if (entry === undefined) return;
  const there = parseEntry(entry).metadata.labels ?? {};
  const labels = Object.entries(metadata.labels ?? {});
  const isOurs = labels.every(([name, value]) => there[name] === value);
  if (isOurs) await remove(access, metadata.name as string, { dryRun: [] });
}

/** Everything but what the server itself keeps in the metadata. */
async function refresh(access: Access, hub: KubeObject): Promise<void> {
  await update(access, {
    name: hub.metadata.name as string,
    wanted: async (live) => ({ ...cloneJson(hub), metadata: { ...live?.metadata, ...cloneJson(hub.metadata) } }),
  });
}
