import type { RemoteSpec } from '#http';
import type { UserInfo } from '#machinery';
import type { JsonObject } from '#meta';
import { aggregatorUser } from './availability-check.ts';
import type { Backend } from './backend.ts';
import { type Downloaded, download } from './download.ts';
import { specOf } from './openapi-spec.ts';
import { objectIn, objectOf, textOf } from './read-json.ts';
import type { ApiServiceSpec } from './registered-apis.ts';
import { readAggregated, readLegacy } from './version-discovery.ts';

const DISCOVERY_MS = 5000;
const DISCOVERY_BYTES = 8 * 1024 * 1024;
const OPENAPI_MS = 60_000;
const OPENAPI_BYTES = 16 * 1024 * 1024;

const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';

/** Any user may read what a server says of itself. */
const readingUser: UserInfo = { name: 'system:aggregator', uid: '', groups: [], extra: {} };

/** What a server says of one version of a group. */
export interface ServerDocuments {
  readonly resources: readonly JsonObject[];
  readonly isStale: boolean;
  /** By the keys of the index of OpenAPI v3. */
  readonly openapi: ReadonlyMap<string, string>;
  readonly spec: RemoteSpec | undefined;
  /** Of the document that the spec was read from. */
  readonly specTag: string;
}

export const noDocuments: ServerDocuments = {
  resources: [],
  isStale: true,
  openapi: new Map(),
  spec: undefined,
  specTag: '',
};

/** Asks one server, on behalf of nobody in particular. */
export class DocumentSource {
  readonly #backend: Backend;
  readonly #version: Required<Pick<ApiServiceSpec, 'group' | 'version'>>;
  readonly #signal: AbortSignal;

  constructor(backend: Backend, { group = '', version = '' }: ApiServiceSpec, signal: AbortSignal) {
    this.#backend = backend;
    this.#version = { group, version };
    this.#signal = signal;
  }

  /** k8s: apiserver/handler_discovery.go fetchFreshDiscoveryForService */
  async resources(): Promise<readonly JsonObject[]> {
    const { group, version } = this.#version;
    const asked = { user: aggregatorUser, timeoutMs: DISCOVERY_MS, limit: DISCOVERY_BYTES };
    const { status, headers, body } = await this.#get('/apis', { ...asked, headers: { accept: AGGREGATED } });
    if (status === 503) throw new Error('service unavailable');
    if (status === 200 && (headers['content-type'] ?? '').includes('as=APIGroupDiscoveryList'))
      return readAggregated(body).get(`${group}/${version}`) ?? [];
    const path = `/apis/${group}/${version}`;
    const legacy = await this.#get(path, { ...asked, headers: { accept: 'application/json' } });
    if (legacy.status !== 200) throw new Error(`failed to download legacy discovery for ${path}`);
    return readLegacy(legacy.body);
  }

  /** The documents of OpenAPI v3 about the group; none where the server has no such index. */
  async openapi(): Promise<ReadonlyMap<string, string>> {
    const { status, body } = await this.#openapi('/openapi/v3');
    const found = new Map<string, string>();
    if (status !== 200) return found;
    const group = `apis/${this.#version.group}`;
    const paths = objectOf(objectIn(body) ?? {}, 'paths');
    for (const key of Object.keys(paths)) {
      if (key !== group && key !== `${group}/${this.#version.version}`) continue;
      found.set(key, textOf(objectOf(paths, key), 'serverRelativeURL'));
    }
    return found;
  }

  /** The part of OpenAPI v2, or what was known where nothing has changed. */
  async spec(known: Pick<ServerDocuments, 'spec' | 'specTag'>): Promise<Pick<ServerDocuments, 'spec' | 'specTag'>> {
    const { group, version } = this.#version;
    const { status, headers, body } = await this.#openapi('/openapi/v2', known.specTag);
    if (status === 304) return known;
    if (status !== 200) return { spec: undefined, specTag: '' };
    return { spec: specOf(body, group, version), specTag: headers.etag ?? '' };
  }

  #openapi(path: string, tag = ''): Promise<Downloaded> {
    const headers = { accept: 'application/json', ...(tag !== '' && { 'if-none-match': tag }) };
    return this.#get(path, { user: readingUser, timeoutMs: OPENAPI_MS, limit: OPENAPI_BYTES, headers });
  }

  async #get(path: string, asked: Omit<Parameters<typeof download>[0], 'target' | 'signal'>): Promise<Downloaded> {
    const place = await this.#backend.locate();
    return download({ ...asked, target: { ...place, path, query: '' }, signal: this.#signal });
  }
}
