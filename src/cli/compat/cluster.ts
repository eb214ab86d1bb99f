import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import {
  type ApiDefinition,
  CompatInputError,
  type DefinitionSet,
  type LazyDefinition,
  objectAt,
  readDefinition,
} from '#compat';
import { encodeJson, parseJson } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import { type ClusterAccess, clusterAccess } from './kubeconfig.ts';

const maxAnswerBytes = 256 * 1024 * 1024;
const timeoutMs = 60_000;
const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Answer {
  readonly status: number;
  readonly value: Json;
}

/** Gives objects in another version; undefined where the webhook refuses. */
type ConvertObjects = (
  objects: readonly JsonObject[],
  apiVersion: string,
) => Promise<readonly JsonObject[] | undefined>;

/** What answers is no conversion webhook, or nothing does. */
export class WebhookUnreachable extends Error {}

const nobody = {
  serverName: undefined,
  skipVerify: false,
  cert: undefined,
  key: undefined,
  authorization: undefined,
} as const;

/** A running API server, asked as the kubeconfig says. */
export class Cluster {
  readonly #access: ClusterAccess;
  readonly #agent: Agent | undefined;

  constructor(access: ClusterAccess) {
    this.#access = access;
    const { ca, cert, key, skipVerify, serverName } = access;
    this.#agent = access.server.startsWith('https:')
      ? new Agent({
          keepAlive: true,
          rejectUnauthorized: !skipVerify,
          ...(ca && { ca }),
          ...(cert && { cert }),
          ...(key && { key }),
          ...(serverName && { servername: serverName }),
        })
      : undefined;
  }

  static at(context: string, environment: NodeJS.ProcessEnv): Cluster {
    return new Cluster(clusterAccess(context, environment));
  }

  async get(path: string): Promise<JsonObject> {
    return this.#good(await this.#answer('GET', path), path.split('?')[0] ?? path);
  }

  #good({ status, value }: Answer, what: string): JsonObject {
    if (status === 200 && isJsonObject(value)) return value;
    const message = isJsonObject(value) && typeof value.message === 'string' ? value.message : `status ${status}`;
    throw new CompatInputError(`kube: ${what}: ${message}`);
  }

  async #answer(method: 'GET' | 'POST', path: string, sent?: JsonObject): Promise<Answer> {
    const { status, body } = await this.#send(method, path, sent);
    try {
      return { status, value: body.length === 0 ? {} : parseJson(body, { duplicates: false }).value };
    } catch {
      // What is no JSON comes from something in between; its status says what is wrong.
      return { status, value: {} };
    }
  }

  /** A definition as the server has it; undefined where it has none of that name. */
  async definition(name: string): Promise<ApiDefinition | undefined> {
    const source = await this.#definitionSource(name);
    return source === undefined ? undefined : readDefinition(source, { origin: 'kube:', line: 1 });
  }

  #definitionSource(name: string): Promise<JsonObject | undefined> {
    return this.find(`${definitionsPath}/${encodeURIComponent(name)}`);
  }

  /** What is at a path; undefined where nothing is. */
  async find(path: string): Promise<JsonObject | undefined> {
    const answer = await this.#answer('GET', path);
    return answer.status === 404 ? undefined : this.#good(answer, path);
  }

  /** Converts objects with the webhook of a definition; undefined where it has none. */
  async conversionWebhook(name: string): Promise<ConvertObjects | undefined> {
    const source = await this.#definitionSource(name);
    const webhook = objectAt(objectAt(objectAt(source ?? {}, 'spec'), 'conversion'), 'webhook');
    const send = this.#webhookCall(objectAt(webhook, 'clientConfig'));
    if (send === undefined) return undefined;
    return async (objects, desiredAPIVersion) => {
      const request = { uid: 'compat', desiredAPIVersion, objects: [...objects] };
      const { status, value } = await send({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'ConversionReview',
        request,
      });
      const response = isJsonObject(value) ? objectAt(value, 'response') : {};
      if (status !== 200 || typeof objectAt(response, 'result').status !== 'string') {
        const why = isJsonObject(value) && typeof value.message === 'string' ? `: ${value.message}` : '';
        throw new WebhookUnreachable(`status ${status}${why}`);
      }
      const { convertedObjects } = response;
      return Array.isArray(convertedObjects) ? convertedObjects.filter(isJsonObject) : undefined;
    };
  }

  #webhookCall({ url, caBundle, service }: JsonObject): ((review: JsonObject) => Promise<Answer>) | undefined {
    if (typeof url === 'string') {
      const ca = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64') : undefined;
      const direct = new Cluster({ ...nobody, server: url, ca });
      return (review) =>
        direct.#answer('POST', '', review).catch((error: Error) => {
          throw new WebhookUnreachable(error.message, { cause: error });
        });
    }
    if (!isJsonObject(service)) return undefined;
    // The server's own way to a service: nobody outside of a cluster can reach one directly.
    const { name, namespace, port = 443, path = '/' } = service;
    return (review) =>
      this.#answer('POST', `/api/v1/namespaces/${namespace}/services/https:${name}:${port}/proxy${path}`, review);
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

  #send(
    method: string,
    path: string,
    sent: JsonObject | undefined,
  ): Promise<{ readonly status: number; readonly body: Buffer }> {
    const { server, authorization } = this.#access;
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(authorization && { authorization }),
    };
    const send = this.#agent === undefined ? httpRequest : httpsRequest;
    return new Promise((done, failed) => {
      const fail = (error: Error): void =>
        failed(new CompatInputError(`kube: ${server} does not answer: ${error.message}`, { cause: error }));
      const call = send(
        `${server}${path}`,
        { method, headers, timeout: timeoutMs, ...(this.#agent && { agent: this.#agent }) },
        (answer) => {
          const parts: Buffer[] = [];
          let length = 0;
          answer.on('data', (part: Buffer) => {
            length += part.length;
            parts.push(part);
            if (length > maxAnswerBytes) call.destroy(new Error('the answer is too large'));
          });
          answer.on('end', () => done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }));
          answer.on('error', fail);
        },
      );
      call.on('timeout', () => call.destroy(new Error('it takes too long')));
      call.on('error', fail);
      call.end(sent === undefined ? undefined : encodeJson(sent));
    });
  }

  close(): void {
    this.#agent?.destroy();
  }
}

/** `kube:CONTEXT`: the definitions of a running server. */
export async function clusterSource(address: string, environment: NodeJS.ProcessEnv): Promise<DefinitionSet> {
  const cluster = Cluster.at(address.slice('kube:'.length), environment);
  try {
    const definitions = new Map<string, LazyDefinition>();
    for await (const item of cluster.list(definitionsPath, 50)) {
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
