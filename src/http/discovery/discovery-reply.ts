import { type Catalog, cborDocument, metaProtobuf, toYaml, wrapUnknown } from '#machinery';
import { apiErrors, type JsonObject } from '#meta';
import { refuseAtRoute } from '../negotiate.ts';
import type { RemoteApis } from '../remote-apis.ts';
import { withoutLastSlashes } from '../request-info.ts';
import { type AcceptClause, clauseMatches, parseAccept } from './accept.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { apiResourceList } from './api-resource-list.ts';
import {
  contentHash,
  type DocumentReply,
  emptyBody,
  headerOf,
  knowsAlready,
  type RequestHeaders,
} from './document-reply.ts';
import { apiGroup, apiGroupList, apiVersions, registeredGroupList } from './legacy.ts';

const discoveryMediaTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'] as const;
const versionMediaTypes = [...discoveryMediaTypes, 'application/cbor'] as const;
type MediaType = (typeof versionMediaTypes)[number];

interface Document {
  readonly kind: string;
  readonly apiVersion?: string;
}

export interface DiscoveryRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: RequestHeaders;
  /** Indented JSON. */
  readonly pretty: boolean;
  /** CBOR is offered, of what a version of a built-in group has. */
  readonly cbor?: boolean | undefined;
  /** What other servers serve, made for this catalog. */
  readonly remote?: RemoteApis | undefined;
}

/** Answers at a discovery path; undefined where the path names nothing that is served. */
export function discoveryReply(catalog: Catalog, request: DiscoveryRequest): DocumentReply | undefined {
  const { method, path, headers, pretty, remote, cbor = false } = request;
  const trimmed = withoutLastSlashes(path);
  // Unlike the other paths, the list of groups takes at most one slash at its end.
  if (trimmed === '/apis' && path.length > '/apis/'.length) return undefined;
  const document = legacyDocument({ catalog, remote }, trimmed, headers);
  if (document === undefined) return undefined;
  const accept = headerOf(headers, 'accept');
  const offered = cbor && isBuiltInVersion(catalog, trimmed) ? versionMediaTypes : discoveryMediaTypes;
  if (isRoute(catalog, path)) {
    if (method !== 'GET') throw apiErrors.methodNotAllowed();
    refuseAtRoute(accept, offered);
  }
  const clauses = parseAccept(accept);
  if (trimmed === '/api' || path === '/apis') {
    const mediaType = negotiate(clauses, offered, asksForAggregated);
    if (mediaType !== undefined)
      return aggregatedReply({ catalog, remote }, { path: trimmed, mediaType, pretty }, headers);
  }
  const mediaType = negotiate(clauses, offered, asksForPlain);
  if (mediaType === undefined) throw apiErrors.notAcceptable(offered);
  // The one document that depends on the request is tiny; it is made anew each time.
  const body =
    trimmed === '/api'
      ? encode(document(), mediaType, pretty)
      : remember(remote ?? catalog, `${pretty} ${mediaType} ${trimmed}`, () => encode(document(), mediaType, pretty));
  return { status: 200, headers: { 'content-type': mediaType }, body };
}

/**
 * Some documents have a route of their own, which accepts only GET and media types without parameters, and has its own
 * error messages. The others are served for any method.
 */
function isRoute(catalog: Catalog, path: string): boolean {
  // A second slash at the end means an empty version.
  const [, root, group = '', version] = path.replace(/\/$/, '').split('/');
  return root === 'api' || group === 'apiregistration.k8s.io' || (version !== undefined && catalog.isBuiltIn(group));
}

function isBuiltInVersion(catalog: Catalog, path: string): boolean {
  const [, root, group = '', version] = path.split('/');
  return root === 'api' ? group !== '' : version !== undefined && catalog.isBuiltIn(group);
}

