import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { CompatInputError } from '#compat';
import { parseYaml } from '#machinery';
import { isJsonObject, type JsonObject } from '#meta';

/** How to reach a cluster, and as whom. */
export interface ClusterAccess {
  readonly server: string;
  readonly serverName: string | undefined;
  readonly ca: Buffer | undefined;
  readonly skipVerify: boolean;
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
  readonly authorization: string | undefined;
}

/** The access that a context of the kubeconfig files gives; an empty name is the current context. */
export function clusterAccess(context: string, environment: NodeJS.ProcessEnv): ClusterAccess {
  const paths = (environment.KUBECONFIG ?? join(homedir(), '.kube', 'config'))
    .split(delimiter)
    .filter((path) => path !== '');
  const configs = paths.filter((path) => existsSync(path)).map(readConfig);
  const wanted =
    context || configs.map(({ config }) => text(config['current-context'])).find((name) => name !== '') || '';
  if (wanted === '') throw new CompatInputError(`kube: there is no current context in ${paths.join(', ')}`);
  const chosen = named(configs, 'contexts', wanted);
  if (chosen === undefined)
    throw new CompatInputError(`kube: there is no context ${JSON.stringify(wanted)} in ${paths.join(', ')}`);
  const cluster = named(configs, 'clusters', text(chosen.entry.cluster));
  if (cluster === undefined)
    throw new CompatInputError(`kube: context ${JSON.stringify(wanted)} names a cluster that is not there`);
  const user = named(configs, 'users', text(chosen.entry.user));
  return accessOf(cluster, user);
}

interface Config {
  readonly folder: string;
  readonly config: JsonObject;
}

interface Entry {
  readonly folder: string;
  readonly entry: JsonObject;
}

function readConfig(path: string): Config {
  try {
    const { value } = parseYaml(readFileSync(path), { duplicates: false });
    return { folder: dirname(path), config: isJsonObject(value) ? value : {} };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CompatInputError(`${path}: ${why}`, { cause: error });
  }
}

const singular: Readonly<Record<string, string>> = { contexts: 'context', clusters: 'cluster', users: 'user' };

function named(configs: readonly Config[], list: string, name: string): Entry | undefined {
  for (const { folder, config } of configs) {
    const entries = Array.isArray(config[list]) ? config[list].filter(isJsonObject) : [];
    const entry = entries.find((one) => one.name === name)?.[singular[list] ?? ''];
    if (isJsonObject(entry)) return { folder, entry };
  }
  return undefined;
}

function accessOf(cluster: Entry, user: Entry | undefined): ClusterAccess {
  const server = text(cluster.entry.server);
  if (server === '') throw new CompatInputError('kube: the cluster has no server');
  const exec = user === undefined ? {} : execCredential(user);
  return {
    server: server.replace(/\/+$/, ''),
    serverName: text(cluster.entry['tls-server-name']) || undefined,
    ca: bytesOf(cluster, 'certificate-authority'),
    skipVerify: cluster.entry['insecure-skip-tls-verify'] === true,
    cert: exec.cert ?? (user === undefined ? undefined : bytesOf(user, 'client-certificate')),
    key: exec.key ?? (user === undefined ? undefined : bytesOf(user, 'client-key')),
    authorization: exec.authorization ?? (user === undefined ? undefined : authorizationOf(user)),
  };
}

/** `client-key-data` holds it, `client-key` names its file. */
function bytesOf({ folder, entry }: Entry, key: string): Buffer | undefined {
  const data = text(entry[`${key}-data`]);
  if (data !== '') return Buffer.from(data, 'base64');
  const file = text(entry[key]);
  return file === '' ? undefined : readGiven(resolve(folder, file));
}

function readGiven(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CompatInputError(`kube: ${path} cannot be read`, { cause: error });
  }
}

function authorizationOf({ folder, entry }: Entry): string | undefined {
  const token = text(entry.token);
  if (token !== '') return `Bearer ${token}`;
  const file = text(entry.tokenFile);
  if (file !== '') return `Bearer ${readGiven(resolve(folder, file)).toString().trim()}`;
  const [name, password] = [text(entry.username), text(entry.password)];
  return name === '' ? undefined : `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

type Credential = { readonly [part in 'cert' | 'key']?: Buffer } & { readonly authorization?: string };

/** Asks the program that the kubeconfig names for credentials, as kubectl does. */
function execCredential({ folder, entry }: Entry): Credential {
  if (!isJsonObject(entry.exec)) return {};
  const { command, args, env, apiVersion } = entry.exec;
  const extra = Array.isArray(env) ? env.filter(isJsonObject).map((one) => [text(one.name), text(one.value)]) : [];
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
  const path = text(command).includes('/') ? resolve(folder, text(command)) : text(command);
  try {
    const answer = execFileSync(path, Array.isArray(args) ? args.map(String) : [], {
      env: { ...process.env, ...Object.fromEntries(extra), KUBERNETES_EXEC_INFO: info },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
    });
    const { status } = JSON.parse(answer.toString()) as { status?: Record<string, string> };
    return {
      ...(status?.token === undefined ? {} : { authorization: `Bearer ${status.token}` }),
      ...(status?.clientCertificateData === undefined ? {} : { cert: Buffer.from(status.clientCertificateData) }),
      ...(status?.clientKeyData === undefined ? {} : { key: Buffer.from(status.clientKeyData) }),
    };
  } catch (error) {
    throw new CompatInputError(`kube: ${text(command)} gives no credentials: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
