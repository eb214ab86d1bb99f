import type { Catalog } from '#machinery';
import type { DocumentReply, RequestHeaders } from '../discovery/document-reply.ts';
import { documentReplyV2 } from './v2.ts';
import { documentReplyV3, indexReply } from './v3.ts';

export interface OpenApiRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
  /** Milliseconds: documents with a hash in their address are good for a year from now. */
  readonly now: number;
}

/** Answers a GET of an OpenAPI path; undefined where the path names no document. */
export function openapiReply(catalog: Catalog, request: OpenApiRequest): DocumentReply | undefined {
  const { path } = request;
  if (path === '/openapi/v2') return documentReplyV2(catalog, request);
  if (path === '/openapi/v3' || path === '/openapi/v3/') return indexReply(catalog, request);
  if (!path.startsWith('/openapi/v3/')) return undefined;
  return documentReplyV3(catalog, path.slice('/openapi/v3/'.length), request);
}
