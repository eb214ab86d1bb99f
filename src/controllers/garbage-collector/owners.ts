import { awaits, FOREGROUND, type InProcessClient, metadataOf } from '#in-process-client';
import type { ObjectMeta } from '#meta';
import type { AggregatedServers } from '../apiservices/aggregated-servers.ts';
import type { Owner } from './dependency-index.ts';

/** The uids of an object's owners: those that exist, are gone, or wait for their dependents. */
interface Standing {
  readonly solid: readonly string[];
  readonly dangling: readonly string[];
  readonly waiting: readonly string[];
}

/** Looks at each owner as it is now. */
export async function standingOf(client: InProcessClient, owners: readonly Owner[]): Promise<Standing> {
  const standing: { readonly [kind in keyof Standing]: string[] } = { solid: [], dangling: [], waiting: [] };
  for (const owner of owners) standing[await standingOfOne(client, owner)].push(owner.reference.uid);
  return standing;
}

async function standingOfOne(client: InProcessClient, { key, reference, isThere }: Owner): Promise<keyof Standing> {
  if (isThere !== undefined) return isThere ? 'solid' : 'dangling';
  const objectKey = key === undefined ? undefined : client.mapper.locate(key);
  if (objectKey === undefined) return 'solid';
  const entry = await client.read(objectKey);
  if (entry === null) return 'dangling';
  // A damaged object's uid cannot be read, so the owner counts as existing.
  if (entry.damage !== undefined) return 'solid';
  const metadata = metadataOf(entry);
  // Another object of the same name is not the owner.
  if (metadata.uid !== reference.uid) return 'dangling';
  return awaits(metadata, FOREGROUND) ? 'waiting' : 'solid';
}

/** Who serves kinds that are not served here. */
export type OwnerServers = Pick<AggregatedServers, 'hasOwner' | 'hasServers'>;

/** Owners of kinds that are not served here, with what their servers say of them. */
export async function askedOwners(
  owners: readonly Owner[],
  servers: OwnerServers,
  place: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<readonly Owner[]> {
  if (!servers.hasServers || !owners.some(({ problem }) => problem === 'unknown')) return owners;
  const asked = owners.map(async (owner): Promise<Owner> => {
    if (owner.problem !== 'unknown') return owner;
    const isThere = await servers.hasOwner(owner.reference, place.namespace, place.signal);
    return isThere === undefined ? owner : { reference: owner.reference, key: undefined, isThere };
  });
  return Promise.all(asked);
}

export function dropOwners(metadata: ObjectMeta, uids: readonly string[]): void {
  const left = (metadata.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
  if (left.length === 0) delete metadata.ownerReferences;
  else metadata.ownerReferences = left;
}

export function unblockOwner(metadata: ObjectMeta, uid: string): void {
  for (const reference of metadata.ownerReferences ?? []) {
    if (reference.uid === uid) reference.blockOwnerDeletion = false;
  }
}

export function dropFinalizer(metadata: ObjectMeta, finalizer: string): void {
  const left = (metadata.finalizers ?? []).filter((name) => name !== finalizer);
  if (left.length === 0) delete metadata.finalizers;
  else metadata.finalizers = left;
}
