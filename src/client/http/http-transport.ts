import { encodeJson, parseJson } from '#machinery';
import { ApiError, apiVersionOf, isJsonObject, type Json, type KubeObject, type Status } from '#meta';
import type {
  DeleteRequest,
  ListRequest,
  ObjectList,
  ReadOptions,
  WatchEvent,
  WatchRequest,
  WriteOptions,
} from '../requests.ts';
import type { CollectionTarget, ObjectTarget, Transport, TypedPatch } from '../transport.ts';
import type { Connection, HttpAnswer, HttpRequest } from './connection.ts';
import { linesOf } from './lines.ts';

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Requests over HTTP, in JSON. */
export class HttpTransport implements Transport {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get(target: ObjectTarget, options: ReadOptions): Promise<KubeObject> {
    return this.#ask({ method: 'GET', path: pathOf(target, options), signal: options.signal });
  }

  async list(target: CollectionTarget, options: ListRequest): Promise<ObjectList<KubeObject>> {
    const path = pathOf(target, options);
    const list = await this.#ask<ObjectList<KubeObject>>({ method: 'GET', path, signal: options.signal });
    const { group, version, kind } = target.ref;
    // Items of a list do not say what they are.
    const head = { apiVersion: apiVersionOf({ group, version }), kind };
    return { metadata: list.metadata, items: (list.items ?? []).map((item) => ({ ...head, ...item })) };
  }

  async *watch(target: CollectionTarget, options: WatchRequest): AsyncGenerator<WatchEvent<KubeObject>> {
    const path = pathOf(target, { ...options, watch: 'true' });
    try {
      const response = await this.#connection.open({ method: 'GET', path, signal: options.signal });
      yield* eventsOf(response);
    } catch (error) {
      if (!options.signal?.aborted) throw error;
    }
  }

  create(target: CollectionTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    return this.#write('POST', object, { path: pathOf(target, options), signal: options.signal });
  }

  update(target: ObjectTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    return this.#write('PUT', object, { path: pathOf(target, options), signal: options.signal });
  }

  patch(target: ObjectTarget, { type, patch, force }: TypedPatch, options: WriteOptions): Promise<KubeObject> {
    const path = pathOf(target, { ...options, force });
    return this.#write('PATCH', patch, { path, contentType: patchTypes[type], signal: options.signal });
  }

  delete(target: ObjectTarget, options: DeleteRequest): Promise<KubeObject | Status> {
    return this.#write('DELETE', deleteOptions(options), { path: pathOf(target, {}), signal: options.signal });
  }

  async deleteCollection(target: CollectionTarget, selection: ListRequest, options: DeleteRequest): Promise<void> {
    await this.#write('DELETE', deleteOptions(options), { path: pathOf(target, selection), signal: options.signal });
  }

  #write<R>(method: string, body: Json | KubeObject, call: Omit<HttpRequest, 'method' | 'body'>): Promise<R> {
    return this.#ask({ method, body: encodeJson(body as Json), ...call });
  }

  #ask<R>(call: HttpRequest): Promise<R> {
    return this.#connection.ask(call) as Promise<unknown> as Promise<R>;
  }
}

function deleteOptions({ dryRun, signal: _, ...options }: DeleteRequest): Json {
  return { apiVersion: 'v1', kind: 'DeleteOptions', ...options, ...(dryRun ? { dryRun: ['All'] } : {}) };
}

function pathOf(target: CollectionTarget & Partial<ObjectTarget>, query: object): string {
  const { ref, namespace, name, subresource } = target;
  const root = ref.group === '' ? `/api/${ref.version}` : `/apis/${ref.group}/${ref.version}`;
  const scope = ref.namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const one = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  const part = subresource === undefined ? '' : `/${subresource}`;
  return `${root}${scope}/${ref.resource}${one}${part}${queryText(query)}`;
}

function queryText(query: object): string {
  const terms = Object.entries(query).flatMap(([key, value]): string[] => {
    if (value === undefined || key === 'signal') return [];
    if (key === 'dryRun') return value === true ? ['dryRun=All'] : [];
    return [`${key}=${encodeURIComponent(String(value))}`];
  });
  return terms.length === 0 ? '' : `?${terms.join('&')}`;
}

async function* eventsOf(response: HttpAnswer): AsyncGenerator<WatchEvent<KubeObject>> {
  try {
    for await (const line of linesOf(response.body)) {
      const event = parseJson(Buffer.from(line), { duplicates: false }).value as unknown as WatchEvent<KubeObject>;
      if ((event.type as string) === 'ERROR') throw watchError(event.object as unknown as Json);
      yield event;
    }
  } finally {
    response.destroy();
  }
}

function watchError(status: Json): ApiError {
  const told = isJsonObject(status) ? (status as unknown as Status) : ({} as Status);
  const { code = 500, message = 'the watch failed', reason } = told;
  return new ApiError({ code, message, ...(reason === undefined ? {} : { reason }) });
}
