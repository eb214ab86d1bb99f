import { posix } from 'node:path';

/** Where links of a page are meant to lead: through this server, below the path that leads to the page's own. */
export interface LinkContext {
  /** `host:port` of the server that the page is from. */
  readonly source: string;
  /** What the client calls this server. */
  readonly asked: string;
  /** The part of the path of the request that names the proxy. */
  readonly prefix: string;
}

/** A link that leads to the page's own server leads there through the proxy. k8s: util/proxy Transport.rewriteURL */
export function rewriteUrl(link: string, { source, asked, prefix }: LinkContext): string {
  const [, scheme = '', authority, path = '', rest = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/s.exec(link) ?? [];
  const host = authority ?? '';
  const isElsewhere = host !== '' && host !== source && host !== asked;
  if (isElsewhere || !path.startsWith('/') || (scheme !== '' && authority === undefined)) return link;
  const begin = host === asked && host !== '' ? `${scheme}//${host}` : '';
  if (path.startsWith(prefix)) return `${begin}${path}${rest}`;
  const joined = posix.join(prefix, path).replace(/(?<=.)\/$/, '');
  return `${begin}${joined}${path.endsWith('/') ? '/' : ''}${rest}`;
}
