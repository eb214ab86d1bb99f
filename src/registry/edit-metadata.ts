import { apiErrors, cloneJson, type ObjectMeta, path, type Stored, validateObjectMetaUpdate } from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, groupResourceOf } from './access.ts';
import { commit } from './commit.ts';
import { trackMetadata } from './field-management/edited-metadata.ts';
import { refuseInvalid } from './new-object.ts';
import { putBackOf } from './put.ts';
import { isReleased } from './released.ts';
import { parseStored } from './stored-value.ts';
import { hubObject, hubOfStored } from './views.ts';
import { pass } from './write-path.ts';

export interface MetadataEdit {
  readonly name: string;
  /** Refuses to touch another object of the same name. */
  readonly uid?: string | undefined;
  /** Changes the metadata in place. Asked again after a lost race. */
  readonly change: (metadata: ObjectMeta) => void;
}

/**
 * Changes an object's metadata and nothing else. The object stays in the version it was stored in and its content is
 * not looked at, so neither a broken converter nor content that is invalid by today's rules can be in the way of taking
 * off a finalizer or an owner.
 */
export async function editMetadata(access: Access, edit: MetadataEdit): Promise<void> {
  const { definition } = access.resource;
  const written = await commit(access, edit.name, (entry) => transition(access, edit, entry));
  if (written?.did !== 'remove' || definition.strategy.removed === undefined) return;
  definition.strategy.removed(await hubObject(definition, written.entry));
}

async function transition(access: Access, { name, uid, change }: MetadataEdit, entry: Entry | null): Promise<Outcome> {
  if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
  const live = parseStored(entry);
  if (uid !== undefined && uid !== live.metadata.uid) throw apiErrors.notFound(groupResourceOf(access), name);
  const object = await pass<Stored>(access, {
    operation: 'UPDATE',
    nameOf: () => name,
    wanted() {
      const metadata = cloneJson(live.metadata);
      change(metadata);
      return { ...live, metadata };
    },
    track: (wanted) => trackMetadata(access, wanted, live),
    shows: (wanted) => ({ form: 'stored', object: wanted, oldObject: live }),
    prepare: ({ metadata }) =>
      refuseInvalid(access, live, validateObjectMetaUpdate(metadata, live.metadata, path('metadata'))),
  });
  // Removing the last finalizer of an object marked for deletion is the deletion.
  if (isReleased(object.metadata, live.metadata) && (await mayVanish(access, object))) return { do: 'remove' };
  const frees = object.metadata.deletionTimestamp !== undefined;
  return { ...putBackOf(access, object), frees };
}

async function mayVanish({ resource: { definition } }: Access, object: Stored): Promise<boolean> {
  const { strategy } = definition;
  return strategy.mayVanish?.(await hubOfStored(definition, object)) ?? true;
}
