import { type ResourceDefinition, type ServedResource, type VersionDefinition, withRevision } from '#machinery';
import { apiVersionOf, type KubeObject, parseApiVersion } from '#meta';
import type { Entry } from '#storage';
import { packValue, parseStored, wireJson } from './stored-value.ts';

type MaybePromise<T> = T | Promise<T>;

/**
 * `await` costs a turn of the loop even for a plain value; this does not. Not named `then`: that would make this module a
 * thenable, which `import()` waits for in vain.
 */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The stored object as a hub object: a fresh one that the caller may change. */
export function hubObject(definition: ResourceDefinition, entry: Entry): MaybePromise<KubeObject> {
  const stored = parseStored(entry);
  return storedVersion(definition, stored.apiVersion).toHub(stored);
}

/** The stored object in the version that the client asked for: a fresh one. */
export function objectInVersion(served: ServedResource, entry: Entry): MaybePromise<KubeObject> {
  return fromStored(served, parseStored(entry));
}

/**
 * The stored object's JSON in the version that the client asked for. In the stored version these are the stored bytes;
 * in any other it is converted and encoded once per revision and version, for all who read it.
 */
export function jsonInVersion(served: ServedResource, entry: Entry): MaybePromise<Uint8Array> {
  if (storedIn(served, entry)) return wireJson(entry);
  return entry.memo(`json:${apiVersionOf(served)}`, () =>
    whenReady(objectInVersion(served, entry), (object) => encodeObject(served, object)),
  );
}

/** An object that is not in the store (yet, or any more) as JSON of the version that the client asked for. */
export function encodeObject(served: ServedResource, object: KubeObject): Uint8Array {
  const encoded = served.versionDefinition.codec.encode(object);
  const { resourceVersion } = object.metadata;
  return Buffer.from(resourceVersion ? withRevision(encoded, resourceVersion) : encoded.text);
}

/** A hub object as the bytes to store. */
export async function storedBytes(definition: ResourceDefinition, hub: KubeObject): Promise<Uint8Array> {
  const { definition: version } = definition.storage;
  return packValue(version.codec.encode(await version.fromHub(hub)));
}

/** A stored object that was changed in its metadata only, as the bytes to store: in the version it was in. */
export function restoredBytes(definition: ResourceDefinition, { metadata, ...rest }: KubeObject): Uint8Array {
  const { resourceVersion: _, ...kept } = metadata;
  const { apiVersion } = rest as KubeObject;
  return packValue(storedVersion(definition, apiVersion).codec.encode({ ...rest, metadata: kept } as KubeObject));
}

/** An object as it was stored, in the version that the client asked for. */
export function fromStored(served: ServedResource, stored: KubeObject): MaybePromise<KubeObject> {
  if (stored.apiVersion === apiVersionOf(served)) return stored;
  const { definition, versionDefinition } = served;
  return whenReady(storedVersion(definition, stored.apiVersion).toHub(stored), (hub) => versionDefinition.fromHub(hub));
}

/** Whether the bytes in the store are already of the version that the client asked for. */
export function storedIn(served: ServedResource, entry: Entry): boolean {
  if (served.definition.versions.size === 1) return served.definition.storage.apiVersion === apiVersionOf(served);
  return entry.memo('apiVersion', () => parseStored(entry).apiVersion) === apiVersionOf(served);
}

function storedVersion(definition: ResourceDefinition, apiVersion: string): VersionDefinition {
  if (apiVersion === definition.storage.apiVersion) return definition.storage.definition;
  const version = definition.versions.get(parseApiVersion(apiVersion)?.version ?? '');
  if (version === undefined) {
    throw new Error(
      `an object of ${definition.resource} is stored as ${apiVersion}, which is not a version of it any more`,
    );
  }
  return version;
}
