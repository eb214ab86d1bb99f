import { apiErrors, type KubeObject } from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, collectionOf, groupResourceOf, keyOf } from './access.ts';
import { cloneJson, semanticEqual } from './json-data.ts';
import { hubObject, storedBytes } from './views.ts';

/**
 * Lets a part of an object do what it does. What it changes is stored as it is: the part has its own rules and has
 * refused what it does not want. `change` may run again after a lost race.
 */
export async function act(access: Access, name: string, change: (object: KubeObject) => void): Promise<void> {
  const collection = collectionOf(access);
  const key = keyOf(access, name);
  const transition = async (entry: Entry | null): Promise<Outcome> => {
    if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
    const { definition } = access.resource;
    const object = await hubObject(definition, entry);
    const before = cloneJson(object);
    change(object);
    if (semanticEqual(before, object)) return { do: 'keep' };
    delete object.metadata.resourceVersion;
    return { do: 'put', value: await storedBytes(definition, object) };
  };
  if (access.dryRun) await transition(await collection.get(key, { need: 'newest' }));
  else await collection.transact(key, transition);
}
