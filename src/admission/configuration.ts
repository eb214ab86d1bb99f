import type { KubeObject } from '#meta';

/** Objects in memory as they are now. */
export interface ObjectsInMemory {
  /** Another number whenever one of them has changed. */
  readonly since: number;
  /** The same object as long as it does not change, in order of name. */
  all(): Iterable<KubeObject>;
}

/** The objects of a resource of admission; a promise until they are in memory. */
export type ReadConfiguration = (resource: string) => ObjectsInMemory | Promise<ObjectsInMemory>;
