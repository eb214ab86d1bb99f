import type { ManagedSet } from '#merge';
import { identify, type Managed, type Manager } from './managed.ts';

/** With more updaters than this, the oldest are merged into one. */
const MAX_UPDATERS = 10;

/** The manager that owns what the oldest updaters did. */
const ANCIENT = 'ancient-changes';

/** Keeps the managed fields of an object that many different managers update from growing. Appliers are not counted. */
export function capUpdaters(managed: Managed): Managed {
  const updaters: string[] = [];
  for (const [id, { applied }] of managed.sets) if (!applied) updaters.push(id);
  return updaters.length <= MAX_UPDATERS ? managed : throwTogether(managed, updaters);
}

function throwTogether(managed: Managed, updaters: readonly string[]): Managed {
  const sets = new Map(managed.sets);
  const managers = new Map(managed.managers);
  const times = new Map(managed.times);
  const age = (id: string): string => `${managed.times.get(id) ?? ''} ${id}`;
  const oldest = [...updaters].sort((a, b) => (age(a) < age(b) ? -1 : 1));
  const firstOf = new Map<string, string>();
  let count = updaters.length;
  for (const id of oldest) {
    if (count <= MAX_UPDATERS) break;
    const owned = sets.get(id) as ManagedSet;
    const { apiVersion } = owned;
    const first = firstOf.get(apiVersion);
    if (first === undefined) {
      firstOf.set(apiVersion, id);
      continue;
    }
    const bucket: Manager = { name: ANCIENT, operation: 'Update', apiVersion, subresource: '' };
    const bucketId = identify(bucket);
    // Merged into the bucket of its version if there is one; else with the first of its version, which becomes the
    // bucket.
    const other = sets.has(bucketId) && id !== bucketId ? bucketId : first;
    const gathered = sets.get(other) ?? owned;
    for (const gone of [other, id]) sets.delete(gone);
    sets.set(bucketId, { ...owned, set: owned.set.union(gathered.set) });
    managers.set(bucketId, bucket);
    // The younger of the two.
    const time = managed.times.get(id);
    if (time === undefined) times.delete(bucketId);
    else times.set(bucketId, time);
    count--;
  }
  return { ...managed, sets, managers, times };
}
