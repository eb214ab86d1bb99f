import { ApiError, apiErrors, type Hub, type Stored } from '#meta';
import type { Entry } from '#storage';
import { type Access, collectionOf, groupResourceOf, keyOf } from './access.ts';
import { dropDuplicateOwners, mutate } from './admit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { cloneJson } from './json-data.ts';
import { prepareNew, wipeSystemFields } from './new-object.ts';
import { putOf } from './put.ts';
import { parseStored } from './stored-value.ts';
import { asIfStored } from './views.ts';

/** What a write leaves to show: an entry of the store, or (dry run, last finalizer) an object that is not in it. */
export type Shown = { readonly entry: Entry } | { readonly hub: Hub } | { readonly stored: Stored };

/** How often a generated name may collide before the client is told. */
const NAME_ATTEMPTS = 8;

/** Creates an object. `object` is a hub object, decoded and defaulted; it may be changed. */
export async function create(access: Access, object: Hub): Promise<Shown> {
  wipeSystemFields(object);
  const name = object.metadata.name ?? '';
  dropDuplicateOwners(access, object, { afterAdmission: false });
  await trackWrite(access, object, null);
  await mutate(access, { operation: 'CREATE', name, objects: { form: 'hub', object, oldObject: null } });
  if (name !== '' || !object.metadata.generateName) return createOnce(access, object);
  for (let attempt = 1; ; attempt++) {
    try {
      return await createOnce(access, cloneJson(object));
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
      if (attempt === NAME_ATTEMPTS)
        throw apiErrors.generatedNameExists(groupResourceOf(access), error.status.details?.name ?? '', 1);
    }
  }
}

async function createOnce(access: Access, wanted: Hub): Promise<Shown> {
  const { object, reservation } = await prepareNew(access, wanted);
  try {
    const shown = await insert(access, object);
    if (access.dryRun) reservation.release();
    else reservation.commit();
    return shown;
  } catch (error) {
    reservation.release();
    throw error;
  }
}

async function insert(access: Access, object: Hub): Promise<Shown> {
  const name = object.metadata.name as string;
  const collection = collectionOf(access);
  if (access.dryRun) {
    const live = await collection.get(keyOf(access, name), { need: 'newest' });
    if (live !== null) throw alreadyThere(access, name, live);
    return { hub: await asIfStored(access.resource.definition, object) };
  }
  delete object.metadata.resourceVersion;
  const put = await putOf(access, object);
  const written = await collection.transact(keyOf(access, name), async (live) => {
    if (live !== null) throw alreadyThere(access, name, live);
    return put;
  });
  return { entry: written.entry as Entry };
}

function alreadyThere(access: Access, name: string, live: Entry): ApiError {
  const error = apiErrors.alreadyExists(groupResourceOf(access), name);
  if (live.damage !== undefined || parseStored(live).metadata.deletionTimestamp === undefined) return error;
  return error.amended({ message: `object is being deleted: ${error.message}` });
}
