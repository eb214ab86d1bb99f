import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type ClientConfig, HttpClient, KubeconfigError, loadKubeconfig } from '#client';
import {
  type ApiDefinition,
  CompatInputError,
  type ConvertObjects,
  type DefinitionSet,
  type LazyDefinition,
  objectAt,
  readDefinition,
} from '#compat';
import { encodeJson, parseJson } from '#machinery';
import { ApiError, isJsonObject, type Json, type JsonObject } from '#meta';
import { pinnaceVersion } from '#server';
import { DEFINITIONS_PATH } from '../definitions-path.ts';
import { execCredential } from './exec-credential.ts';

const TIMEOUT_MS = 60_000;

/** What answers is no conversion webhook, or nothing does. */
export class WebhookUnreachable extends Error {}

/** What a context of the kubeconfig files says; an empty name is the current context. Throws a `KubeconfigError`. */
export function configOf(context: string, environment: NodeJS.ProcessEnv): ClientConfig {
  const files = (environment.KUBECONFIG ?? join(homedir(), '.kube', 'config'))
    .split(delimiter)
    .filter((path) => path !== '');
  return { ...loadKubeconfig(files, { context, execCredential }), userAgent: `pinnace/${pinnaceVersion()}` };
}

/** Which cluster is meant, by the options of a command. */
export interface ClusterChoice {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** What is said of the chosen cluster. Throws a `CompatInputError`. */
export const configFor = (choice: ClusterChoice, environment: NodeJS.ProcessEnv): ClientConfig =>
  usableConfig(choice.context ?? '', environmentOf(choice, environment));

function usableConfig(context: string, environment: NodeJS.ProcessEnv): ClientConfig {
  try {
    return configOf(context, environment);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new CompatInputError(`kube: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A file that was named takes the place of those of the environment. */
export function environmentOf({ kubeconfig }: ClusterChoice, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return kubeconfig === undefined ? environment : { ...environment, KUBECONFIG: kubeconfig };
}

/** A running API server, asked as the kubeconfig says. */
export class Cluster {
  readonly #server: string;
  readonly #client: HttpClient;

  constructor(config: ClientConfig) {
    this.#server = config.server;
    this.#client = new HttpClient(config);
  }

  /** As a context of the kubeconfig files says; an empty name is the current context. */
  static at(context: string, environment: NodeJS.ProcessEnv): Cluster {
    return new Cluster(usableConfig(context, environment));
  }

  static chosen(choice: ClusterChoice, environment: NodeJS.ProcessEnv): Cluster {
    return Cluster.at(choice.context ?? '', environmentOf(choice, environment));
  }

  async get(path: string): Promise<JsonObject> {
    const found = await this.find(path);
    if (found === undefined) throw new CompatInputError(`kube: ${path.split('?')[0]}: there is nothing`);
    return found;
  }

  /** Applies an object, as `kubectl apply --server-side` does. */
  async apply(path: string, object: JsonObject): Promise<void> {
    try {
      await this.#client.request({
        method: 'PATCH',
        path: `${path}?fieldManager=pinnace&force=true`,
        contentType: 'application/apply-patch+yaml',
        body: encodeJson(object),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CompatInputError(`kube: ${path}: ${why}`, { cause: error });
    }
  }

  /** A definition as the server has it; undefined where it has none of that name. */
  async definition(name: string): Promise<ApiDefinition | undefined> {
    const source = await this.#definitionSource(name);
    return source === undefined ? undefined : readDefinition(source, { origin: 'kube:', line: 1 });
  }

  #definitionSource(name: string): Promise<JsonObject | undefined> {
    return this.find(`${DEFINITIONS_PATH}/${encodeURIComponent(name)}`);
  }

  /** What is at a path; undefined where nothing is. */
  async find(path: string): Promise<JsonObject | undefined> {
    try {
      const value = await this.#ask('GET', path);
      return isJsonObject(value) ? value : {};
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 404) return undefined;
      throw new CompatInputError(`kube: ${path.split('?')[0]}: ${error.message}`, { cause: error });
    }
  }

  /** Converts objects with the webhook of a definition; undefined where it has none. */
  async conversionWebhook(name: string): Promise<ConvertObjects | undefined> {
    const source = await this.#definitionSource(name);
    const webhook = objectAt(objectAt(objectAt(source ?? {}, 'spec'), 'conversion'), 'webhook');
    const send = this.#webhookCall(objectAt(webhook, 'clientConfig'));
    if (send === undefined) return undefined;
    return async (objects, desiredAPIVersion) => {
      const request = { uid: 'compat', desiredAPIVersion, objects: [...objects] };
      const review = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request };
      const answer = await send(review).catch(unreachable);
      const response = isJsonObject(answer) ? objectAt(answer, 'response') : {};
      if (typeof objectAt(response, 'result').status !== 'string') throw new WebhookUnreachable('status 200');
      const { convertedObjects } = response;
      return Array.isArray(convertedObjects) ? convertedObjects.filter(isJsonObject) : undefined;
    };
  }

  #webhookCall({ url, caBundle, service }: JsonObject): ((review: JsonObject) => Promise<Json>) | undefined {
    if (typeof url === 'string') {
      const { origin, pathname, search } = new URL(url);
      const ca = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64').toString() : undefined;
      const direct = new Cluster({ server: origin, ...(ca === undefined ? {} : { certificateAuthority: ca }) });
      return (review) => direct.#ask('POST', `${pathname}${search}`, review);
    }
    if (!isJsonObject(service)) return undefined;
    // The server's own way to a service: nobody outside of a cluster can reach one directly.
    const { name, namespace, port = 443, path = '/' } = service;
    return (review) =>
      this.#ask('POST', `/api/v1/namespaces/${namespace}/services/https:${name}:${port}/proxy${path}`, review);
  }

  /** The objects of a list, a page at a time, so that never all of them are in memory. */
  async *list(path: string, pageSize = 500): AsyncIterable<JsonObject> {
    let next = '';
    do {
      const page = await this.get(
        `${path}?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`,
      );
      for (const item of Array.isArray(page.items) ? page.items : []) if (isJsonObject(item)) yield item;
      next = isJsonObject(page.metadata) && typeof page.metadata.continue === 'string' ? page.metadata.continue : '';
    } while (next !== '');
  }

  /** Throws an `ApiError` for a refusal. */
  async #ask(method: 'GET' | 'POST', path: string, sent?: JsonObject): Promise<Json> {
    const body = sent === undefined ? {} : { body: encodeJson(sent) };
    try {
      return await this.#client.request({ method, path, ...body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new CompatInputError(`kube: ${this.#server} does not answer: ${why}`, { cause: error });
    }
  }

  close(): void {
    this.#client.close();
  }
}

function unreachable(error: unknown): never {
  if (error instanceof ApiError)
    throw new WebhookUnreachable(`status ${error.code}: ${error.message}`, { cause: error });
  throw new WebhookUnreachable(error instanceof Error ? error.message : String(error), { cause: error });
}

/** `kube:CONTEXT`: the definitions of a running server. */
export async function clusterSource(address: string, environment: NodeJS.ProcessEnv): Promise<DefinitionSet> {
  const cluster = Cluster.at(address.slice('kube:'.length), environment);
  try {
    const definitions = new Map<string, LazyDefinition>();
    for await (const item of cluster.list(DEFINITIONS_PATH, 50)) {
      const bytes = Buffer.from(JSON.stringify(item));
      const name = isJsonObject(item.metadata) && typeof item.metadata.name === 'string' ? item.metadata.name : '';
      const load = () =>
        readDefinition(parseJson(bytes, { duplicates: false }).value as JsonObject, { origin: address, line: 1 });
      definitions.set(name, { name, load });
    }
    return { label: address, definitions };
  } finally {
    cluster.close();
  }
}
