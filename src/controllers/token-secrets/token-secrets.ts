import type { CoreV1 } from '#apis';
import type { WorkQueue } from '#client';
import { type InProcessClient, namespaceOf, type ObjectKey, objectKeyIn, type ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { KubeObject } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

type Secret = CoreV1['Secret'];

/** Whose a token is, and the secret that it lies in. */
interface SecretTokenOwner {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}

export type SecretTokenMaker = (owner: SecretTokenOwner) => string;

interface TokenSecretsParts {
  readonly client: InProcessClient;
  /** The certificate (PEM) that clients trust the server by. */
  readonly rootCa: string;
  readonly secretToken: SecretTokenMaker;
}

/**
 * Puts a token without expiry into secrets that ask for one, and deletes them with their service account. The old way,
 * which charts still use. k8s: controller/serviceaccount/tokens_controller.go
 */
export class TokenSecrets implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: TokenSecretsParts;
  /** Secrets by the key of their service account. */
  readonly #secrets = new Map<string, Set<string>>();

  constructor(parts: TokenSecretsParts) {
    this.#parts = parts;
    const work = (key: string): Promise<void> => this.#reconcile(key);
    this.queue = parts.client.workQueue({ name: 'serviceaccount-token', work });
  }

  wants({ group, definition: { resource } }: ServedResource): boolean {
    return group === '' && (resource === 'secrets' || resource === 'serviceaccounts');
  }

  onListStart({ definition }: ServedResource): void {
    if (definition.resource === 'secrets') this.#secrets.clear();
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (served.definition.resource === 'secrets') this.#onSecret(type, entry);
    else if (type !== 'MODIFIED') for (const key of this.#secrets.get(entry.key) ?? []) this.queue.add(key);
  }

  #onSecret(type: ResourceEvent['type'], entry: Entry): void {
    const account = accountOf(entry);
    if (account === undefined) return;
    const key = `${namespaceOf(entry.key)}/${account}`;
    const secrets = this.#secrets.get(key) ?? new Set();
    if (type === 'DELETED') {
      secrets.delete(entry.key);
      if (secrets.size === 0) this.#secrets.delete(key);
      return;
    }
    this.#secrets.set(key, secrets.add(entry.key));
    this.queue.add(entry.key);
  }

  async #reconcile(key: string): Promise<void> {
    const { client } = this.#parts;
    const secrets = client.mapper.ofKind('v1', 'Secret');
    const accounts = client.mapper.ofKind('v1', 'ServiceAccount');
    if (secrets === undefined || accounts === undefined) return;
    const objectKey = objectKeyIn(secrets, key);
    const entry = await client.read(objectKey);
    const name = entry === null ? undefined : accountOf(entry);
    if (entry === null || name === undefined) return;
    const { metadata } = parseEntry(entry);
    const account = await client.object({ served: accounts, namespace: objectKey.namespace, name });
    const said = metadata.annotations?.[ACCOUNT_UID] || account?.metadata.uid;
    if (account === null || account.metadata.uid !== said) {
      await client.remove(objectKey, metadata.uid === undefined ? {} : { preconditions: { uid: metadata.uid } });
    } else {
      await this.#fill(objectKey, account);
    }
  }

  async #fill(objectKey: ObjectKey, account: KubeObject): Promise<void> {
    const { client, rootCa } = this.#parts;
    const secret: Secret | null = await client.object(objectKey);
    if (secret === null || secret.metadata.deletionTimestamp !== undefined) return;
    const { data = {}, metadata } = secret;
    const ca = base64(rootCa);
    const isWhole = data.token && data.namespace && data['ca.crt'] === ca && metadata.annotations?.[ACCOUNT_UID];
    if (isWhole) return;
    const { name = '', uid = '' } = account.metadata;
    const owner = { namespace: objectKey.namespace, secret: objectKey.name, account: name, uid };
    const fill = (live: Secret): void => {
      const { token = '', namespace = '' } = live.data ?? {};
      live.data = {
        ...live.data,
        'ca.crt': ca,
        namespace: namespace || base64(objectKey.namespace),
        token: token || base64(this.#parts.secretToken(owner)),
      };
      live.metadata.annotations = { ...live.metadata.annotations, [ACCOUNT_UID]: uid };
    };
    await client.edit(objectKey, fill, { uid: metadata.uid });
  }
}

const typeMark = Buffer.from(`"type":"${TYPE}"`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * The service account that a secret asks a token for; undefined for all other secrets, most of which are not parsed.
 */
function accountOf(entry: Entry): string | undefined {
  if (!Buffer.from(entry.value.buffer, entry.value.byteOffset, entry.value.byteLength).includes(typeMark))
    return undefined;
  const { type, metadata }: Secret = parseEntry(entry);
  return type === TYPE ? metadata.annotations?.[ACCOUNT] : undefined;
}
