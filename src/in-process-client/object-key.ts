import type { ServedResource } from '#machinery';

/** Names one object: its resource, and its namespace and name in it. */
export interface ObjectKey {
  readonly served: ServedResource;
  /** '' for what lies in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** The whole key of the object in the store: `/registry/configmaps/ns/name`. */
export function storageKey({ served: { definition }, namespace, name }: ObjectKey): string {
  return definition.storagePrefix + (definition.namespaced ? `${namespace}/${name}` : name);
}

/** The object that has this key relative to its resource's prefix in the store. */
export function objectKeyIn(served: ServedResource, key: string): ObjectKey {
  if (!served.definition.namespaced) return { served, namespace: '', name: key };
  return { served, namespace: namespaceOf(key), name: key.slice(key.indexOf('/') + 1) };
}

/** The namespace in a key that is relative to the prefix of a namespaced resource. */
export const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));
