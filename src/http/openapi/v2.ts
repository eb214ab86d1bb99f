import type { Catalog } from '#machinery';
import { clauseMatches, parseAccept } from '../discovery/accept.ts';
import { contentHash, type DocumentReply, emptyBody, headerOf, knowsAlready } from '../discovery/document-reply.ts';
import { documentV2 } from './document-v2.ts';
import { gnosticV2 } from './gnostic-v2.ts';
import { jsonBytes } from './json-bytes.ts';
import type { OpenApiRequest } from './openapi-reply.ts';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const FORMS = [
  { accepts: 'application/json', form: 'json', answers: 'application/json' },
  { accepts: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', form: 'protobuf', answers: PROTOBUF },
  { accepts: PROTOBUF, form: 'protobuf', answers: PROTOBUF },
] as const;

interface Encoded {
  readonly body: Uint8Array;
  readonly etag: string;
}
const encoders = { json: jsonBytes, protobuf: gnosticV2 };
const made = { json: new WeakMap<Catalog, Encoded>(), protobuf: new WeakMap<Catalog, Encoded>() };

/** `/openapi/v2`: everything in one document. Each form is made when it is first asked for. */
export function documentReplyV2(catalog: Catalog, { headers }: OpenApiRequest): DocumentReply {
  const clauses = parseAccept(headerOf(headers, 'accept'));
  const wanted = clauses.flatMap((clause) => FORMS.filter(({ accepts }) => clauseMatches(clause, accepts)))[0];
  if (wanted === undefined) return { status: 406, headers: { vary: 'Accept' }, body: emptyBody };
  const { body, etag } = encoded(catalog, wanted.form);
  if (knowsAlready(headers, etag)) return { status: 304, headers: { etag, vary: 'Accept' }, body: emptyBody };
  return { status: 200, headers: { 'content-type': wanted.answers, etag, vary: 'Accept' }, body };
}

function encoded(catalog: Catalog, form: keyof typeof encoders): Encoded {
  const known = made[form].get(catalog);
  if (known !== undefined) return known;
  const body = encoders[form](documentV2(catalog));
  const fresh = { body, etag: `"${contentHash(body)}"` };
  made[form].set(catalog, fresh);
  return fresh;
}
