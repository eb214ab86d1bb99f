import { isIPv6 } from 'node:net';
import { posix } from 'node:path';
import { fromBytes, parseUrl } from '#meta';
import type { ServiceReference, WebhookClientConfig } from './client-config.ts';

/** Where a webhook is, as its definition says it. */
export interface WebhookAddress {
  /** For people, and for the words of errors: `https://hook.default.svc:443/convert`. */
  readonly href: string;
  /** The `Host` header: the host, with the port where one is given. */
  readonly authority: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** The service to resolve; then `host` is only the name that the certificate must have. */
  readonly service?: { readonly namespace: string; readonly name: string; readonly port: number };
}

/** The address, or why the definition gives none. */
export function webhookAddress({ url, service }: WebhookClientConfig): WebhookAddress | { readonly fault: string } {
  if (service !== undefined && service !== null) return serviceAddress(service);
  if (!url) return { fault: 'webhook configuration must have either service or URL' };
  const parsed = parseUrl(url);
  if (typeof parsed === 'string') return { fault: `Unparsable URL: ${parsed}` };
  if (parsed.scheme !== 'https' || parsed.host === '')
    return { fault: `webhook URL must be https://host[/path]: ${url}` };
  const authority = fromBytes(parsed.host);
  const path = parsed.escapedPath.length === 0 ? '' : joinedPath(fromBytes(parsed.escapedPath));
  return {
    href: `https://${authority}${path}`,
    authority,
    host: fromBytes(parsed.hostname),
    port: parsed.port === '' ? 443 : Number(parsed.port),
    path: path === '' ? '/' : path,
  };
}

function serviceAddress({ namespace, name, path, port }: ServiceReference): WebhookAddress {
  const host = `${name}.${namespace}.svc`;
  const number = port ?? 443;
  const below = joinedPath(path ?? '');
  const authority = `${host}:${number}`;
  const service = { namespace, name, port: number };
  return { href: `https://${authority}${below}`, authority, host, port: number, path: below, service };
}

/** `host:port`, and `[host]:port` where the host has colons itself. */
export function joinHostPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Go's client joins paths: doubled slashes, which envtest writes, dots and a slash at the end are lost. */
const joinedPath = (path: string): string => posix.join('/', path).replace(/(?<=.)\/+$/, '');
