import { goText } from '#meta';
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

const verbOfMethod: ReadonlyMap<string, ResourceVerb> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);
/** Subresources of the namespace itself; anything else below a namespace is a resource in it. */
const namespaceSubresources = new Set(['status', 'finalize']);

/**
 * The URL grammar: `/api/v1/…` and `/apis/GROUP/VERSION/…`, then `[watch/]`, then `[namespaces/NS/]RESOURCE[/NAME[/SUB]]`.
 * k8s: endpoints/request/requestinfo.go NewRequestInfo
 *
 * Every request comes here: parts are counted and not cut off, and nothing is spread.
 */
export function requestInfo(call: Pick<HttpCall, 'method' | 'path' | 'query'>): RequestInfo {
  const path = decodePath(call.path);
  const parts = splitPath(path);
  const from = resourceAt(parts);
  if (from === undefined || parts.length === from) return { isResource: false, verb: call.method.toLowerCase(), path };
  return resourceInfo(call, path, { parts, from });
}

/** A path whose resource begins with a part. */
interface ResourceParts {
  readonly parts: readonly string[];
  readonly from: number;
}

/**
 * Slashes at the end are passed over, empty parts in the middle are names that are empty. None of a path that begins with
 * an empty part: `//api/v1` names nothing.
 */
function splitPath(path: string): readonly string[] {
  if (path.startsWith('//')) return [];
  const whole = withoutLastSlashes(path);
  const parts: string[] = [];
  let at = 1;
  for (let end = whole.indexOf('/', at); end >= 0; end = whole.indexOf('/', at)) {
    parts.push(whole.slice(at, end));
    at = end + 1;
  }
  parts.push(whole.slice(at));
  return parts;
}

export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** How many parts name the group and the version; undefined where none do. */
function resourceAt(parts: readonly string[]): 2 | 3 | undefined {
  if (parts[0] === 'api' && parts.length >= 2) return 2;
  // The group without a name is served at `/api` alone.
  return parts[0] === 'apis' && parts.length >= 3 && parts[1] !== '' ? 3 : undefined;
}

function resourceInfo(
  call: Pick<HttpCall, 'method' | 'query'>,
  path: string,
  { parts, from }: ResourceParts,
): ResourceInfo {
  const isWatchPath = parts[from] === 'watch' && parts.length > from + 1;
  const first = isWatchPath ? from + 1 : from;
  const inNamespace = isBelowNamespace(parts, first);
  const at = inNamespace ? first + 2 : first;
  const name = parts[at + 1] ?? '';
  return {
    isResource: true,
    verb: isWatchPath ? 'watch' : verbOf(call, name),
    path,
    group: from === 3 ? (parts[1] as string) : '',
    version: parts[from - 1] as string,
    resource: parts[at] ?? '',
    name,
    subresource: parts[at + 2] ?? '',
    rest: parts.slice(at + 3),
    namespace: parts[first] === 'namespaces' ? (parts[first + 1] ?? '') : '',
    inNamespace,
    isWatchPath,
  };
}

function isBelowNamespace(parts: readonly string[], at: number): boolean {
  const third = parts[at + 2];
  return parts[at] === 'namespaces' && third !== undefined && !namespaceSubresources.has(third);
}

function verbOf({ method, query }: Pick<HttpCall, 'method' | 'query'>, name: string): ResourceVerb {
  const verb = verbOfMethod.get(method) ?? '';
  if (name !== '') return verb;
  if (verb === 'get') return queryFlag(query, 'watch') ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

const escapedByte = /%([0-9a-fA-F]{2})/g;

/** Percent-encoding is undone before the path is taken apart; broken encoding is left as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Bytes that are no text.
    const bytes = path.replace(escapedByte, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return goText(Buffer.from(bytes, 'latin1'));
  }
}
