import type { WorkQueue } from '#client';
import type { InProcessClient, ObjectKey, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { getOwn, isJsonObject, type Json, type JsonObject, type KubeObject } from '#meta';
import { type Entry, parseMetadata } from '#registry';
import { readCaBundle } from '#webhook';
import type { Controller } from '../controller.ts';

/** NAMESPACE/NAME of a Secret whose `ca.crt` is put into the `caBundle` of every webhook of an object. */
const INJECT_ANNOTATION = 'webhook.pinnace.dev/inject-ca-from';

const kinds = [
  { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
  { group: 'admissionregistration.k8s.io', resource: 'mutatingwebhookconfigurations' },
  { group: 'admissionregistration.k8s.io', resource: 'validatingwebhookconfigurations' },
] as const;
const annotationMark = Buffer.from(`"${INJECT_ANNOTATION}"`);

/** Sets `caBundle` where an annotation asks for it, and again when the Secret changes. */
export class CaInjector implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  /** Which Secret an object names, by the object. */
  readonly #named = new Map<string, string>();

  constructor(client: InProcessClient) {
    this.#client = client;
    this.queue = client.workQueue({ name: 'ca-injector', work: (key) => this.#inject(key) });
  }

  wants(served: ServedResource): boolean {
    return isSecrets(served) || kindOf(served) !== undefined;
  }
  onListStart(): void {}
  onSynced(): void {}

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (isSecrets(served)) this.#secretChanged(entry.key);
    else this.#objectChanged({ type, entry, served });
  }

  #objectChanged({ type, entry, served }: ResourceEvent): void {
    const key = `${served.definition.resource} ${entry.key}`;
    const secret = type === 'DELETED' ? undefined : secretNamedBy(entry);
    if (secret === undefined) {
      this.#named.delete(key);
      return;
    }
    this.#named.set(key, secret);
    this.queue.add(key);
  }

  #secretChanged(secret: string): void {
    for (const [key, named] of this.#named) if (named === secret) this.queue.add(key);
  }

  async #inject(key: string): Promise<void> {
    const [resource = '', name = ''] = key.split(' ');
    const secret = this.#named.get(key);
    const group = kinds.find((kind) => kind.resource === resource)?.group ?? '';
    const served = this.#client.mapper.catalog.find(group, 'v1', resource);
    if (secret === undefined || served === undefined) return;
    const bundle = await this.#bundleIn(secret);
    const objectKey: ObjectKey = { served, namespace: '', name };
    const object = bundle === undefined ? null : await this.#client.object(objectKey);
    if (bundle === undefined || object === null || missing(object, bundle).length === 0) return;
    const change = (live: KubeObject): void => {
      for (const config of missing(live, bundle)) config.caBundle = bundle;
    };
    await this.#client.edit(objectKey, change, { uid: object.metadata.uid });
  }

  /** Only certificates are copied out of a Secret, never keys. */
  async #bundleIn(secret: string): Promise<string | undefined> {
    const [namespace = '', name = '', ...more] = secret.split('/');
    const served = this.#client.mapper.ofKind('v1', 'Secret');
    if (served === undefined || name === '' || more.length > 0) return undefined;
    const found = await this.#client.object({ served, namespace, name });
    const data = isJsonObject(found?.data as Json) ? (found?.data as JsonObject) : {};
    const given = getOwn(data, 'ca.crt');
    const { certificates } = readCaBundle(typeof given === 'string' ? given : '');
    return certificates.length === 0 ? undefined : Buffer.from(certificates.join('')).toString('base64');
  }
}

function isSecrets({ group, definition }: ServedResource): boolean {
  return group === '' && definition.resource === 'secrets';
}

function kindOf({ group, definition }: ServedResource): (typeof kinds)[number] | undefined {
  return kinds.find((kind) => kind.group === group && kind.resource === definition.resource);
}

/** Searches the bytes first, so that most objects need not be parsed. */
function secretNamedBy(entry: Entry): string | undefined {
  const { buffer, byteOffset, byteLength } = entry.value;
  if (!Buffer.from(buffer, byteOffset, byteLength).includes(annotationMark)) return undefined;
  return parseMetadata(entry).annotations?.[INJECT_ANNOTATION];
}

/** Where an object names webhooks with another bundle. */
function missing(object: KubeObject, bundle: string): JsonObject[] {
  const { spec, webhooks } = object as unknown as JsonObject;
  const holders = Array.isArray(webhooks) ? webhooks : [at(at(spec, 'conversion'), 'webhook')];
  const configs = holders.map((holder) => at(holder, 'clientConfig'));
  return configs.filter(isJsonObject).filter(({ caBundle }) => caBundle !== bundle);
}

function at(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}
