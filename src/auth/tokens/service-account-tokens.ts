import type { UserInfo } from '#machinery';
import {
  type Clock,
  type GroupResource,
  getOwn,
  goQuote,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type MaybePromise,
  serviceAccountGroups,
  serviceAccountUser,
} from '#meta';
import { claimsOf, type SigningKey } from './signing-key.ts';

/** The owner and the audiences of a token, or why it is not valid. */
export type TokenVerdict =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly fault: string };

interface ServiceAccountTokenParts {
  readonly key: SigningKey;
  readonly issuer: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Null when there is none. `namespace` is '' for what lies in none. */
  find(resource: GroupResource, name: string, namespace: string): MaybePromise<KubeObject | null>;
}

interface Ref {
  readonly name: string;
  readonly uid: string;
}

interface Claims {
  readonly audiences: readonly string[];
  readonly expires: number;
  readonly begins: number;
  readonly id: string;
  readonly namespace: string;
  readonly account: Ref;
  readonly pod: Ref | undefined;
  readonly node: Ref | undefined;
  readonly secret: Ref | undefined;
}

/** With the user, the same object for all requests with a token: others remember things by it. */
interface KnownClaims extends Claims {
  readonly user: UserInfo;
}

const MOST_REMEMBERED = 1000;
const EXTRA = 'authentication.kubernetes.io';
/** For how long after its deletion an object still makes its tokens valid, because clocks differ. */
const LEEWAY_MS = 60_000;

/** Checks tokens of service accounts: their signature, their time, and that all objects they name still exist. */
export class ServiceAccountTokens {
  readonly #parts: ServiceAccountTokenParts;
  /** What tokens say whose seal was right; whether it still holds is looked at each time. Strangers cannot fill it. */
  readonly #known = new Map<string, KnownClaims>();

  constructor(parts: ServiceAccountTokenParts) {
    this.#parts = parts;
  }

  /** Undefined for what is not a token of this server at all. */
  async verdict(token: string, audiences: readonly string[]): Promise<TokenVerdict | undefined> {
    const claims = this.#read(token);
    if (claims === undefined || 'fault' in claims) return claims;
    const shared = claims.audiences.filter((audience) => audiences.includes(audience));
    if (shared.length === 0) {
      const [own, wanted] = [claims.audiences, audiences].map(
        (list) => `[${list.map((one) => JSON.stringify(one)).join(' ')}]`,
      );
      return { fault: `token audiences ${own} is invalid for the target audiences ${wanted}` };
    }
    const fault = this.#timeFault(claims) ?? (await this.#missing(claims));
    return fault === undefined ? { user: claims.user, audiences: shared } : { fault };
  }

  #read(token: string): KnownClaims | { readonly fault: string } | undefined {
    return this.#known.get(token) ?? this.#readNew(token);
  }

  #readNew(token: string): KnownClaims | { readonly fault: string } | undefined {
    const told = claimsOf(token);
    if (told === undefined || getOwn(told, 'iss') !== this.#parts.issuer) return undefined;
    if (!this.#parts.key.isSealOf(token)) return { fault: 'go-jose/go-jose: error in cryptographic primitive' };
    const claims = parseClaims(told);
    if (claims === undefined) return { fault: 'Token has been invalidated' };
    const known = { ...claims, user: userOf(claims) };
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(token, known);
    return known;
  }

  #timeFault({ expires, begins }: Claims): string | undefined {
    const now = this.#parts.clock.now();
    if (now > expires * 1000 + LEEWAY_MS) return 'service account token has expired';
    return now < begins * 1000 - LEEWAY_MS ? 'service account token is not valid yet' : undefined;
  }

  /** What keeps the token from being good although it is sealed and its time is not over. */
  async #missing({ namespace, account, secret, pod, node }: Claims): Promise<string | undefined> {
    const bound = [
      ['secret', secret, namespace],
      ['pod', pod, namespace],
      // A pod's token names its node for information only.
      ['node', pod === undefined ? node : undefined, ''],
    ] as const;
    const fault = await this.#accountFault(account, namespace);
    if (fault !== undefined) return fault;
    for (const [kind, ref, home] of bound) {
      if (ref === undefined) continue;
      const there = await this.#find(`${kind}s`, ref, home);
      if (there === undefined) return 'service account token has been invalidated';
      if (there.uid !== ref.uid) {
        return `${kind} UID (${there.uid}) does not match service account ${kind} ref claim (${ref.uid})`;
      }
      if (there.isGone) return 'service account token has been invalidated';
    }
    return undefined;
  }

  async #accountFault(account: Ref, namespace: string): Promise<string | undefined> {
    const there = await this.#find('serviceaccounts', account, namespace);
    if (there === undefined) return `serviceaccounts ${goQuote(account.name)} not found`;
    if (there.uid !== account.uid) return `service account UID (${there.uid}) does not match claim (${account.uid})`;
    return there.isGone ? `service account ${namespace}/${account.name} has been deleted` : undefined;
  }

  async #find(resource: string, { name }: Ref, namespace: string): Promise<Found | undefined> {
    const object = await this.#parts.find({ group: '', resource }, name, namespace);
    if (object === null) return undefined;
    const { deletionTimestamp, uid = '' } = object.metadata;
    const isGone =
      deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + LEEWAY_MS < this.#parts.clock.now();
    return { uid, isGone };
  }
}

/** Something that a token names. */
interface Found {
  readonly uid: string;
  /** Its deletion began so long ago that its tokens are no longer valid, though it still exists. */
  readonly isGone: boolean;
}

function parseClaims(told: JsonObject): Claims | undefined {
  const own = getOwn(told, 'kubernetes.io');
  if (!isJsonObject(own)) return undefined;
  const { aud, exp, nbf, jti } = told;
  const account = refOf(own.serviceaccount);
  if (account === undefined || typeof own.namespace !== 'string' || typeof exp !== 'number') return undefined;
  const audiences = (Array.isArray(aud) ? aud : [aud]).filter((one): one is string => typeof one === 'string');
  return {
    audiences,
    expires: exp,
    begins: typeof nbf === 'number' ? nbf : 0,
    id: typeof jti === 'string' ? jti : '',
    namespace: own.namespace,
    account,
    pod: refOf(own.pod),
    node: refOf(own.node),
    secret: refOf(own.secret),
  };
}

function refOf(value: Json | undefined): Ref | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, uid } = value;
  return typeof name === 'string' ? { name, uid: typeof uid === 'string' ? uid : '' } : undefined;
}

function userOf({ namespace, account, id, pod, node }: Claims): UserInfo {
  const extra: { [key: string]: readonly string[] } = {};
  if (id !== '') extra[`${EXTRA}/credential-id`] = [`JTI=${id}`];
  for (const [kind, ref] of [
    ['pod', pod],
    ['node', node],
  ] as const) {
    if (ref === undefined) continue;
    extra[`${EXTRA}/${kind}-name`] = [ref.name];
    if (ref.uid !== '') extra[`${EXTRA}/${kind}-uid`] = [ref.uid];
  }
  const groups = serviceAccountGroups(namespace);
  return { name: serviceAccountUser(namespace, account.name), uid: account.uid, groups, extra };
}
