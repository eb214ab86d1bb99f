import type { HttpClient } from '#client';
import type { Json, KubeObject } from '#meta';

interface DiscoveredResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

const MANAGER = 'pinnace-testing';

/** Writes objects of any kind that the server knows. */
export class ObjectWriter {
  readonly #client: HttpClient;
  readonly #known = new Map<string, readonly DiscoveredResource[]>();

  constructor(client: HttpClient) {
    this.#client = client;
  }

  async apply(object: KubeObject): Promise<KubeObject> {
    const { name, resourceVersion: _, ...metadata } = object.metadata;
    if (name === undefined) throw new Error(`a ${object.kind} has no name`);
    const path = `${await this.#pathOf(object)}/${name}?fieldManager=${MANAGER}&force=true`;
    const { status: _status, ...wanted } = object;
    const body = JSON.stringify({ ...wanted, metadata: { name, ...metadata } });
    const call = { method: 'PATCH', path, body, contentType: 'application/apply-patch+yaml' };
    return (await this.#client.request(call)) as Json as unknown as KubeObject;
  }

  async #pathOf({ apiVersion, kind, metadata }: KubeObject): Promise<string> {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = await this.#find(root, kind);
    if (resource === undefined) throw new Error(`the server knows no ${kind} of ${apiVersion}`);
    const scope = resource.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
    return `${root}${scope}/${resource.name}`;
  }

  async #find(root: string, kind: string): Promise<DiscoveredResource | undefined> {
    const find = (all: readonly DiscoveredResource[]) =>
      all.find((one) => one.kind === kind && !one.name.includes('/'));
    const known = find(this.#known.get(root) ?? []);
    if (known !== undefined) return known;
    const answer = (await this.#client.request({ method: 'GET', path: root })) as Json as unknown as {
      resources: readonly DiscoveredResource[];
    };
    this.#known.set(root, answer.resources);
    return find(answer.resources);
  }
}
