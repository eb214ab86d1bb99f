import type { Agent, OutgoingHttpHeaders } from 'node:http';
import type { Clock } from '#meta';

/** What a request is sent to. */
export interface ProxyTarget {
  readonly scheme: 'http' | 'https';
  /** Where to connect. */
  readonly host: string;
  readonly port: number;
  /** What the server is told that it was called. */
  readonly authority: string;
  /** Escaped, without the query. */
  readonly path: string;
  readonly query: string;
  /** Keeps connections and knows whom to trust. */
  readonly agent: Agent;
  /** In place of what the client sent; `undefined` takes a header away. */
  readonly headers?: OutgoingHttpHeaders;
  readonly clock: Clock;
}

/** A server that could not be asked, or whose answer could not be read: in the words of Go's client. */
export class BackendError extends Error {}

/** How it is told that a request did not get there. */
export const REACHING = 'error trying to reach service: ';

/** As Go writes a path into a URL. k8s: net/url EscapedPath */
export function escapedPath(path: string): string {
  const escaped = encodeURIComponent(path).replace(/[!'()*]/g, hex);
  return escaped.replace(/%(?:24|26|2B|2C|2F|3A|3B|3D|40)/g, decodeURIComponent);
}

const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
