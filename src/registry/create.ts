import { ApiError, apiErrors, cloneJson, type Hub, type MaybePromise } from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, groupResourceOf } from './access.ts';
import { dropDuplicateOwners } from './admit.ts';
import { commit } from './commit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { Held } from './held.ts';
import { matchNamespace, prepareNew, wipeSystemFields } from './new-object.ts';
import { putOf } from './put.ts';
import type { Shown } from './shown.ts';
import { parseStored } from './stored-value.ts';
import { asIfStored } from './views.ts';
import { arrive, settle, type WritePath } from './write-path.ts';

/** How often a generated name may collide before the client is told. */
const NAME_ATTEMPTS = 8;

/** Creates an object. `object` is a hub object, decoded and defaulted; it may be changed. */
export async function create(access: Access, object: Hub): Promise<Shown> {
  const name = object.metadata.name ?? '';
  const held = new Held();
  const path: WritePath<Hub> = {
    operation: 'CREATE',
    // The name as it was sent, whatever admission makes of it; a generated name is known from then on.
    nameOf: ({ metadata }) => name || (metadata.name ?? ''),
    wanted() {
      matchNamespace(access, object);
      wipeSystemFields(object);
      dropDuplicateOwners(access, object, { afterAdmission: false });
      return object;
    },
    track: (wanted) => trackWrite(access, wanted, null),
    shows: (wanted) => ({ form: 'hub', object: wanted, oldObject: null }),
    prepare: (wanted) => prepareNew(access, wanted, { held }),
  };
  const arriving = arrive(access, path);
  const arrived = arriving instanceof Promise ? await arriving : arriving;
  if (name !== '' || !arrived.metadata.generateName) return createOnce({ access, path, held }, arrived);
  for (let attempt = 1; ; attempt++) {
    try {
      return await createOnce({ access, path, held }, cloneJson(arrived));
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists' || attempt === NAME_ATTEMPTS) throw error;
    }
  }
}

interface Creation {
  readonly access: Access;
  readonly path: WritePath<Hub>;
  readonly held: Held;
}

async function createOnce({ access, path, held }: Creation, arrived: Hub): Promise<Shown> {
  try {
    const settling = settle(access, path, arrived);
    const object = settling instanceof Promise ? await settling : settling;
    const outcome = outcomeOf(access, object);
    const shown = await insert(access, object, outcome instanceof Promise ? await outcome : outcome);
    const ending = access.dryRun ? held.release() : held.commit();
    if (ending !== undefined) await ending;
    return shown;
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function insert(access: Access, object: Hub, outcome: Outcome): Promise<Shown> {
  const name = object.metadata.name as string;
  const written = await commit(access, name, (live) => {
    if (live !== null) throw alreadyThere(access, object, live);
    return outcome;
  });
  if (written === null) return { hub: await asIfStored(access.resource.definition, object) };
  return { entry: written.entry as Entry };
}

function outcomeOf(access: Access, object: Hub): MaybePromise<Outcome> {
  if (access.dryRun) return { do: 'keep' };
  refuseResourceVersion(object);
  delete object.metadata.resourceVersion;
  return putOf(access, object);
}

/** The store would refuse a resourceVersion, but a dry run does not ask it, and it never sees a malformed one. */
function refuseResourceVersion({ metadata }: Hub): void {
  const { resourceVersion = '' } = metadata;
  if (!/^[0-9]+$/.test(resourceVersion) || BigInt(resourceVersion) === 0n) return;
  throw new ApiError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });
}

function alreadyThere(access: Access, { metadata }: Hub, live: Entry): ApiError {
  const { name = '', generateName } = metadata;
  const resource = groupResourceOf(access);
  // Also where the client has chosen the name, and a generateName for nothing.
  const error = generateName
    ? apiErrors.generatedNameExists(resource, name, 1)
    : apiErrors.alreadyExists(resource, name);
  if (live.damage !== undefined || parseStored(live).metadata.deletionTimestamp === undefined) return error;
  return error.amended({ message: `object is being deleted: ${error.message}` });
}
