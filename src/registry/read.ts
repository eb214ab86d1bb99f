import {
  type ApiError,
  apiErrors,
  type ListOptions,
  type MaybePromise,
  parseResourceVersion,
  ResourceVersionError,
  whenReady,
} from '#meta';
import {
  Compacted,
  type DamagedRecord,
  type Entry,
  type Freshness,
  type ListQuery,
  NotYet,
  type PagedList,
  pagesFrom,
} from '#storage';
import { type Access, askedKeyOf, collectionOf, groupResourceOf } from './access.ts';
import { decodeContinue, encodeContinue } from './continue-token.ts';
import { tooLarge, toRevision } from './revision.ts';
import { filterFor, placeOf, type Selection } from './selection.ts';
import { timed } from './stage-times.ts';
import { unreadableList } from './storage-errors.ts';

/** The newest entry, or one that is at least as new as the client's resourceVersion says. */
export function get(access: Access, name: string, resourceVersion = ''): MaybePromise<Entry> {
  const { group, definition } = access.resource;
  if (definition.alwaysEmpty) throw apiErrors.notFound({ group, resource: definition.singular }, name);
  const read = () => collectionOf(access).get(askedKeyOf(access, name), freshnessOfGet(resourceVersion));
  const found = timed(access, 'storage', read);
  const entry = found instanceof Promise ? translating(resourceVersion, () => found) : found;
  return whenReady(entry, (there) => {
    if (there === null) throw apiErrors.notFound(groupResourceOf(access), name);
    return there;
  });
}

function freshnessOfGet(resourceVersion: string): Freshness {
  if (resourceVersion === '') return { need: 'newest' };
  const revision = toRevision(resourceVersion);
  return revision === 0 ? { need: 'any' } : { need: 'at-least', revision };
}

interface List extends ListAbout {
  readonly entries: readonly Entry[];
}

/** A list that is read while it is shown: nothing but its first page is sized by it. */
export interface LongList extends ListAbout {
  /** All of it, unless there is more. */
  readonly first: readonly Entry[];
  /** The pages after the first. Can be gone through more than once. */
  readonly more?: AsyncIterable<readonly Entry[]>;
}

interface ListAbout {
  /** 0 where nothing was read from the store. */
  readonly revision: number;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** Every cell of the resourceVersion × resourceVersionMatch × limit × continue table; the invalid ones are refused before. */
export async function list(access: Access, options: ListOptions, selection: Selection): Promise<List> {
  const { first, more, ...about } = await longList(access, options, selection);
  const entries = [...first];
  for await (const page of more ?? []) for (const entry of page) entries.push(entry);
  return { entries, ...about };
}

/** The same for those who show it page by page. */
export async function longList(access: Access, options: ListOptions, selection: Selection): Promise<LongList> {
  if (access.resource.definition.alwaysEmpty) return { first: [], revision: 0 };
  const query = listQuery(access, options, selection);
  try {
    const read = (): PagedList | Promise<PagedList> => timed(access, 'storage', () => pagesOf(access, query));
    return told(await translating(askedFor(options), read), query, options);
  } catch (error) {
    if (error instanceof Compacted) throw expired(query, options);
    throw error;
  }
}

/**
 * The pages of a list. If an object is known to be unreadable, all is read first, so that the client gets an error
 * before anything is sent. Newly found damage ends a list that has begun.
 */
async function pagesOf(access: Access, query: ListQuery): Promise<PagedList> {
  const collection = collectionOf(access);
  const found = await collection.pages(query);
  if (!collection.hasDamage()) return found;
  const { entries, ...about } = await collection.list(query);
  refuseDamaged(access, entries);
  return pagesFrom(entries, about);
}

/**
 * An unreadable object still exists: a list without it would tell informers, and clients that delete by lists, that it
 * is gone.
 */
function refuseDamaged(access: Access, entries: readonly Entry[]): void {
  const damaged: DamagedRecord[] = [];
  for (const { damage } of entries) if (damage !== undefined) damaged.push(damage);
  if (damaged.length > 0) throw unreadableList(groupResourceOf(access), damaged);
}

function listQuery(access: Access, options: ListOptions, selection: Selection): ListQuery {
  const filter = filterFor(access, options, selection);
  // A token goes on where another list has ended.
  const { under, isOne } = placeOf(access, options.continue ? {} : selection);
  // A list of any age is read whole from the cache: a next page would have no fixed revision.
  const limit = options.limit > 0 && options.resourceVersion !== '0' ? options.limit : undefined;
  const base = { under, ...filter, ...(limit !== undefined && !isOne && { limit }) };
  if (options.continue) return { ...base, ...continuation(options, under) };
  return { ...base, freshness: freshnessOfList(options, limit) };
}

function continuation(options: ListOptions, under: string): Pick<ListQuery, 'freshness' | 'after'> {
  const { revision, after } = decodeContinue(options.continue);
  if (options.resourceVersion && options.resourceVersion !== '0') {
    throw apiErrors.badRequest('specifying resource version is not allowed when using continue');
  }
  return { after: under + after, freshness: revision < 0 ? { need: 'newest' } : { need: 'exactly', revision } };
}

function freshnessOfList({ resourceVersion, resourceVersionMatch }: ListOptions, limit: number | undefined): Freshness {
  if (resourceVersion === '') return { need: 'newest' };
  const revision = listRevision(resourceVersion);
  if (revision === 0) return { need: 'any' };
  if (resourceVersionMatch === 'Exact') return { need: 'exactly', revision };
  if (resourceVersionMatch === '' && limit !== undefined) return { need: 'exactly', revision };
  return { need: 'at-least', revision };
}

/** With the token for what comes after it. */
function told({ next, remaining, ...list }: PagedList, { under, matches }: ListQuery, options: ListOptions): LongList {
  if (next === undefined) return list;
  const { revision } = list;
  const inconsistent = options.continue !== '' && decodeContinue(options.continue).revision < 0;
  const token = encodeContinue({ revision: inconsistent ? -1 : revision, after: next.slice(under.length) });
  return {
    ...list,
    continue: token,
    ...(matches === undefined && remaining !== undefined && { remainingItemCount: remaining }),
  };
}

/** An expired page comes with a token to go on without consistency; any other old list just has to start again. */
function expired({ under, after }: ListQuery, options: ListOptions): ApiError {
  if (!options.continue || after === undefined) {
    return apiErrors.expired('The resourceVersion for the provided list is too old.');
  }
  return apiErrors.expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    encodeContinue({ revision: -1, after: after.slice(under.length) }),
  );
}

function listRevision(resourceVersion: string): number {
  try {
    return Number(parseResourceVersion(resourceVersion));
  } catch (error) {
    if (!(error instanceof ResourceVersionError)) throw error;
    throw apiErrors.badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${error.message}`,
    );
  }
}

/** A revision that is not there yet is told in Kubernetes' words, with the advice to come back. */
async function translating<T>(asked: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotYet) throw tooLarge(asked, error.current);
    throw error;
  }
}

function askedFor({ resourceVersion, continue: token }: ListOptions): string {
  return token ? String(decodeContinue(token).revision) : resourceVersion;
}