/** The first media type that suits, going through the wishes in order. */
function negotiate(
  clauses: readonly AcceptClause[],
  offered: readonly MediaType[],
  suits: (clause: AcceptClause) => boolean,
): MediaType | undefined {
  for (const clause of clauses) {
    if (!suits(clause)) continue;
    const found = offered.find((mediaType) => clauseMatches(clause, mediaType) && streams(clause, mediaType));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A request for a stream gets the whole document, if the media type has streams. */
function streams({ parameters }: AcceptClause, mediaType: MediaType): boolean {
  const stream = parameters.get('stream') ?? '';
  return stream === '' || (stream === 'watch' && mediaType !== 'application/yaml');
}

const asksForAggregated = ({ parameters }: AcceptClause): boolean =>
  parameters.get('as') === 'APIGroupDiscoveryList' &&
  parameters.get('g') === 'apidiscovery.k8s.io' &&
  parameters.get('v') === 'v2' &&
  !parameters.has('sv');

const asksForPlain = ({ parameters }: AcceptClause): boolean =>
  !['as', 'g', 'v', 'sv'].some((name) => parameters.has(name));

function legacyDocument(
  { catalog, remote }: Served,
  path: string,
  headers: RequestHeaders,
): (() => Document) | undefined {
  const [, root, ...rest] = path.split('/');
  if (root !== 'api' && root !== 'apis') return undefined;
  if (rest.length === 0)
    return root === 'api'
      ? () => apiVersions(catalog, headerOf(headers, 'host'))
      : () => (remote === undefined ? apiGroupList(catalog) : registeredGroupList(remote));
  const [group = '', version, ...more] = root === 'api' ? ['', ...rest] : rest;
  if (more.length > 0 || (group === '') !== (root === 'api')) return undefined;
  if (version !== undefined)
    return catalog.hasVersion(group, version) ? () => apiResourceList(catalog, group, version) : undefined;
  const known = (remote?.registered ?? catalog.announced).find((one) => one.group === group);
  return known === undefined ? undefined : () => apiGroup(known);
}

interface Served {
  readonly catalog: Catalog;
  readonly remote: RemoteApis | undefined;
}

function aggregatedReply(
  { catalog, remote }: Served,
  wish: { readonly path: string; readonly mediaType: MediaType; readonly pretty: boolean },
  headers: RequestHeaders,
): DocumentReply {
  const root = wish.path === '/api' ? 'api' : 'apis';
  const bodyAs = (mediaType: MediaType, pretty = false): Uint8Array =>
    remember(remote ?? catalog, `${pretty} ${mediaType} aggregated ${root}`, () =>
      encode(aggregatedDiscovery(catalog, root, remote), mediaType, pretty),
    );
  // The same in every form.
  const etag = remember(remote ?? catalog, `etag ${root}`, () => `"${contentHash(bodyAs('application/json'))}"`);
  const always = { etag, vary: 'Accept', 'cache-control': 'public' };
  if (knowsAlready(headers, etag)) return { status: 304, headers: always, body: emptyBody };
  const type = `${wish.mediaType};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
  return { status: 200, headers: { ...always, 'content-type': type }, body: bodyAs(wish.mediaType, wish.pretty) };
}

function encode(document: Document, mediaType: MediaType, pretty: boolean): Uint8Array {
  if (mediaType === 'application/json')
    return Buffer.from(pretty ? JSON.stringify(document, null, 2) : `${JSON.stringify(document)}\n`);
  const value = document as unknown as JsonObject;
  // What is undefined is left out.
  const plain = (): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject;
  if (mediaType === 'application/yaml') return Buffer.from(toYaml(plain()));
  if (mediaType === 'application/cbor') return cborDocument(plain());
  const { kind, apiVersion = '' } = document;
  return wrapUnknown({ kind, apiVersion, raw: metaProtobuf(kind).encode(value) });
}

const remembered = new WeakMap<Catalog | RemoteApis, Map<string, unknown>>();

/** Keeps what was made for a catalog as long as the catalog exists. */
function remember<T>(catalog: Catalog | RemoteApis, key: string, make: () => T): T {
  const values = remembered.get(catalog) ?? new Map<string, unknown>();
  remembered.set(catalog, values);
  if (!values.has(key)) values.set(key, make());
  return values.get(key) as T;
}
