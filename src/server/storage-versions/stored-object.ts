import type { HttpCall } from '#http';
import type { ResourceDefinition } from '#machinery';
import { apiErrors, isJsonObject, type JsonObject, parseApiVersion } from '#meta';
import { type Entry, parseEntry, storedBytes, storedText } from '#registry';
import type { Collection } from '#storage';
import { decodeObjectBody, parseObjectBody } from '../object-body.ts';
import type { StorageVersions } from './storage-versions.ts';

interface StoredObjectParts {
  readonly storageVersions: Pick<StorageVersions, 'definition'>;
  readonly store: { collection(prefix: string): Collection };
  readonly call: HttpCall;
}

/**
 * An object as it is stored, whatever version that is: `RESOURCE/NAMESPACE/NAME`, or `RESOURCE/NAME`. PUT stores another
 * one in its place, in a version that the resource has, if it is still the one that was read: so an object whose version is
 * gone can be repaired. Neither rules nor admission look at it.
 */
export async function storedObject(parts: StoredObjectParts, place: string): Promise<object | undefined> {
  const slash = place.indexOf('/');
  const definition = slash < 0 ? undefined : parts.storageVersions.definition(place.slice(0, slash));
  if (definition === undefined) return undefined;
  const collection = parts.store.collection(definition.storagePrefix);
  const key = place.slice(slash + 1);
  if (parts.call.method === 'PUT') await repair(collection, key, await wantedBytes(parts, definition, key));
  const entry = await collection.get(key, { need: 'newest' });
  return entry === null ? undefined : shown(entry);
}

/** Of what cannot be read, the text that is there. */
function shown(entry: Entry): object {
  try {
    return parseEntry(entry);
  } catch (error) {
    const text = entry.damage === undefined ? Buffer.from(storedText(entry.value)).toString() : '';
    return { unreadable: (error as Error).message, text };
  }
}

interface Repair {
  readonly resourceVersion: string;
  readonly value: Uint8Array;
}

async function wantedBytes({ call }: StoredObjectParts, definition: ResourceDefinition, key: string): Promise<Repair> {
  const body = parseObjectBody(await call.body());
  const object = isJsonObject(body.value) ? body.value : {};
  const metadata: JsonObject = isJsonObject(object.metadata) ? object.metadata : {};
  const { namespace, name, resourceVersion } = metadata;
  if (key !== (definition.namespaced ? `${namespace}/${name}` : name))
    throw apiErrors.badRequest(`the object must be the one at ${key}`);
  const version = parseApiVersion(String(object.apiVersion));
  const found = version?.group === definition.group ? definition.versions.get(version.version) : undefined;
  if (found === undefined || object.kind !== definition.kind) {
    const versions = [...definition.versions.keys()].join(', ');
    throw apiErrors.badRequest(`${object.apiVersion} ${object.kind} is not ${definition.kind} in one of ${versions}`);
  }
  const decoded = decodeObjectBody(found, body);
  found.default(decoded);
  const hub = await found.toHub(decoded);
  delete hub.metadata.resourceVersion;
  return { resourceVersion: String(resourceVersion), value: await storedBytes(definition, hub) };
}

async function repair(collection: Collection, key: string, { resourceVersion, value }: Repair): Promise<void> {
  await collection.transact(key, async (live) => {
    if (live === null) throw apiErrors.badRequest('there is no such object');
    if (String(live.revision) !== resourceVersion)
      throw apiErrors.badRequest(`metadata.resourceVersion must be ${live.revision}: that is what is stored`);
    return { do: 'put', value };
  });
}
