import { metadataMergeType } from '#machinery';
import { compare, type ManagedSet, structType } from '#merge';
import { apiVersionOf, type KubeObject } from '#meta';
import type { Access } from '../access.ts';
import { capUpdaters } from './cap-updaters.ts';
import { identify, type Managed } from './managed.ts';
import { withoutManagedFields } from './object-forms.ts';
import { withoutServerFields } from './track-update.ts';
import { managedOf, setManaged } from './track-write.ts';
import { managerOf, writerOf } from './writer.ts';

const metadataOnly = structType({ fields: { metadata: metadataMergeType } });

/** Ownership after a change of nothing but metadata, which is the same in all versions: nothing is converted. */
export function trackMetadata(access: Access, object: KubeObject, live: KubeObject): void {
  const before = managedOf(live);
  if (before.sets.size === 0) return;
  const { added, modified, removed } = compare(metadataOf(live), metadataOf(object), metadataOnly);
  const gained = added.union(modified);
  const lost = gained.union(removed);
  const sets = new Map<string, ManagedSet>();
  for (const [id, owned] of before.sets) {
    const set = owned.set.difference(lost);
    if (!set.isEmpty) sets.set(id, { ...owned, set });
  }
  const apiVersion = apiVersionOf(access.resource);
  const owns = withoutServerFields({ apiVersion, set: gained, applied: false });
  setManaged(object, owns === undefined ? { ...before, sets } : withWriter(access, { ...before, sets }, owns));
}

function withWriter(access: Access, managed: Managed, owns: ManagedSet): Managed {
  const writer = writerOf(access);
  const manager = managerOf(writer, 'Update');
  const id = identify(manager);
  const set = managed.sets.get(id)?.set.union(owns.set) ?? owns.set;
  return capUpdaters({
    ...managed,
    sets: new Map(managed.sets).set(id, { ...owns, set }),
    managers: new Map(managed.managers).set(id, manager),
    times: new Map(managed.times).set(id, writer.now),
  });
}

function metadataOf(object: KubeObject): { readonly metadata: KubeObject['metadata'] } {
  return { metadata: withoutManagedFields(object).metadata as KubeObject['metadata'] };
}
