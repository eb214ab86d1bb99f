import {
  type Aggregation,
  endingWith,
  type ForwardedFor,
  type HttpCall,
  type RemoteApis,
  type Reply,
  type RequestInfo,
  textReply,
} from '#http';
import type { Catalog } from '#machinery';
import type { OwnerReference } from '#meta';
import { BackendError, escapedPath, forward, forwardUpgrade } from '#proxy';
import type { RemoteVersion } from './ask-as.ts';
import { availabilityFault } from './availability-check.ts';
import { Backend, type BackendParts, UnusableBackend } from './backend.ts';
import { frontProxyHeaders } from './front-proxy-headers.ts';
import {
  type ApiService,
  type ApiServiceSpec,
  isAvailable,
  type RegisteredApis,
  registrationOf,
} from './registered-apis.ts';
import { byVersionPriority, remoteApis } from './remote-apis.ts';
import { deleteRemoteContent } from './remote-content.ts';
import { hasRemoteOwner, type RemoteDependent, remoteDependents } from './remote-objects.ts';
import { DocumentSource, noDocuments, type ServerDocuments } from './server-documents.ts';

/** Discovery is asked for by everybody, and its answer is small. */
const DISCOVERY_MS = 5000;
/** Documents of OpenAPI v3 that a server has for its group. */
const OPENAPI = '/openapi/v3/';
const REDIRECTED = 'the backend attempted to redirect this request, which is not permitted';

interface AggregatorParts extends BackendParts {
  /** What is registered now. */
  registered(): RegisteredApis;
  /** Whether it is said where a service is, whatever is stored. */
  isFixed(service: { readonly namespace: string; readonly name: string }): boolean;
}

interface KnownBackend {
  readonly spec: string;
  readonly backend: Backend;
}

/** Sends requests for versions of groups to the servers that are registered for them. k8s: kube-aggregator/pkg/apiserver */
export class Aggregator implements Aggregation {
  readonly #parts: AggregatorParts;
  /** By the name of their registration, as is the next. */
  readonly #backends = new Map<string, KnownBackend>();
  #documents: ReadonlyMap<string, ServerDocuments> = new Map();
  #made: { readonly from: readonly unknown[]; readonly apis: RemoteApis } | undefined;

  constructor(parts: AggregatorParts) {
    this.#parts = parts;
  }

  serves(info: RequestInfo): boolean {
    const { remote } = this.#parts.registered();
    return remote.size > 0 && this.#serviceFor(info) !== undefined;
  }

  async forward(call: HttpCall, info: RequestInfo, by: ForwardedFor): Promise<Reply> {
    const service = this.#serviceFor(info);
    if (service === undefined || !isAvailable(service)) return unavailable();
    return this.#send(service, { call, info, by });
  }

  #serviceFor(info: RequestInfo): ApiService | undefined {
    const { remote } = this.#parts.registered();
    const key = info.isResource || !info.path.startsWith(OPENAPI) ? undefined : info.path.slice(OPENAPI.length);
    if (key === undefined) return remote.get(registrationOf(info) ?? '');
    for (const [name, { openapi }] of this.#documents) if (openapi.has(key)) return remote.get(name);
    return undefined;
  }

