import { apiErrors, cloneJson, type Hub } from '#meta';
import { type Access, groupResourceOf } from './access.ts';
import { update } from './update.ts';

interface RewriteRequest {
  readonly name: string;
  /** The revision at which the object was looked at. */
  readonly revision: number;
}

/**
 * Writes an object unchanged, so that it is stored in the current storage version. It goes the way of every update,
 * with validation and admission, like an empty apply: no field gets an owner. False where the bytes stay the same. A
 * conflict where somebody else has written the object, which is then in the storage version already.
 */
export async function rewrite(access: Access, { name, revision }: RewriteRequest): Promise<boolean> {
  const wanted = async (live: Hub | null): Promise<Hub> => {
    if (live?.metadata.resourceVersion !== String(revision)) throw overtaken(access, name);
    return cloneJson(live);
  };
  const { shown } = await update(access, { name, wanted, patched: true, tracked: true });
  return !('entry' in shown) || shown.entry.revision !== revision;
}

function overtaken(access: Access, name: string): Error {
  return apiErrors.conflict(groupResourceOf(access), name, 'the object has been modified');
}
