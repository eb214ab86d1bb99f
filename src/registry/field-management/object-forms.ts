import { isCustom, type ServedResource, type VersionCodec } from '#machinery';
import { apiVersionOf, type JsonObject, type KubeObject } from '#meta';

const emptied = new WeakMap<VersionCodec, JsonObject>();

/** An object of which nothing is set, as its type writes it. It must not be changed. */
export function emptyObject(served: ServedResource): JsonObject {
  const { codec } = served.versionDefinition;
  // Without a type nothing is written that is not set.
  if (isCustom(served)) return { apiVersion: apiVersionOf(served), kind: served.definition.kind };
  const known = emptied.get(codec);
  if (known !== undefined) return known;
  const { object } = codec.decode({ value: {}, duplicates: [] });
  emptied.set(codec, object);
  return object;
}

/** The same object without its managed fields: they are about the object, and not of it. */
export function withoutManagedFields(object: KubeObject): JsonObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
