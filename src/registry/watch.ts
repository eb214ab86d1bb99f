import { ApiError, apiErrors, type ListOptions } from '#meta';
import { Compacted, FellBehind, type Freshness, NotYet, type Watch, type WatchQuery } from '#storage';
import { type Access, collectionOf } from './access.ts';
import { tooLarge, toRevision } from './revision.ts';
import { filterFor, placeOf, type Selection } from './selection.ts';
import { unreadableEvent } from './storage-errors.ts';

/** What follows from the options of a watch, before it starts. */
export interface WatchPlan {
  readonly query: WatchQuery;
  /** The end of the initial state is marked with a bookmark of its own. */
  readonly marksInitialEnd: boolean;
}

/**
 * How a watch begins. Without a resourceVersion (or with "0") it shows what is there first; with one it shows what
 * changed since; `sendInitialEvents` asks for the former in any case. Throws for a resourceVersion that is no number.
 */
export async function planWatch(access: Access, options: ListOptions, selection: Selection): Promise<WatchPlan> {
  const { under } = placeOf(access, selection);
  const filter = filterFor(access, options, selection);
  const asked = options.resourceVersion;
  const revision = asked === '' ? 0 : toRevision(asked);
  const initial = options.sendInitialEvents ?? revision === 0;
  const since: WatchQuery['since'] = initial
    ? { initial: initialFreshness(asked, revision) }
    : { revision: revision || (await newestRevision(access)) };
  return {
    query: { under, since, ...filter },
    marksInitialEnd: initial && options.allowWatchBookmarks,
  };
}

export function watch(access: Access, plan: WatchPlan, signal: AbortSignal): Watch {
  return collectionOf(access).watch(plan.query, signal);
}

function initialFreshness(asked: string, revision: number): Freshness {
  if (asked === '') return { need: 'newest' };
  return revision === 0 ? { need: 'any' } : { need: 'at-least', revision };
}

/** Without initial events and without a version to begin at, a watch begins now. */
async function newestRevision(access: Access): Promise<number> {
  return (await collectionOf(access).list({ under: '', freshness: { need: 'newest' }, limit: 1 })).revision;
}

/**
 * The error that a client gets when its watch ends; undefined when it was too slow, since it will resume at the last
 * version it saw, or list again. Rethrows unexpected errors.
 */
export function endOfWatch(error: unknown, resourceVersion: string): ApiError | undefined {
  if (error instanceof FellBehind) return undefined;
  if (error instanceof Compacted) {
    return apiErrors.expired(`too old resource version: ${resourceVersion} (${error.oldest})`);
  }
  if (error instanceof NotYet) return tooLarge(resourceVersion, error.current);
  if (error instanceof ApiError) return error;
  const unreadable = unreadableEvent(error);
  if (unreadable !== undefined) return unreadable;
  throw error;
}
