import { type ClientConfig, HttpClient, KubeconfigError } from '#client';
import { ApiError, formatGroupResource, isJsonObject, type Json, type JsonObject } from '#meta';
import { CommandError, UsageError } from '../command.ts';
import { type ClusterChoice, configOf, environmentOf } from '../compat/cluster.ts';

/** A resource as discovery tells it. */
export interface ApiResource {
  /** `widgets.example.com`, `pods` */
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Those that are served, the preferred one first. */
  readonly versions: readonly string[];
  readonly verbs: readonly string[];
  /** Another text whenever new writes lie in another version; '' where the server does not say. */
  readonly storageHash: string;
}

const REQUEST_TIMEOUT_MS = 60_000;

/** Any API server of Kubernetes, asked as the kubeconfig says. */
export class ApiCluster implements Disposable {
  readonly server: string;
  readonly #client: HttpClient;
  #resources: Promise<readonly ApiResource[]> | undefined;

  constructor(choice: ClusterChoice, environment: NodeJS.ProcessEnv) {
    const config = configFor(choice.context ?? '', environmentOf(choice, environment));
    this.server = config.server;
    this.#client = new HttpClient(config);
  }

  /** Throws an `ApiError` for a refusal. */
  async ask(call: {
    method: string;
    path: string;
    body?: Json;
    contentType?: string;
    accept?: string;
  }): Promise<JsonObject> {
    const { body, ...rest } = call;
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await this.#client.request({ ...rest, ...sent, signal });
    return isJsonObject(answer) ? answer : {};
  }

  get(path: string, accept = 'application/json'): Promise<JsonObject> {
    return this.ask({ method: 'GET', path, accept });
  }

  text(path: string): Promise<string> {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return this.#client.text({ method: 'GET', path, accept: 'text/plain', signal });
  }

  /** Undefined where nothing is. */
  async find(path: string, accept?: string): Promise<JsonObject | undefined> {
    try {
      return await this.get(path, accept);
    } catch (error) {
      if (error instanceof ApiError && error.status.code === 404) return undefined;
      throw error;
    }
  }

  /** Everything that is served, once for each resource. Asked once. */
  resources(): Promise<readonly ApiResource[]> {
    this.#resources ??= this.#discover();
    return this.#resources;
  }

  async #discover(): Promise<readonly ApiResource[]> {
    const core = await this.get('/api');
    const { groups } = await this.get('/apis');
    const versions = strings(core.versions).map((version) => ({ group: '', version }));
    for (const one of objects(groups)) {
      const own = objects(one.versions).map(({ version }) => String(version));
      const preferred = isJsonObject(one.preferredVersion) ? String(one.preferredVersion.version) : own[0];
      const sorted = [...own].sort((a, b) => Number(b === preferred) - Number(a === preferred));
      versions.push(...sorted.map((version) => ({ group: String(one.name), version })));
    }
    const found = new Map<string, ApiResource>();
    const lists = await Promise.all(versions.map((one) => this.#list(one)));
    for (const resource of lists.flat()) {
      const known = found.get(resource.name);
      if (known === undefined) found.set(resource.name, resource);
      else found.set(resource.name, { ...known, versions: [...known.versions, ...resource.versions] });
    }
    return [...found.values()];
  }

  /** A group that does not answer (an extension server that is down) has no resources for now. */
  async #list({ group, version }: { group: string; version: string }): Promise<readonly ApiResource[]> {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const list = await this.get(path).catch(() => ({}) as JsonObject);
    return objects(list.resources)
      .filter(({ name }) => !String(name).includes('/'))
      .map(({ name, kind, namespaced, verbs, storageVersionHash }) => ({
        name: formatGroupResource({ group, resource: String(name) }),
        group,
        resource: String(name),
        kind: String(kind),
        namespaced: namespaced === true,
        versions: [version],
        verbs: strings(verbs),
        storageHash: typeof storageVersionHash === 'string' ? storageVersionHash : '',
      }));
  }

  [Symbol.dispose](): void {
    this.#client.close();
  }
}

/** Runs a command against a cluster; what goes wrong there is a sentence. */
export async function withCluster<T>(
  choice: ClusterChoice,
  environment: NodeJS.ProcessEnv,
  work: (cluster: ApiCluster) => Promise<T>,
): Promise<T> {
  using cluster = new ApiCluster(choice, environment);
  try {
    return await work(cluster);
  } catch (error) {
    if (error instanceof ApiError) throw new CommandError(error.message, { cause: error });
    if (error instanceof Error && 'code' in error)
      throw new CommandError(`${cluster.server} does not answer: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The resource that a word means: `widgets.example.com`, `widgets`, or its kind. */
export function resourceNamed(resources: readonly ApiResource[], word: string): ApiResource {
  const lower = word.toLowerCase();
  const found = resources.filter(({ name, resource, kind }) => [name, resource, kind.toLowerCase()].includes(lower));
  const [one, other] = found;
  const exact = found.find(({ name }) => name === lower);
  if (exact !== undefined) return exact;
  if (one === undefined) throw new CommandError(`the server has no resource ${word}`);
  if (other !== undefined)
    throw new UsageError(`${word} means ${found.map(({ name }) => name).join(' or ')}: say which`);
  return one;
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function configFor(context: string, environment: NodeJS.ProcessEnv): ClientConfig {
  try {
    return configOf(context, environment);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}
