import type { InProcessClient } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { ApiError, apiVersionOf, type ManagedFieldsEntry, nextTurn } from '#meta';
import type { MigratedObject, ObjectPage, ObjectSource, Rewrite } from '#migration';
import { type Entry, parseEntry, servesStoredBytes, storedApiVersion } from '#registry';
import { LoopShare } from './loop-share.ts';

interface StoredObjectsParts {
  readonly client: InProcessClient;
  /** In the version that writes go through. */
  readonly served: ServedResource;
  /** In the version of new writes: bytes that need no change to be served in it are current. */
  readonly storage: ServedResource;
  /** Objects with a higher revision were written by this migration or later: they are current. */
  readonly since: number;
  /** Whether managedFields are looked at: then no object is current by its bytes alone. */
  readonly prunes: boolean;
}

interface StoredObject extends MigratedObject {
  readonly entry?: Entry;
}

/** After so long, everybody else gets a turn. */
const TURN_MS = 5;

/** The objects of a resource in the server's own store. Those that are stored in the current form are skipped. */
export class StoredObjects implements ObjectSource {
  readonly #parts: StoredObjectsParts;
  readonly #share: LoopShare;

  constructor(parts: StoredObjectsParts) {
    this.#parts = parts;
    this.#share = new LoopShare(parts.client.world.clock);
  }

  /** All at once: they are in memory already, and only what waits becomes an object. */
  async page(): Promise<ObjectPage> {
    const { client, served, since } = this.#parts;
    const objects: MigratedObject[] = [];
    const { clock } = client.world;
    let begun = clock.elapsed();
    for (const entry of await client.list(served)) {
      if (this.#waits(entry)) objects.push(this.#place(entry));
      if (clock.elapsed() - begun < TURN_MS) continue;
      await nextTurn();
      begun = clock.elapsed();
    }
    return { objects, resourceVersion: String(since) };
  }

  async rewrite(object: StoredObject, { managedFields }: Rewrite): Promise<string> {
    const { client, served } = this.#parts;
    const { namespace = '', name, resourceVersion, entry } = object;
    await this.#share.take(entry?.size ?? 0);
    const objectKey = { served, namespace, name };
    if (managedFields !== undefined) {
      const { uid } = this.#whole(object);
      const kept = managedFields.filter(({ manager }) => manager !== undefined);
      await client.edit(objectKey, ({ metadata }) => Object.assign(metadata, { managedFields: kept }), { uid });
      return '';
    }
    const isWritten = await client.rewrite(objectKey, Number(resourceVersion));
    return isWritten ? '' : resourceVersion;
  }

  async find(object: MigratedObject): Promise<MigratedObject | undefined> {
    const { client, served } = this.#parts;
    const entry = await client.read({ served, namespace: object.namespace ?? '', name: object.name });
    return entry === null ? undefined : this.#whole(this.#place(entry));
  }

  #waits(entry: Entry): boolean {
    if (entry.damage !== undefined) return true;
    if (this.#parts.prunes) return true;
    const { since, storage } = this.#parts;
    if (entry.revision > since) return false;
    // The version is read from the bytes, without parsing.
    return storedApiVersion(entry.value) !== apiVersionOf(storage) || !servesStoredBytes(storage, entry);
  }

  #place(entry: Entry): StoredObject {
    const { key, revision } = entry;
    const slash = this.#parts.served.definition.namespaced ? key.indexOf('/') : -1;
    const place = slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
    const { uid, managedFields } = this.#parts.prunes ? metadataOf(entry) : { uid: '', managedFields: [] };
    return { ...place, uid, resourceVersion: String(revision), managedFields, entry };
  }

  /** The uid is read when it is needed. */
  #whole(object: StoredObject): MigratedObject {
    if (object.uid !== '' || object.entry === undefined) return object;
    return { ...object, uid: metadataOf(object.entry).uid };
  }
}

function metadataOf(entry: Entry): { uid: string; managedFields: readonly ManagedFieldsEntry[] } {
  if (entry.damage !== undefined) throw new ApiError({ code: 422, message: `it cannot be read: ${entry.damage.why}` });
  const { uid = '', managedFields = [] } = parseEntry(entry).metadata as {
    readonly uid?: string;
    readonly managedFields?: readonly ManagedFieldsEntry[];
  };
  return { uid, managedFields };
}
