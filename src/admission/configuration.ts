import type { KubeObject } from '#meta';

/** Objects in memory as they are now. */
export interface ObjectsInMemory {
  /** Another number whenever one of them has changed. */
  readonly since: number;
  /** The same object as long as it does not change, in order of name. */
  all(): Iterable<KubeObject>;
}

/** The objects of a resource of admission; a promise until they are in memory. */
type ReadConfiguration = (resource: string) => ObjectsInMemory | Promise<ObjectsInMemory>;

/**
 * Those that lie in files of the server, and not in the store. They come before the others, and nobody can change them
 * through the API: so they hold also for what is written about configurations.
 */
export type ReadManifests = (resource: string) => ObjectsInMemory;

/** Where the configurations of a plugin are found. */
export interface ConfigurationSources {
  readonly readConfiguration: ReadConfiguration;
  /** Absent where there are no such files. */
  readonly readManifests?: ReadManifests | undefined;
}

export const noObjects: ObjectsInMemory = { since: 0, all: () => [] };
