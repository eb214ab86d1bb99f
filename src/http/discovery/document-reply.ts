import { createHash } from 'node:crypto';

export interface RequestHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** A complete answer: the bytes of a document are made once. */
export interface DocumentReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

export const emptyBody = new Uint8Array(0);

export function headerOf(headers: RequestHeaders, name: string): string {
  const value = headers[name];
  if (value === undefined) return '';
  return typeof value === 'string' ? value : value.join(',');
}

export const contentHash = (bytes: Uint8Array): string =>
  createHash('sha512').update(bytes).digest('hex').toUpperCase();

/** Whether the client already has what carries this (quoted) ETag. */
export function knowsAlready(headers: RequestHeaders, etag: string): boolean {
  const known = headerOf(headers, 'if-none-match').split(',', 64);
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
