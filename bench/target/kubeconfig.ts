import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { BenchError } from '../bench-error.ts';
import type { Target, TlsSettings } from './target.ts';

type Fields = { readonly [name: string]: unknown };

/** The current context of a kubeconfig file: certificates, tokens and files of either; no plugins. */
export function targetOf(file: string): Target {
  const config = parse(readFileSync(file, 'utf8')) as Fields;
  const context = named(config, 'contexts', String(config['current-context'] ?? ''), 'context');
  const cluster = named(config, 'clusters', String(context.cluster ?? ''), 'cluster');
  const user = named(config, 'users', String(context.user ?? ''), 'user');
  if (user.exec !== undefined || user['auth-provider'] !== undefined)
    throw new BenchError(`${file}: the user needs a credential plugin; use a token or a client certificate.`);
  const url = new URL(String(cluster.server));
  const secure = url.protocol === 'https:';
  const pem = reader(file);
  const token = (user.token as string | undefined) ?? pem(user, 'tokenFile')?.trim();
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 443 : 80),
    ...(secure ? { tls: tlsOf(cluster, user, pem) } : {}),
    ...(token === undefined ? {} : { token }),
  };
}

function named(config: Fields, list: string, name: string, what: string): Fields {
  const found = ((config[list] ?? []) as readonly Fields[]).find((item) => item.name === name);
  if (found === undefined) throw new BenchError(`The kubeconfig has no ${what} ${JSON.stringify(name)}.`);
  return (found[what] ?? {}) as Fields;
}

type Read = (fields: Fields, key: string) => string | undefined;

/** `key-data` holds the thing itself in base64; `key` names a file beside the kubeconfig. */
function reader(file: string): Read {
  return (fields, key) => {
    const data = fields[`${key}-data`];
    if (typeof data === 'string') return Buffer.from(data, 'base64').toString();
    const path = fields[key];
    return typeof path === 'string' ? readFileSync(resolve(dirname(file), path), 'utf8') : undefined;
  };
}

function tlsOf(cluster: Fields, user: Fields, pem: Read): TlsSettings {
  const optional = {
    ca: pem(cluster, 'certificate-authority'),
    cert: pem(user, 'client-certificate'),
    key: pem(user, 'client-key'),
    servername: cluster['tls-server-name'] as string | undefined,
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { ...given, insecure: cluster['insecure-skip-tls-verify'] === true };
}
