import type { Catalog, ServedResource } from '#machinery';
import { clauseMatches, parseAccept } from '../discovery/accept.ts';
import { contentHash, type DocumentReply, emptyBody, headerOf, knowsAlready } from '../discovery/document-reply.ts';
import { type PlannedDocument, planDocuments } from './document-v3.ts';
import { gnosticV3 } from './gnostic-v3.ts';
import { jsonBytes } from './json-bytes.ts';
import type { OpenApiRequest } from './openapi-reply.ts';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
const FORMS = [
  { accepts: 'application/json', form: 'json', answers: 'application/json' },
  { accepts: PROTOBUF, form: 'protobuf', answers: PROTOBUF },
  { accepts: 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf', form: 'protobuf', answers: PROTOBUF },
] as const;
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** `/openapi/v3`: where to find each document, by address that changes with its content. */
export function indexReply(catalog: Catalog, { headers }: OpenApiRequest): DocumentReply {
  const { index } = shelfOf(catalog);
  const etag = `"${index.hash()}"`;
  if (knowsAlready(headers, etag)) return { status: 304, headers: { etag }, body: emptyBody };
  return { status: 200, headers: { 'content-type': 'application/json', etag }, body: index.json() };
}

/** `/openapi/v3/KEY`; undefined when there is no such document. */
export function documentReplyV3(catalog: Catalog, key: string, request: OpenApiRequest): DocumentReply | undefined {
  const document = shelfOf(catalog).documents.get(key);
  if (document === undefined) return undefined;
  const clauses = parseAccept(headerOf(request.headers, 'accept'));
  const wanted = clauses.flatMap((clause) => FORMS.filter(({ accepts }) => clauseMatches(clause, accepts)))[0];
  if (wanted === undefined) return { status: 406, headers: { vary: 'Accept' }, body: emptyBody };
  const etag = `"${document.hash()}"`;
  const asked = request.query.get('hash') ?? '';
  const common = { 'content-type': wanted.answers, etag, vary: 'Accept' };
  if (asked !== '' && asked !== document.hash()) {
    return { status: 301, headers: { ...common, location: addressOf(key, document) }, body: emptyBody };
  }
  const expires = new Date(request.now + YEAR).toUTCString();
  const lasting = asked === '' ? {} : { 'cache-control': 'public, immutable', expires };
  if (knowsAlready(request.headers, etag))
    return { status: 304, headers: { etag, vary: 'Accept', ...lasting }, body: emptyBody };
  return { status: 200, headers: { ...common, ...lasting }, body: document[wanted.form]() };
}

const addressOf = (key: string, document: LazyDocument): string => `/openapi/v3/${key}?hash=${document.hash()}`;

/**
 * A document that is made when asked for. Asking for the hash alone keeps the hash alone: the index needs the hashes of
 * all documents, of which a client then reads one or two.
 */
class LazyDocument {
  readonly #plan: Pick<PlannedDocument, 'make'>;
  #hash: string | undefined;
  #json: Uint8Array | undefined;
  #protobuf: Uint8Array | undefined;

  constructor(plan: Pick<PlannedDocument, 'make'>) {
    this.#plan = plan;
  }
  hash(): string {
    this.#hash ??= contentHash(this.#json ?? jsonBytes(this.#plan.make()));
    return this.#hash;
  }
  json(): Uint8Array {
    this.#json ??= jsonBytes(this.#plan.make());
    return this.#json;
  }
  protobuf(): Uint8Array {
    this.#protobuf ??= gnosticV3(this.#plan.make());
    return this.#protobuf;
  }
}

interface Shelf {
  readonly documents: ReadonlyMap<string, LazyDocument>;
  readonly index: LazyDocument;
}
const shelves = new WeakMap<Catalog, Shelf>();

function shelfOf(catalog: Catalog): Shelf {
  const known = shelves.get(catalog);
  if (known !== undefined) return known;
  const documents = new Map<string, LazyDocument>();
  for (const [key, plan] of planDocuments(catalog)) documents.set(key, carryOver(key, plan));
  const index = new LazyDocument({
    make: () => ({
      paths: Object.fromEntries(
        [...documents].map(([key, document]) => [key, { serverRelativeURL: addressOf(key, document) }]),
      ),
    }),
  });
  const shelf = { documents, index };
  shelves.set(catalog, shelf);
  return shelf;
}

interface Carried {
  readonly key: string;
  readonly members: readonly ServedResource[];
  readonly document: LazyDocument;
}
const carried = new WeakMap<object, Carried>();

// A new custom resource makes a new catalog, in which nearly every group is what it was: its document is kept.
function carryOver(key: string, plan: PlannedDocument): LazyDocument {
  const source = plan.members[0]?.versionDefinition ?? plan.source;
  if (source === undefined) return new LazyDocument(plan);
  const known = carried.get(source);
  if (known?.key === key && sameMembers(known.members, plan.members)) return known.document;
  const document = new LazyDocument(plan);
  carried.set(source, { key, members: plan.members, document });
  return document;
}

const sameMembers = (a: readonly ServedResource[], b: readonly ServedResource[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => one.definition === b[at]?.definition && one.versionDefinition === b[at]?.versionDefinition);
