import type { GroupResource, Hub } from '#meta';

/**
 * What admission may look at besides the request: other objects, in their hub version and as new as the store. They are
 * shared with every other reader: look, do not change.
 */
export interface Lookup {
  /** Null when there is none, or when the resource is not served. `namespace` is '' for what lies in none. */
  get(resource: GroupResource, name: string, namespace?: string): Promise<Hub | null>;
  /** All of the resource, or what lies in one namespace. */
  list(resource: GroupResource, namespace?: string): Promise<readonly Hub[]>;
}
