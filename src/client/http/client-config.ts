import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';

/** Where a server is, and who asks. Certificates and keys are PEM. */
export interface ClientConfig {
  /** `https://127.0.0.1:6443` */
  readonly server: string;
  readonly certificateAuthority?: string;
  readonly token?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  /** Whoever answers is believed. */
  readonly insecureSkipTlsVerify?: boolean;
  /** Of namespaced resources, where none is said; `default` if left out. */
  readonly namespace?: string;
}

/** A kubeconfig that cannot be used. */
export class KubeconfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KubeconfigError';
  }
}

/** What a kubeconfig says of its current context, or of another one. Commands that fetch credentials are not run. */
export function loadKubeconfig(file: string, context?: string): ClientConfig {
  const config = parseYaml(readFileSync(file), { duplicates: false }).value;
  const name = context ?? textOf(config, 'current-context');
  if (name === undefined) throw new KubeconfigError(`${file}: there is no current-context; say which`);
  const chosen = named(config, { list: 'contexts', name, part: 'context', file });
  const cluster = named(config, { list: 'clusters', name: textOf(chosen, 'cluster'), part: 'cluster', file });
  const user = named(config, { list: 'users', name: textOf(chosen, 'user'), part: 'user', file });
  const server = textOf(cluster, 'server');
  if (server === undefined) throw new KubeconfigError(`${file}: the cluster of the context ${name} has no server`);
  const pem = (from: JsonObject, key: string): string | undefined => {
    const data = textOf(from, `${key}-data`);
    if (data !== undefined) return Buffer.from(data, 'base64').toString();
    const path = textOf(from, key);
    return path === undefined ? undefined : readFileSync(resolve(dirname(file), path), 'utf8');
  };
  const tokenFile = textOf(user, 'tokenFile');
  return given({
    server,
    certificateAuthority: pem(cluster, 'certificate-authority'),
    clientCertificate: pem(user, 'client-certificate'),
    clientKey: pem(user, 'client-key'),
    token: textOf(user, 'token') ?? (tokenFile && readFileSync(resolve(dirname(file), tokenFile), 'utf8').trim()),
    insecureSkipTlsVerify: cluster['insecure-skip-tls-verify'] === true ? true : undefined,
    namespace: textOf(chosen, 'namespace'),
  });
}

interface Entry {
  readonly list: string;
  readonly name: string | undefined;
  readonly part: string;
  readonly file: string;
}

function named(config: Json, { list, name, part, file }: Entry): JsonObject {
  const entries = isJsonObject(config) ? config[list] : undefined;
  const entry = (Array.isArray(entries) ? entries : []).find((one) => textOf(one, 'name') === name);
  const found = isJsonObject(entry) ? entry[part] : undefined;
  if (!isJsonObject(found)) throw new KubeconfigError(`${file}: there is no ${part} ${name}`);
  return found;
}

function textOf(value: Json | undefined, key: string): string | undefined {
  const found = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };
function given(config: Loose<ClientConfig> & Pick<ClientConfig, 'server'>): ClientConfig {
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => value !== undefined),
  ) as unknown as ClientConfig;
}
