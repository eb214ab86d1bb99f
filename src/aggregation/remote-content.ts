import type { JsonObject } from '#meta';
import { askAs, controllerUser, type RemoteVersion } from './ask-as.ts';
import type { Downloaded } from './download.ts';
import { eachResource } from './each-resource.ts';
import { objectIn, objectOf, objectsOf, textOf, textsOf } from './read-json.ts';

/** So many are looked at, of each kind: enough to say that there are some. */
const MOST_LISTED = 500;

const namespaceController = controllerUser('namespace-controller');

interface Remaining {
  readonly resources: Map<string, number>;
  readonly finalizers: Map<string, number>;
  readonly failures: Error[];
}

/** Deletes what other servers keep in a namespace; each kind in the first version that has it. */
export async function deleteRemoteContent(
  versions: readonly RemoteVersion[],
  namespace: string,
  signal: AbortSignal,
): Promise<Remaining> {
  const remaining: Remaining = { resources: new Map(), finalizers: new Map(), failures: [] };
  for (const { version, entry, name } of eachResource(versions, isDeletable)) {
    const collection = new RemoteCollection(version, { resource: textOf(entry, 'resource'), namespace, signal });
    try {
      count(remaining, name, await collection.deleteAll(textsOf(entry, 'verbs').includes('deletecollection')));
    } catch (error) {
      remaining.failures.push(error as Error);
    }
  }
  return remaining;
}

function isDeletable(entry: JsonObject): boolean {
  const verbs = textsOf(entry, 'verbs');
  return textOf(entry, 'scope') === 'Namespaced' && verbs.includes('delete') && verbs.includes('list');
}

function count({ resources, finalizers }: Remaining, name: string, left: readonly JsonObject[]): void {
  if (left.length > 0) resources.set(name, left.length);
  for (const object of left) {
    for (const finalizer of textsOf(objectOf(object, 'metadata'), 'finalizers'))
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
}

interface Place {
  readonly resource: string;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** The objects of one resource in a namespace, at another server. */
class RemoteCollection {
  readonly #version: RemoteVersion;
  readonly #place: Place;

  constructor(version: RemoteVersion, place: Place) {
    this.#version = version;
    this.#place = place;
  }

  /** What is left of it. */
  async deleteAll(atOnce: boolean): Promise<readonly JsonObject[]> {
    const there = await this.#list();
    if (there.length === 0) return there;
    const names = there.map((object) => `/${encodeURIComponent(textOf(objectOf(object, 'metadata'), 'name'))}`);
    for (const below of atOnce ? [''] : names) await this.#ask('DELETE', below);
    return this.#list();
  }

  async #list(): Promise<readonly JsonObject[]> {
    const { body } = await this.#ask('GET', '');
    return objectsOf(objectIn(body) ?? {}, 'items');
  }

  #ask(method: 'GET' | 'DELETE', below: string): Promise<Downloaded> {
    const { group, version } = this.#version;
    const { resource, namespace, signal } = this.#place;
    const path = `/apis/${group}/${version}/namespaces/${namespace}/${resource}${below}`;
    const query = method === 'GET' ? `limit=${MOST_LISTED}` : 'propagationPolicy=Background';
    return askAs(namespaceController, this.#version, { method, path, query, signal });
  }
}
