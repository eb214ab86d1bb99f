import type { Catalog } from '#machinery';
import { acceptsEncoding } from '../accepts-encoding.ts';
import { type AcceptClause, clauseMatches, parseAccept } from '../discovery/accept.ts';
import {
  contentHash,
  type DocumentReply,
  emptyBody,
  headerOf,
  knowsAlready,
  type RequestHeaders,
} from '../discovery/document-reply.ts';
import type { OfferedMedia } from '../negotiate.ts';
import type { RemoteApis } from '../remote-apis.ts';
import { DocumentCache, type Pieces, unpacked } from './document-cache.ts';
import { documentHash } from './document-hash.ts';
import { documentV2 } from './document-v2.ts';
import { type PlannedDocument, planDocuments } from './document-v3.ts';
import { withSpecs } from './remote-specs.ts';
import { jsonV2, protobufV2 } from './write-v2.ts';
import { jsonV3, protobufV3 } from './write-v3.ts';

export interface OpenApiRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
  /** What other servers serve, made for this catalog. */
  readonly remote?: RemoteApis | undefined;
  /** Milliseconds: documents with a hash in their address are good for a year from now. */
  readonly now: number;
}

/** A large document is unpacked while it is sent to those who do not read gzip. */
export interface OpenApiReply extends Omit<DocumentReply, 'body'> {
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

const formsOf = (version: 'v2' | 'v3') => {
  const protobuf = `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  return [
    { accepts: 'application/json', form: 'json', answers: 'application/json' },
    {
      accepts: `application/com.github.proto-openapi.spec.${version}@v1.0+protobuf`,
      form: 'protobuf',
      answers: protobuf,
    },
    { accepts: protobuf, form: 'protobuf', answers: protobuf },
  ] as const;
};
type Form = ReturnType<typeof formsOf>[number];
const forms = { v2: formsOf('v2'), v3: formsOf('v3') };
const YEAR = 365 * 24 * 60 * 60 * 1000;
const INDEX = '/openapi/v3';

/** Makes documents about large definitions in another thread, compressed; undefined for all others. */
export type MakeElsewhere = (
  members: PlannedDocument['members'],
  wish: { readonly path: string; readonly accept: string },
) => Promise<Uint8Array> | undefined;

/** What there is, by address that changes with the content. */
interface Index {
  readonly body: Uint8Array;
  readonly hash: string;
}

interface DocumentSettings {
  readonly makeElsewhere?: MakeElsewhere;
  /** What is served besides what every server serves. */
  readonly offered?: OfferedMedia;
}

/** `/openapi`: documents about everything that is served. */
export class OpenApiDocuments {
  /** What the documents say they are about: `1.36`. */
  readonly #version: string;
  readonly #makeElsewhere: MakeElsewhere;
  readonly #offered: OfferedMedia;
  readonly #cache = new DocumentCache();
  readonly #plans = new WeakMap<Catalog, ReadonlyMap<string, PlannedDocument>>();
  readonly #indexes = new WeakMap<Catalog | RemoteApis, Promise<Index>>();

  constructor(version: string, { makeElsewhere = () => undefined, offered = {} }: DocumentSettings = {}) {
    this.#version = version;
    this.#makeElsewhere = makeElsewhere;
    this.#offered = offered;
  }

  /** Answers a GET of an OpenAPI path; undefined where the path names no document. */
  async reply(catalog: Catalog, request: OpenApiRequest): Promise<OpenApiReply | undefined> {
    const { path } = request;
    if (path === '/openapi/v2') return this.#replyV2(catalog, request);
    if (path === INDEX) return this.#indexReply(catalog, request);
    return path.startsWith(`${INDEX}/`) ? this.#replyV3(catalog, request) : undefined;
  }

  /** Makes what the index of a catalog says, so that nobody has to wait for it later. Without definitions it is quick. */
  async prepare(catalog: Catalog): Promise<void> {
    if ([...this.#planned(catalog).values()].some(({ custom }) => custom)) await this.#index(catalog);
  }

  async #indexReply(catalog: Catalog, { headers, remote }: OpenApiRequest): Promise<OpenApiReply> {
    const { body, hash } = await this.#index(catalog, remote);
    const etag = `"${hash}"`;
    if (knowsAlready(headers, etag)) return { status: 304, headers: { etag }, body: emptyBody };
    // The real server lets Go guess the media type from the content.
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', etag }, body };
  }

  async #replyV3(catalog: Catalog, request: OpenApiRequest): Promise<OpenApiReply> {
    const key = request.path.slice(INDEX.length + 1);
    const plan = this.#planned(catalog).get(key);
    if (plan === undefined) return { status: 404, headers: {}, body: emptyBody };
    const form = chooseForm('v3', request.headers);
    if (form === undefined) return { status: 406, headers: { vary: 'Accept' }, body: emptyBody };
    const hash = await documentHash(key, plan, this.#version);
    const common = { etag: `"${hash}"`, vary: 'Accept' };
    const asked = request.query.get('hash') ?? '';
    if (asked !== '' && asked !== hash) {
      const headers = { ...common, 'content-type': form.answers, location: addressOf(key, hash) };
      return { status: 301, headers, body: emptyBody };
    }
    const expires = new Date(request.now + YEAR).toUTCString();
    const lasting = asked === '' ? {} : { 'cache-control': 'public, immutable', expires };
    const version = this.#version;
    const make = {
      json: async () => jsonV3(plan.make(), version),
      protobuf: () => protobufV3(plan.make(), version),
    };
    return this.#send(request, {
      form,
      headers: { ...common, ...lasting },
      make: make[form.form],
      elsewhere: () => this.#makeElsewhere(plan.members, { path: request.path, accept: form.accepts }),
    });
  }

  async #replyV2(catalog: Catalog, request: OpenApiRequest): Promise<OpenApiReply> {
    const form = chooseForm('v2', request.headers);
    const vary = 'Accept-Encoding, Accept';
    if (form === undefined) return { status: 406, headers: { vary }, body: emptyBody };
    const specs = request.remote?.specs ?? [];
    const hashes = [(await this.#index(catalog)).hash, ...specs.map(({ hash }) => hash)];
    const etag = `"${contentHash(Buffer.from(`v2 ${hashes.join(' ')}`))}"`;
    const version = this.#version;
    const document = async () => withSpecs(await documentV2(catalog, this.#offered), specs);
    const make = {
      json: async () => jsonV2(await document(), version),
      protobuf: async () => protobufV2(await document(), version),
    };
    return this.#send(request, { form, headers: { etag, vary }, make: make[form.form] });
  }

  async #send(request: OpenApiRequest, { form, headers, make, elsewhere }: Sending): Promise<OpenApiReply> {
    const { etag } = headers;
    if (knowsAlready(request.headers, etag)) return { status: 304, headers, body: emptyBody };
    const described = { 'content-type': form.answers, ...headers };
    const packed = await this.#cache.get(`${form.form} ${etag}`, make, elsewhere);
    if (acceptsEncoding(headerOf(request.headers, 'accept-encoding'), 'gzip'))
      return { status: 200, headers: { ...described, 'content-encoding': 'gzip' }, body: packed };
    return { status: 200, headers: described, body: await unpacked(packed) };
  }

  #planned(catalog: Catalog): ReadonlyMap<string, PlannedDocument> {
    const plans = this.#plans.get(catalog) ?? planDocuments(catalog, this.#offered);
    this.#plans.set(catalog, plans);
    return plans;
  }
  #index(catalog: Catalog, remote?: RemoteApis): Promise<Index> {
    const index = this.#indexes.get(remote ?? catalog) ?? this.#makeIndex(catalog, remote);
    this.#indexes.set(remote ?? catalog, index);
    return index;
  }
  async #makeIndex(catalog: Catalog, remote: RemoteApis | undefined): Promise<Index> {
    const paths: { [key: string]: { serverRelativeURL: string } } = {};
    for (const [key, plan] of this.#planned(catalog)) {
      const hash = await documentHash(key, plan, this.#version);
      paths[key] = { serverRelativeURL: addressOf(key, hash) };
    }
    for (const [key, serverRelativeURL] of remote?.openapi ?? []) paths[key] ??= { serverRelativeURL };
    const body = Buffer.from(JSON.stringify({ paths }));
    return { body, hash: contentHash(body) };
  }
}

interface Sending {
  readonly form: Form;
  readonly headers: { readonly etag: string; readonly vary: string; readonly [name: string]: string };
  make(): Promise<Pieces>;
  elsewhere?(): Promise<Uint8Array> | undefined;
}

function chooseForm(version: 'v2' | 'v3', headers: RequestHeaders): Form | undefined {
  const clauses: readonly AcceptClause[] = parseAccept(headerOf(headers, 'accept'));
  return clauses.flatMap((clause) => forms[version].filter(({ accepts }) => clauseMatches(clause, accepts)))[0];
}

const addressOf = (key: string, hash: string): string => `${INDEX}/${key}?hash=${hash}`;
