import type { HttpCall } from './call.ts';
import { queryFlag } from './query.ts';

/** What a request is about, read from its method and path alone. */
export type RequestInfo = ResourceInfo | PathInfo;

interface PathInfo {
  readonly isResource: false;
  /** The method in small letters. */
  readonly verb: string;
  readonly path: string;
}

export interface ResourceInfo {
  readonly isResource: true;
  readonly verb: ResourceVerb;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** '' at the cluster's scope. */
  readonly namespace: string;
  /** Whether the path names a namespace, also an empty one. */
  readonly inNamespace: boolean;
  /** '' for a collection. */
  readonly name: string;
  readonly subresource: string;
  /** Below the subresource: only some of them (proxy) have more path. */
  readonly rest: readonly string[];
  /** An old path of a watch: `/api/v1/watch/…`. */
  readonly isWatchPath: boolean;
}

export type ResourceVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  /** A method without a verb. */
  | '';

const verbOfMethod: { readonly [method: string]: ResourceVerb } = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
/** Subresources of the namespace itself; anything else below a namespace is a resource in it. */
const namespaceSubresources = new Set(['status', 'finalize']);

/**
 * The URL grammar: `/api/v1/…` and `/apis/GROUP/VERSION/…`, then `[watch/]`, then `[namespaces/NS/]RESOURCE[/NAME[/SUB]]`.
 * k8s: endpoints/request/requestinfo.go NewRequestInfo
 */
export function requestInfo(call: Pick<HttpCall, 'method' | 'path' | 'query'>): RequestInfo {
  const path = decodePath(call.path);
  const parts = splitPath(path);
  const head = parts === undefined ? undefined : readGroupVersion(parts);
  if (head === undefined || head.rest.length === 0) {
    return { isResource: false, verb: call.method.toLowerCase(), path };
  }
  return resourceInfo(call, path, head);
}

interface Head {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
}

/**
 * Slashes at the end are passed over, empty parts in the middle are names that are empty. Undefined for a path that
 * begins with an empty part: `//api/v1` names nothing.
 */
function splitPath(path: string): readonly string[] | undefined {
  return path.startsWith('//') ? undefined : withoutLastSlashes(path).slice(1).split('/');
}

export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function readGroupVersion(parts: readonly string[]): Head | undefined {
  if (parts[0] === 'api' && parts.length >= 2) return { group: '', version: parts[1] as string, rest: parts.slice(2) };
  // The group without a name is served at `/api` alone.
  if (parts[0] === 'apis' && parts.length >= 3 && parts[1] !== '') {
    return { group: parts[1] as string, version: parts[2] as string, rest: parts.slice(3) };
  }
  return undefined;
}

function resourceInfo(
  call: Pick<HttpCall, 'method' | 'query'>,
  path: string,
  { group, version, rest }: Head,
): ResourceInfo {
  const watched = rest[0] === 'watch' && rest.length > 1;
  const place = readResourcePath(watched ? rest.slice(1) : rest);
  const verb = watched ? 'watch' : verbOf(call, place.name);
  return { isResource: true, verb, path, group, version, ...place, isWatchPath: watched };
}

type ResourcePath = Pick<ResourceInfo, 'resource' | 'namespace' | 'inNamespace' | 'name' | 'subresource' | 'rest'>;

function readResourcePath(parts: readonly string[]): ResourcePath {
  const [first = '', second = '', third] = parts;
  const below = first === 'namespaces' && third !== undefined && !namespaceSubresources.has(third);
  const [resource = '', name = '', subresource = '', ...rest] = below ? parts.slice(2) : parts;
  const namespace = first === 'namespaces' ? second : '';
  return { resource, name, subresource, rest, namespace, inNamespace: below };
}

function verbOf({ method, query }: Pick<HttpCall, 'method' | 'query'>, name: string): ResourceVerb {
  const verb = Object.hasOwn(verbOfMethod, method) ? (verbOfMethod[method] as ResourceVerb) : '';
  if (name !== '') return verb;
  if (verb === 'get') return queryFlag(query, 'watch') ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

/** Percent-encoding is undone before the path is taken apart; broken encoding is left as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
