import type { Operation } from '#admission';
import type { ServedResource } from '#machinery';
import { apiErrors, type KubeObject } from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, accessWith, collectionOf, groupResourceOf, keyOf } from './access.ts';
import { check, mutate } from './admit.ts';
import { cloneJson, semanticEqual } from './json-data.ts';
import { putOf } from './put.ts';
import { hubObject } from './views.ts';

export interface Act {
  /** As what admission is asked about it, and about what; absent for what only reads. */
  readonly admitted?: { readonly operation: Operation; readonly input: KubeObject | null };
  /** Asked after admission: throws to refuse. */
  readonly permit?: () => Promise<void>;
  /** May run again after a lost race. */
  change(object: KubeObject): void | Promise<void>;
}

/**
 * Lets a part of an object do what it does. What it changes is stored as it is: the part has its own rules and has
 * refused what it does not want.
 */
export async function act(access: Access, name: string, { admitted, permit, change }: Act): Promise<void> {
  const collection = collectionOf(access);
  const key = keyOf(access, name);
  if (admitted !== undefined) {
    const admittance = { operation: admitted.operation, name, object: admitted.input, oldObject: null };
    await mutate(access, admittance);
    await check(access, admittance);
  }
  await permit?.();
  const transition = async (entry: Entry | null): Promise<Outcome> => {
    if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
    const { definition } = access.resource;
    const object = await hubObject(definition, entry);
    const before = cloneJson(object);
    await change(object);
    if (semanticEqual(before, object)) return { do: 'keep' };
    delete object.metadata.resourceVersion;
    return putOf(access, object);
  };
  if (access.dryRun) await transition(await collection.get(key, { need: 'newest' }));
  else await collection.transact(key, transition);
}

/** An object of another resource in the same place, of its hub; null when there is none. */
export async function findBeside(access: Access, other: ServedResource, name: string): Promise<KubeObject | null> {
  const beside = accessWith(access, { resource: other });
  const entry = await collectionOf(beside).get(keyOf(beside, name), { need: 'newest' });
  return entry === null ? null : hubObject(other.definition, entry);
}
