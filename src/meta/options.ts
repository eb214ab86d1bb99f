/** What a client asks for besides the object, in the query string or in a body. Fields keep their names on the wire. */
export interface GetOptions {
  readonly resourceVersion: string;
}

export interface ListOptions {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly timeoutSeconds?: number;
  /** Zero or less: no limit. */
  readonly limit: number;
  readonly continue: string;
  readonly sendInitialEvents?: boolean;
  /** Leave out what cannot be read, rather than fail. Ours: upstream knows it only for deletions. */
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface CreateOptions {
  readonly dryRun: readonly string[];
  readonly fieldManager: string;
  readonly fieldValidation: string;
}

export interface UpdateOptions extends CreateOptions {}

export interface PatchOptions extends CreateOptions {
  /** Only for apply. */
  readonly force?: boolean;
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: Preconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly dryRun: readonly string[];
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/**
 * A watch from the beginning, or from anywhere, is one that sends what is there first.
 * To be applied before `validateListOptions`.
 */
export function withListDefaults(options: ListOptions): ListOptions {
  const { watch, sendInitialEvents, resourceVersion, resourceVersionMatch } = options;
  if (!watch || sendInitialEvents !== undefined || resourceVersionMatch !== '') return options;
  if (resourceVersion !== '' && resourceVersion !== '0') return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
}
