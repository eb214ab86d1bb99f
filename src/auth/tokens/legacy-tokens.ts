import { timingSafeEqual } from 'node:crypto';
import {
  type GroupResource,
  getOwn,
  type JsonObject,
  type KubeObject,
  type MaybePromise,
  serviceAccountGroups,
  serviceAccountUser,
} from '#meta';
import type { TokenVerdict } from './service-account-tokens.ts';
import { claimsOf, type SigningKey } from './signing-key.ts';

const ISSUER = 'kubernetes/serviceaccount';
const CLAIMS = 'kubernetes.io/serviceaccount';

/** Whose a token is, and the secret that it lies in. */
interface LegacyTokenOwner {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}

interface LegacyTokenParts {
  readonly key: SigningKey;
  /** The audiences that these tokens count for: they name none themselves. */
  readonly audiences: readonly string[];
  /** Null when there is none. */
  find(resource: GroupResource, name: string, namespace: string): MaybePromise<KubeObject | null>;
}

/** Knows the tokens that lie in secrets: they have no end but the secret's. k8s: serviceaccount/legacy.go */
export class LegacyTokens {
  readonly #parts: LegacyTokenParts;

  constructor(parts: LegacyTokenParts) {
    this.#parts = parts;
  }

  issue({ namespace, secret, account, uid }: LegacyTokenOwner): string {
    return this.#parts.key.seal({
      iss: ISSUER,
      [`${CLAIMS}/namespace`]: namespace,
      [`${CLAIMS}/secret.name`]: secret,
      [`${CLAIMS}/service-account.name`]: account,
      [`${CLAIMS}/service-account.uid`]: uid,
      sub: serviceAccountUser(namespace, account),
    });
  }

  /** Undefined for what is not such a token at all. */
  async verdict(token: string, audiences: readonly string[]): Promise<TokenVerdict | undefined> {
    const told = claimsOf(token);
    if (told === undefined || getOwn(told, 'iss') !== ISSUER) return undefined;
    if (!this.#parts.key.isSealOf(token)) return { fault: 'go-jose/go-jose: error in cryptographic primitive' };
    const shared = this.#parts.audiences.filter((audience) => audiences.includes(audience));
    if (shared.length === 0) return { fault: 'token audiences are not those that were asked for' };
    const owner = ownerIn(told);
    const fault = (await this.#secretFault(token, owner)) ?? (await this.#accountFault(owner));
    if (fault !== undefined) return { fault };
    const { namespace, account, uid } = owner;
    const groups = serviceAccountGroups(namespace);
    return { user: { name: serviceAccountUser(namespace, account), uid, groups, extra: {} }, audiences: shared };
  }

  async #secretFault(token: string, { secret: name, namespace }: LegacyTokenOwner): Promise<string | undefined> {
    const secret = await this.#parts.find({ group: '', resource: 'secrets' }, name, namespace);
    if (secret === null || secret.metadata.deletionTimestamp !== undefined) return 'Token has been invalidated';
    const kept = Buffer.from(textIn((secret.data ?? {}) as JsonObject, 'token'), 'base64');
    const shown = Buffer.from(token);
    const isSame = kept.length === shown.length && timingSafeEqual(kept, shown);
    return isSame ? undefined : "Token does not match server's copy";
  }

  async #accountFault({ namespace, account: name, uid }: LegacyTokenOwner): Promise<string | undefined> {
    const account = await this.#parts.find({ group: '', resource: 'serviceaccounts' }, name, namespace);
    if (account === null || account.metadata.deletionTimestamp !== undefined) {
      return `ServiceAccount ${namespace}/${name} has been deleted`;
    }
    const { uid: own = '' } = account.metadata;
    return own === uid ? undefined : `ServiceAccount UID (${own}) does not match claim (${uid})`;
  }
}

function ownerIn(told: JsonObject): LegacyTokenOwner {
  const claim = (name: string): string => textIn(told, `${CLAIMS}/${name}`);
  return {
    namespace: claim('namespace'),
    secret: claim('secret.name'),
    account: claim('service-account.name'),
    uid: claim('service-account.uid'),
  };
}

function textIn(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
}
