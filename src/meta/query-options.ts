import { apiErrors } from './api-error.ts';
import { goNumError, parseInt64 } from './go-text.ts';
import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  Preconditions,
  UpdateOptions,
} from './options.ts';

/** A query string's values by name, in their order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Splits a query string (with or without its `?`). As in Go's `net/url`, a pair with a `;` or with a broken
 * percent-escape is dropped without a word. A Map, so that `__proto__` is a name like any other.
 */
export function parseQuery(text: string): Query {
  const query = new Map<string, string[]>();
  for (const pair of text.replace(/^\?/, '').split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const name = unescapeQuery(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

function unescapeQuery(text: string): string | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const plain = text.replaceAll('+', ' ');
  if (!plain.includes('%')) return plain;
  const bytes: Buffer[] = plain
    .split(/(%[0-9a-fA-F]{2})/)
    .map((part) => (/^%[0-9a-fA-F]{2}$/.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8')));
  return Buffer.concat(bytes).toString('utf8');
}

/** Of several values the first counts. */
function text(query: Query, name: string): string {
  return query.get(name)?.[0] ?? '';
}

/** Absent, `0` and `false` in any case are false; everything else, even the empty value, is true. */
function flag(query: Query, name: string): boolean | undefined {
  const value = query.get(name)?.[0];
  return value === undefined ? undefined : value !== '0' && value.toLowerCase() !== 'false';
}

function integer(query: Query, name: string): number | undefined {
  const value = query.get(name)?.[0];
  if (value === undefined) return undefined;
  const parsed = parseInt64(value);
  if (typeof parsed === 'string') throw apiErrors.badRequest(goNumError('ParseInt', value, parsed));
  return Number(parsed);
}

/** `{ name: value }`, or nothing for an absent value: optional properties are there or not. */
function optional<Name extends string, T>(name: Name, value: T | undefined): { [key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: T };
}

const READ_ERRORS = 'ignoreStoreReadErrorWithClusterBreakingPotential';

const decoders: { readonly [Kind in keyof QueryOptions]: (query: Query) => QueryOptions[Kind] } = {
  get: (query: Query): GetOptions => ({ resourceVersion: text(query, 'resourceVersion') }),
  list: (query: Query): ListOptions => ({
    labelSelector: text(query, 'labelSelector'),
    fieldSelector: text(query, 'fieldSelector'),
    watch: flag(query, 'watch') ?? false,
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') ?? false,
    resourceVersion: text(query, 'resourceVersion'),
    resourceVersionMatch: text(query, 'resourceVersionMatch'),
    ...optional('timeoutSeconds', integer(query, 'timeoutSeconds')),
    limit: integer(query, 'limit') ?? 0,
    continue: text(query, 'continue'),
    ...optional('sendInitialEvents', flag(query, 'sendInitialEvents')),
    ...optional(READ_ERRORS, flag(query, READ_ERRORS)),
  }),
  create: (query: Query): CreateOptions => ({
    dryRun: query.get('dryRun') ?? [],
    fieldManager: text(query, 'fieldManager'),
    fieldValidation: text(query, 'fieldValidation'),
  }),
  update: (query: Query): UpdateOptions => decoders.create(query),
  patch: (query: Query): PatchOptions => ({
    ...decoders.create(query),
    ...optional('force', flag(query, 'force')),
  }),
  delete: (query: Query): DeleteOptions => ({
    ...optional('gracePeriodSeconds', integer(query, 'gracePeriodSeconds')),
    ...optional('preconditions', preconditions(query)),
    ...optional('orphanDependents', flag(query, 'orphanDependents')),
    ...optional('propagationPolicy', query.get('propagationPolicy')?.[0]),
    dryRun: query.get('dryRun') ?? [],
    ...optional(READ_ERRORS, flag(query, READ_ERRORS)),
  }),
};

function preconditions(query: Query): Preconditions | undefined {
  const uid = text(query, 'uid');
  const resourceVersion = text(query, 'resourceVersion');
  if (uid === '' && resourceVersion === '') return undefined;
  return { ...(uid === '' ? {} : { uid }), ...(resourceVersion === '' ? {} : { resourceVersion }) };
}

export interface QueryOptions {
  readonly get: GetOptions;
  readonly list: ListOptions;
  readonly create: CreateOptions;
  readonly update: UpdateOptions;
  readonly patch: PatchOptions;
  readonly delete: DeleteOptions;
}

/**
 * The options of one kind of request. Unknown parameters are ignored. Throws a 400 `ApiError` for a number that is
 * none; nothing else is checked here.
 */
export function parseQueryOptions<Kind extends keyof QueryOptions>(kind: Kind, query: Query): QueryOptions[Kind] {
  return decoders[kind](query);
}
