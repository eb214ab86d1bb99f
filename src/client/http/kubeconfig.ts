import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { ClientConfig } from './client-config.ts';

/** A kubeconfig that cannot be used. */
export class KubeconfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KubeconfigError';
  }
}

/** What a program that gives credentials gave. */
export type ExecCredential = Pick<ClientConfig, 'token' | 'clientCertificate' | 'clientKey'>;

export interface KubeconfigOptions {
  /** Instead of the current context. */
  readonly context?: string;
  /** Runs the program that a user's `exec` names, seen from a folder. Without it such users have no credentials. */
  execCredential?(exec: JsonObject, folder: string): ExecCredential;
}

/**
 * What a kubeconfig says of a context. Of several files, as `KUBECONFIG` names them, the first that has something counts,
 * and those that are not there are passed over.
 */
export function loadKubeconfig(files: string | readonly string[], options: KubeconfigOptions = {}): ClientConfig {
  const found = typeof files === 'string' ? [files] : files.filter((file) => existsSync(file));
  const configs = new Kubeconfigs(found.map(readConfig), [files].flat().join(', '));
  const name = options.context || configs.currentContext();
  const context = configs.named('context', name);
  const cluster = configs.named('cluster', textOf(context.entry, 'cluster'));
  const userName = textOf(context.entry, 'user');
  const user = userName === undefined ? undefined : configs.named('user', userName);
  const server = textOf(cluster.entry, 'server');
  if (server === undefined) throw new KubeconfigError(`the cluster of the context ${name} has no server`);
  return withoutUndefined<ClientConfig>({
    ...(user && credentialsOf(user, options)),
    server,
    tlsServerName: textOf(cluster.entry, 'tls-server-name'),
    certificateAuthority: pemOf(cluster, 'certificate-authority'),
    insecureSkipTlsVerify: cluster.entry['insecure-skip-tls-verify'] === true ? true : undefined,
    namespace: textOf(context.entry, 'namespace'),
  });
}

/** Users of a kubeconfig by name: what they show to prove who they are, read when it is asked for. */
interface KubeconfigUsers {
  /** Undefined if there is no such user. */
  user(name: string): UserCredentials | undefined;
  /** Of the current context. */
  readonly currentUser: string | undefined;
}
type UserCredentials = Pick<ClientConfig, 'token' | 'clientCertificate' | 'clientKey' | 'username' | 'password'>;

/** The users of one kubeconfig, whatever clusters and contexts it has. */
export function loadKubeconfigUsers(file: string): KubeconfigUsers {
  const configs = new Kubeconfigs([readConfig(file)], file);
  const context = configs.find('context', configs.findCurrentContext());
  return {
    currentUser: context && textOf(context.entry, 'user'),
    user(name) {
      const user = configs.find('user', name);
      return user && withoutUndefined<UserCredentials>(credentialsOf(user, {}));
    },
  };
}

interface Config {
  readonly folder: string;
  readonly config: Json;
}
interface Entry {
  readonly folder: string;
  readonly entry: JsonObject;
}

type EntryKind = 'context' | 'cluster' | 'user';

class Kubeconfigs {
  readonly #configs: readonly Config[];
  readonly #names: string;

  constructor(configs: readonly Config[], names: string) {
    this.#configs = configs;
    this.#names = names;
  }

  currentContext(): string {
    const name = this.findCurrentContext();
    if (name === undefined) throw new KubeconfigError(`there is no current-context in ${this.#names}; say which`);
    return name;
  }

  findCurrentContext(): string | undefined {
    for (const { config } of this.#configs) {
      const name = textOf(config, 'current-context');
      if (name !== undefined) return name;
    }
    return undefined;
  }

  named(kind: EntryKind, name: string | undefined): Entry {
    const found = this.find(kind, name);
    if (found !== undefined) return found;
    throw new KubeconfigError(`there is no ${kind} ${JSON.stringify(name ?? '')} in ${this.#names}`);
  }

  find(kind: EntryKind, name: string | undefined): Entry | undefined {
    for (const { folder, config } of this.#configs) {
      const list = isJsonObject(config) ? config[`${kind}s`] : undefined;
      const one = (Array.isArray(list) ? list : []).find((item) => textOf(item, 'name') === name);
      const entry = isJsonObject(one) ? one[kind] : undefined;
      if (isJsonObject(entry)) return { folder, entry };
    }
    return undefined;
  }
}

function readConfig(file: string): Config {
  try {
    return { folder: dirname(file), config: parseYaml(readFileSync(file), { duplicates: false }).value };
  } catch (error) {
    throw new KubeconfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function credentialsOf(user: Entry, { execCredential }: KubeconfigOptions): Loose<ClientConfig> {
  const { exec } = user.entry;
  const tokenFile = textOf(user.entry, 'tokenFile');
  const token = textOf(user.entry, 'token') ?? (tokenFile && readBeside(user, tokenFile).trim());
  return {
    token,
    clientCertificate: pemOf(user, 'client-certificate'),
    clientKey: pemOf(user, 'client-key'),
    username: textOf(user.entry, 'username'),
    password: textOf(user.entry, 'password'),
    ...(isJsonObject(exec) && execCredential?.(exec, user.folder)),
  };
}

/** `client-key-data` holds it, `client-key` names its file. */
function pemOf(entry: Entry, key: string): string | undefined {
  const data = textOf(entry.entry, `${key}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64').toString();
  const file = textOf(entry.entry, key);
  return file === undefined ? undefined : readBeside(entry, file);
}

function readBeside({ folder }: Entry, file: string): string {
  const path = resolve(folder, file);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KubeconfigError(`${path} cannot be read`, { cause: error });
  }
}

function textOf(value: Json | undefined, key: string): string | undefined {
  const found = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };
function withoutUndefined<T extends object>(value: Loose<T>): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
