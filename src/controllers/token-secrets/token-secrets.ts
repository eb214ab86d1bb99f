import type { ServedResource } from '#machinery';
import type { KubeObject } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Change, Controller } from '../controller.ts';
import type { Loopback } from '../loopback.ts';
import { namespaceOf, type Spot, spotIn } from '../places.ts';
import { WorkQueue } from '../work-queue.ts';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

interface Secret extends KubeObject {
  type?: string;
  data?: { [key: string]: string };
}

/** Whose a token is, and the secret that it lies in. */
export interface SecretTokenOwner {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}

export type SecretTokenMaker = (owner: SecretTokenOwner) => string;

export interface TokenSecretsParts {
  readonly loopback: Loopback;
  /** The certificate (PEM) that clients trust the server by. */
  readonly rootCa: string;
  readonly secretToken: SecretTokenMaker;
}

/**
 * Puts a token without end into secrets that ask for one, and removes them with their service account. The old way, which
 * charts still go. k8s: controller/serviceaccount/tokens_controller.go
 */
export class TokenSecrets implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: TokenSecretsParts;
  /** Secrets by the key of their service account. */
  readonly #secrets = new Map<string, Set<string>>();

  constructor(parts: TokenSecretsParts) {
    this.#parts = parts;
    const work = (key: string): Promise<void> => this.#attend(key);
    this.queue = new WorkQueue({ name: 'serviceaccount-token', world: parts.loopback.world, work });
  }

  wants({ group, definition: { resource } }: ServedResource): boolean {
    return group === '' && (resource === 'secrets' || resource === 'serviceaccounts');
  }

  begins({ definition }: ServedResource): void {
    if (definition.resource === 'secrets') this.#secrets.clear();
  }

  observe({ type, entry, served }: Change): void {
    if (served.definition.resource === 'secrets') this.#observeSecret(type, entry);
    else if (type !== 'MODIFIED') for (const key of this.#secrets.get(entry.key) ?? []) this.queue.add(key);
  }

  #observeSecret(type: Change['type'], entry: Entry): void {
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

  async #attend(key: string): Promise<void> {
    const { loopback } = this.#parts;
    const secrets = loopback.places.ofKind('v1', 'Secret');
    const accounts = loopback.places.ofKind('v1', 'ServiceAccount');
    if (secrets === undefined || accounts === undefined) return;
    const spot = spotIn(secrets, key);
    const entry = await loopback.read(spot);
    const name = entry === null ? undefined : accountOf(entry);
    if (entry === null || name === undefined) return;
    const { metadata } = parseEntry(entry);
    const account = await loopback.object({ served: accounts, namespace: spot.namespace, name });
    const said = metadata.annotations?.[ACCOUNT_UID] || account?.metadata.uid;
    if (account === null || account.metadata.uid !== said) {
      await loopback.remove(spot, metadata.uid === undefined ? {} : { preconditions: { uid: metadata.uid } });
    } else {
      await this.#fill(spot, account);
    }
  }

  async #fill(spot: Spot, account: KubeObject): Promise<void> {
    const { loopback, rootCa } = this.#parts;
    const secret = (await loopback.object(spot)) as Secret | null;
    if (secret === null || secret.metadata.deletionTimestamp !== undefined) return;
    const { data = {}, metadata } = secret;
    const ca = base64(rootCa);
    const isWhole = data.token && data.namespace && data['ca.crt'] === ca && metadata.annotations?.[ACCOUNT_UID];
    if (isWhole) return;
    const { name = '', uid = '' } = account.metadata;
    const owner = { namespace: spot.namespace, secret: spot.name, account: name, uid };
    const fill = (live: Secret): void => {
      const { token = '', namespace = '' } = live.data ?? {};
      live.data = {
        ...live.data,
        'ca.crt': ca,
        namespace: namespace || base64(spot.namespace),
        token: token || base64(this.#parts.secretToken(owner)),
      };
      live.metadata.annotations = { ...live.metadata.annotations, [ACCOUNT_UID]: uid };
    };
    await loopback.edit(spot, fill, { uid: metadata.uid });
  }
}

const typeMark = Buffer.from(`"type":"${TYPE}"`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The service account that a secret wants a token of; undefined for all others, most of which are not even read. */
function accountOf(entry: Entry): string | undefined {
  if (!Buffer.from(entry.value.buffer, entry.value.byteOffset, entry.value.byteLength).includes(typeMark))
    return undefined;
  const { type, metadata } = parseEntry(entry) as Secret;
  return type === TYPE ? metadata.annotations?.[ACCOUNT] : undefined;
}