  /** What others serve, for the documents about everything; undefined where there is nothing of it. */
  apis(catalog: Catalog): RemoteApis | undefined {
    const registered = this.#parts.registered();
    if (registered.remote.size === 0) return undefined;
    const from = [catalog, registered, this.#documents];
    if (this.#made === undefined || from.some((part, at) => part !== this.#made?.from[at])) {
      this.#made = { from, apis: remoteApis(catalog, registered, this.#documents) };
    }
    return this.#made.apis;
  }

  isFixed({ namespace = '', name = '' }: NonNullable<ApiServiceSpec['service']>): boolean {
    return this.#parts.isFixed({ namespace, name });
  }

  /** Why the server of a registration does not answer; undefined when it does. */
  fault(service: ApiService, signal: AbortSignal): Promise<string | undefined> {
    return availabilityFault(service.spec ?? {}, this.#backend(service), signal);
  }

  /** Brings up to date what a server says of itself. Of one that does not answer nobody knows what it serves. */
  async refresh(name: string, signal: AbortSignal): Promise<void> {
    const service = this.#parts.registered().remote.get(name);
    if (service === undefined) return this.#tell(name, undefined);
    const known = this.#documents.get(name) ?? noDocuments;
    if (!isAvailable(service)) return this.#tell(name, { ...known, resources: [], isStale: true });
    const source = new DocumentSource(this.#backend(service), service.spec ?? {}, signal);
    const resources = await source.resources().catch(() => undefined);
    this.#tell(name, { ...known, resources: resources ?? [], isStale: resources === undefined });
    const openapi = await source.openapi().catch(() => known.openapi);
    const spec = await source.spec(known).catch(() => known);
    const told = this.#documents.get(name);
    if (told !== undefined) this.#tell(name, { ...told, openapi, spec: spec.spec, specTag: spec.specTag });
  }

  undiscovered(): readonly string[] {
    const { remote } = this.#parts.registered();
    const stale = [...remote].filter(([name]) => (this.#documents.get(name) ?? noDocuments).isStale);
    return stale.map(([, { spec = {} }]) => `${spec.group}/${spec.version}`);
  }

  /** Deletes what the servers keep in a namespace, as far as they answer. */
  deleteContent(namespace: string, signal: AbortSignal): ReturnType<typeof deleteRemoteContent> {
    return deleteRemoteContent(this.#available(), namespace, signal);
  }

  get hasServers(): boolean {
    return this.#parts.registered().remote.size > 0;
  }

  dependents(signal: AbortSignal): Promise<readonly RemoteDependent[]> {
    return remoteDependents(this.#available(), signal);
  }

  hasOwner(reference: OwnerReference, namespace: string, signal: AbortSignal): Promise<boolean | undefined> {
    return hasRemoteOwner(this.#available(), reference, { namespace, signal });
  }

  #available(): readonly RemoteVersion[] {
    const services = [...this.#parts.registered().remote.values()].filter(isAvailable).sort(byVersionPriority);
    return services.map((service) => ({
      group: service.spec?.group ?? '',
      version: service.spec?.version ?? '',
      backend: this.#backend(service),
      resources: this.#documents.get(service.metadata.name ?? '')?.resources ?? [],
    }));
  }

  /** Where nothing has changed, what was made of it stays. */
  #tell(name: string, documents: ServerDocuments | undefined): void {
    const known = this.#documents.get(name);
    if (known === documents || (known !== undefined && documents !== undefined && isSame(known, documents))) return;
    const all = new Map(this.#documents);
    if (documents === undefined) all.delete(name);
    else all.set(name, documents);
    this.#documents = all;
  }

  async #send(service: ApiService, { call, info, by }: Sending): Promise<Reply> {
    const place = await this.#locate(service);
    if ('status' in place) return place;
    const query = new URLSearchParams(call.query);
    query.sort();
    const path = escapedPath(info.path);
    const forwarded = {
      'x-forwarded-uri': path,
      'x-forwarded-host': place.authority,
      'x-forwarded-proto': place.scheme,
    };
    const headers = { ...forwarded, ...frontProxyHeaders(by.user, call.headers), 'audit-id': by.auditId };
    const target = { ...place, path, query: query.toString(), headers };
    try {
      if (call.switches && call.upgrade !== undefined) return await forwardUpgrade(call, target);
      return await withoutRedirect(await this.#inTime(call, info, (asked) => forward(asked, target)));
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      return textReply(503, `${error.message}\n`);
    }
  }

  async #locate(service: ApiService): Promise<Awaited<ReturnType<Backend['locate']>> | Reply> {
    try {
      return await this.#backend(service).locate();
    } catch (error) {
      return error instanceof UnusableBackend ? textReply(500, `${error.message}\n`) : unavailable();
    }
  }

  /** The server behind a registration as it is now; its connections are kept until the registration says otherwise. */
  #backend({ metadata: { name = '' }, spec = {} }: ApiService): Backend {
    const { service, caBundle, insecureSkipTLSVerify } = spec;
    const key = JSON.stringify([service, caBundle, insecureSkipTLSVerify]);
    const known = this.#backends.get(name);
    if (known?.spec === key) return known.backend;
    known?.backend[Symbol.dispose]();
    const backend = new Backend(spec, this.#parts);
    this.#backends.set(name, { spec: key, backend });
    this.#dropUnregistered();
    return backend;
  }

  #dropUnregistered(): void {
    const { remote } = this.#parts.registered();
    for (const [name, { backend }] of this.#backends) {
      if (remote.has(name)) continue;
      backend[Symbol.dispose]();
      this.#backends.delete(name);
    }
  }

  async #inTime(call: HttpCall, info: RequestInfo, work: (call: HttpCall) => Promise<Reply>): Promise<Reply> {
    if (info.isResource) return work(call);
    const late = new AbortController();
    const done = new AbortController();
    void this.#parts.clock.sleep(DISCOVERY_MS, done.signal).then(() => done.signal.aborted || late.abort());
    try {
      return await work(endingWith(call, late.signal));
    } catch (error) {
      throw late.signal.aborted ? new BackendError('error trying to reach service: context deadline exceeded') : error;
    } finally {
      done.abort();
    }
  }
}

interface Sending {
  readonly call: HttpCall;
  readonly info: RequestInfo;
  readonly by: ForwardedFor;
}

/** All but the resources are the same objects where nothing has changed, or are small. */
function isSame(known: ServerDocuments, other: ServerDocuments): boolean {
  const told = ({ resources, isStale, openapi }: ServerDocuments): string =>
    JSON.stringify([resources, isStale, [...openapi]]);
  return known.spec?.hash === other.spec?.hash && known.specTag === other.specTag && told(known) === told(other);
}

const unavailable = (): Reply => textReply(503, 'service unavailable\n');

/** A client that followed it would show its credentials elsewhere. */
async function withoutRedirect(reply: Reply): Promise<Reply> {
  if (reply.status < 300 || reply.status > 399 || reply.headers.location === undefined) return reply;
  if (!(reply.body instanceof Uint8Array)) await reply.body[Symbol.asyncIterator]().return?.();
  return { status: 502, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(REDIRECTED) };
}
