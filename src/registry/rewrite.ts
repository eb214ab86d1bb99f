import { apiErrors, cloneJson, type Hub } from '#meta';
import { type Access, groupResourceOf } from './access.ts';
import { update } from './update.ts';

interface RewriteRequest {
  readonly name: string;
  /** The revision at which the object was looked at. */
  readonly revision: number;
}

/**
 * Writes an object as it is, so that it lies in the version of new writes. It goes the way of every update, rules and
 * admission included, and comes to what an empty apply comes to: nobody owns a field by it, so nothing is merged. False
 * where the bytes are the same. A conflict where somebody else has written the object: it lies in that version then.
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
