import { type Catalog, encodeJson } from '#machinery';
import { apiErrors, type JsonObject, parseQuery } from '#meta';
import { type HttpCall, JSON_TYPE, type Reply } from '../call.ts';
import { type DiscoveryRequest, discoveryReply } from '../discovery/discovery-reply.ts';
import type { NonResourcePaths } from '../house.ts';
import { refuseAtRoute, wantsPretty } from '../negotiate.ts';
import type { OpenApiDocuments, OpenApiRequest } from '../openapi/openapi-documents.ts';
import type { RemoteApis, RemoteApisOf } from '../remote-apis.ts';
import { withoutLastSlashes } from '../request-info.ts';
import { browserPage } from './browser-page.ts';
import { type HealthChecks, health } from './health.ts';
import { type OpenIdIssuer, openidReply } from './openid.ts';

interface PathParts {
  catalog(): Catalog;
  readonly checks: HealthChecks;
  /** What `/version` tells. */
  readonly version: JsonObject;
  readonly openapi: OpenApiDocuments;
  readonly hasConsole: boolean;
  readonly servesCbor?: boolean;
  /** What other servers serve; undefined where there are none. */
  readonly remote?: RemoteApisOf;
  /** Who issues the tokens of service accounts. */
  readonly openid: OpenIdIssuer;
  metrics(): Promise<string>;
  /** What is at a path below `/pinnace/`, given without that; undefined where nothing is. */
  ours(path: string, call: HttpCall): Promise<JsonObject | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Everything that is served and is no resource. */
export function nonResourcePaths(parts: PathParts): NonResourcePaths {
  return {
    page: (call) => browserPage(call, { version: String(parts.version.gitVersion), hasConsole: parts.hasConsole }),
    async answer(call, { path }) {
      return (await health(parts.checks, call, path)) ?? (await documents(parts, call, path));
    },
  };
}

async function documents(parts: PathParts, call: HttpCall, path: string): Promise<Reply | undefined> {
  const catalog = parts.catalog();
  const remote = parts.remote?.(catalog);
  const found =
    discoveryReply(catalog, { ...discoveryRequest(call, path), cbor: parts.servesCbor, remote }) ??
    (await parts.openapi.reply(catalog, { ...openApiRequest(parts, call, path), remote })) ??
    (await fixed(parts, { call, path, rootPaths: () => rootPaths(parts, catalog, remote) }));
  if (found === undefined) return unknownVersion(catalog, path);
  const isOwnRoute = knownRoutes.has(withoutLastSlashes(path));
  if (isOwnRoute && call.method !== 'GET') throw apiErrors.methodNotAllowed();
  if (isOwnRoute) refuseAtRoute(call.headers.accept ?? '', [String(found.headers['content-type'])]);
  return found;
}

/** Paths of Pinnace's own. No list of paths names them; they are authorized like all paths without a resource. */
const OUR_PATHS = '/pinnace/';

const knownRoutes = new Set(['/version', '/.well-known/openid-configuration', '/openid/v1/jwks']);

function discoveryRequest({ method, headers, query }: HttpCall, path: string): DiscoveryRequest {
  return { method, path, headers, pretty: wantsPretty(parseQuery(query), headers['user-agent']) };
}

function openApiRequest({ now }: PathParts, { query, headers }: HttpCall, path: string): OpenApiRequest {
  return { path, query: new URLSearchParams(query), headers, now: now() };
}

interface FixedRequest {
  readonly call: HttpCall;
  readonly path: string;
  rootPaths(): string[];
}

async function fixed(parts: PathParts, { call, path, rootPaths }: FixedRequest): Promise<Reply | undefined> {
  if (path === '/' || path === '/index.html') return json({ paths: rootPaths() });
  if (withoutLastSlashes(path) === '/version') return json(parts.version);
  const openid = openidReply(parts.openid, path);
  if (openid !== undefined) return openid;
  if (path.startsWith(OUR_PATHS)) {
    const found = await parts.ours(path.slice(OUR_PATHS.length), call);
    return found === undefined ? undefined : exactJson(found);
  }
  if (path === '/metrics') {
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores' };
    return { status: 200, headers, body: Buffer.from(await parts.metrics()) };
  }
  return undefined;
}

function isGroup(catalog: Catalog, group: string): boolean {
  return group !== '' && catalog.isBuiltIn(group);
}

/** A version of a group that exists: a 404 with a body, unlike a group that does not. */
function unknownVersion(catalog: Catalog, path: string): undefined {
  const [root, group = '', ...rest] = withoutLastSlashes(path).slice(1).split('/');
  const known =
    root === 'api' ? path.length > '/api/'.length : root === 'apis' && rest.length > 0 && isGroup(catalog, group);
  if (known || isBelowRoute(path)) throw apiErrors.pathNotFound();
  return undefined;
}

/** Nothing is there; the message is the one that this route has for it. */
function isBelowRoute(path: string): boolean {
  for (const route of knownRoutes) if (path.startsWith(`${route}/`)) return true;
  return false;
}

/** JSON of values with integers that JavaScript's encoder refuses. */
function exactJson(value: JsonObject): Reply {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(encodeJson(value)) };
}

function json(value: JsonObject): Reply {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(JSON.stringify(value, null, 2)) };
}

function rootPaths({ checks }: PathParts, { groups: local }: Catalog, remote: RemoteApis | undefined): string[] {
  const groups = (remote?.ordered ?? local).filter(({ group }) => group !== '');
  const apis = groups.flatMap(({ group, versions }) => [
    `/apis/${group}`,
    ...versions.map((version) => `/apis/${group}/${version}`),
  ]);
  const health = [
    '/healthz',
    '/livez',
    '/readyz',
    ...checks.healthy.map(({ name }) => `/healthz/${name}`),
    ...checks.ready.map(({ name }) => `/readyz/${name}`),
    ...checks.live.map(({ name }) => `/livez/${name}`),
  ];
  const versions = local.find(({ group }) => group === '')?.versions ?? [];
  const all = [
    '/.well-known/openid-configuration',
    '/api',
    ...versions.map((version) => `/api/${version}`),
    '/apis',
    '/apis/',
    ...apis,
    ...health,
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/openid/v1/jwks',
    '/version',
  ];
  return [...new Set(all)].sort();
}
