import type { ResourceDefinition } from '#machinery';
import {
  apiErrors,
  type FieldError,
  fieldErrors,
  formatTime,
  type GroupResource,
  type Int64,
  instantOf,
  type JsonObject,
  type KubeObject,
  type MaybePromise,
  parseApiVersion,
  path,
  serviceAccountUser,
} from '#meta';
import { type BuiltinSubresource, builtin, createdAtColumn, nameColumn } from '#resource';
import type { Pod } from '../core/v1/types.gen.ts';
import type { Types } from './v1/types.gen.ts';
import { authenticationV1 } from './v1/types.ts';

/** What tokens are made with. */
export interface TokenIssuer {
  /** The audiences of a token whose request names none: this server. */
  readonly audiences: readonly string[];
  /** Null when there is none. `namespace` is '' for what lies in none. */
  find(resource: GroupResource, name: string, namespace: string): MaybePromise<KubeObject | null>;
  /** Signs claims; adds the issuer and the id of the token. */
  sign(claims: JsonObject): string;
}

type TokenRequest = Types['TokenRequest'];

const gvk = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' } as const;
const type = authenticationV1.type('TokenRequest');
const DEFAULT_SECONDS = 3600;
const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 32;
/** What the tokens that pods get ask for: such a token goes on for a year, so that programs that never read it again work on. */
const RENEWED_SECONDS = 3607;
const EXTENDED_SECONDS = 365 * 24 * 3600;

function defaults(request: TokenRequest): void {
  request.spec = { ...request.spec, expirationSeconds: request.spec?.expirationSeconds ?? DEFAULT_SECONDS };
}

function validateDuration(seconds: Int64): FieldError[] {
  const field = path('spec', 'expirationSeconds');
  if (seconds < LEAST_SECONDS) {
    return [fieldErrors.invalid(field, seconds, 'may not specify a duration less than 10 minutes')];
  }
  if (seconds <= MOST_SECONDS) return [];
  return [fieldErrors.invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
}

const refOf = ({ metadata: { name = '', uid } }: KubeObject): JsonObject => ({
  name,
  ...(uid === undefined ? {} : { uid }),
});

/** The claims about what the token is bound to. */
type Bound = { readonly [what in 'pod' | 'node' | 'secret']?: JsonObject };

/** k8s: registry/core/serviceaccount/storage/token.go */
class TokenMaker {
  readonly #issuer: TokenIssuer;
  readonly #account: string;
  readonly #namespace: string;

  constructor(issuer: TokenIssuer, account: string, namespace: string) {
    this.#issuer = issuer;
    this.#account = account;
    this.#namespace = namespace;
  }

  async answer(request: TokenRequest, now: string): Promise<TokenRequest> {
    const account = await this.#admit(request);
    const spec = request.spec ?? {};
    const asked = spec.expirationSeconds ?? DEFAULT_SECONDS;
    const audiences = spec.audiences?.length ? spec.audiences : [...this.#issuer.audiences];
    const faults = validateDuration(asked);
    if (faults.length > 0) throw apiErrors.invalid(gvk, '', faults);
    const expirationSeconds = Number(asked);
    const bound = spec.boundObjectRef ? await this.#bind(spec.boundObjectRef) : {};
    const issuedAt = Math.floor(Date.parse(now) / 1000);
    const times = this.#times({ issuedAt, seconds: expirationSeconds, audiences, bound });
    const token = this.#issuer.sign({
      aud: audiences,
      exp: times.exp,
      iat: issuedAt,
      'kubernetes.io': {
        namespace: this.#namespace,
        ...bound,
        serviceaccount: refOf(account),
        ...(times.warnafter === undefined ? {} : { warnafter: times.warnafter }),
      },
      nbf: issuedAt,
      sub: serviceAccountUser(this.#namespace, this.#account),
    });
    const { name = '', namespace = '', uid = '' } = account.metadata;
    const expirationTimestamp = formatTime(instantOf((issuedAt + expirationSeconds) * 1000));
    return {
      ...request,
      metadata: { ...request.metadata, name, namespace, uid, creationTimestamp: now },
      spec: { ...spec, audiences, expirationSeconds },
      status: { token, expirationTimestamp },
    };
  }

  /** The account, if the request is about it. */
  async #admit({ metadata }: TokenRequest): Promise<KubeObject> {
    const places = [
      ['name', this.#account],
      ['namespace', this.#namespace],
    ] as const;
    for (const [key, own] of places) {
      const said = metadata[key] ?? '';
      if (said === '' || said === own) continue;
      const fault = fieldErrors.invalid(
        path('metadata', key),
        said,
        `must match the service account ${key} if specified`,
      );
      throw apiErrors.invalid(gvk, this.#account, [fault]);
    }
    const account = await this.#required('serviceaccounts', this.#account);
    const { uid = '' } = metadata;
    if (uid !== '' && uid !== account.metadata.uid) {
      const why = `the UID in the token request (${uid}) does not match the UID of the service account (${account.metadata.uid})`;
      throw apiErrors.conflict({ group: gvk.group, resource: gvk.kind }, this.#account, why);
    }
    return account;
  }

  async #bind({ apiVersion = '', kind = '', name = '', uid = '' }: Types['BoundObjectReference']): Promise<Bound> {
    const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' };
    if (group !== '' || (kind !== 'Pod' && kind !== 'Node' && kind !== 'Secret')) {
      throw apiErrors.badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
    }
    if (name === '') throw apiErrors.badRequest('Name parameter required.');
    const object = await this.#required(`${kind.toLowerCase()}s`, name, kind === 'Node' ? '' : this.#namespace);
    const bound = kind === 'Pod' ? await this.#bindPod(object) : { [kind.toLowerCase()]: refOf(object) };
    if (uid === '' || uid === object.metadata.uid) return bound;
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw apiErrors.conflict({ group, resource: kind }, name, why);
  }

  async #bindPod(pod: Pod): Promise<Bound> {
    const { serviceAccountName = '', nodeName = '' } = pod.spec ?? {};
    if (serviceAccountName !== this.#account) {
      throw apiErrors.badRequest(
        `cannot bind token for serviceaccount ${JSON.stringify(this.#account)} to pod running with different serviceaccount name.`,
      );
    }
    if (nodeName === '') return { pod: refOf(pod) };
    const node = await this.#issuer.find({ group: '', resource: 'nodes' }, nodeName, '');
    return { node: node === null ? { name: nodeName } : refOf(node), pod: refOf(pod) };
  }

  #times(wanted: { issuedAt: number; seconds: number; audiences: readonly string[]; bound: Bound }) {
    const { issuedAt, seconds, audiences, bound } = wanted;
    const forUs = audiences.every((audience) => this.#issuer.audiences.includes(audience));
    if (bound.pod === undefined || seconds !== RENEWED_SECONDS || !forUs) return { exp: issuedAt + seconds };
    return { exp: issuedAt + EXTENDED_SECONDS, warnafter: issuedAt + seconds };
  }

  async #required(resource: string, name: string, namespace = this.#namespace): Promise<KubeObject> {
    const object = await this.#issuer.find({ group: '', resource }, name, namespace);
    if (object === null) throw apiErrors.notFound({ group: '', resource }, name);
    return object;
  }
}

/** By it the audit log tells which token was issued, and later which one was used. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/issued-credential-id';

function idOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return String((JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { jti?: string }).jti ?? '');
}

const tokenRequests = (issuer: TokenIssuer): ResourceDefinition =>
  builtin({
    ...gvk,
    resource: 'serviceaccounts',
    namespaced: true,
    verbs: ['create'],
    type,
    columns: [nameColumn, createdAtColumn],
    defaults,
    virtual: {
      async create(request, { namespace, now, annotate }, account) {
        const answer = await new TokenMaker(issuer, account, namespace).answer(request, now);
        annotate?.(CREDENTIAL_ID, `JTI=${idOf(answer.status?.token ?? '')}`);
        return answer;
      },
    },
  });

/** `serviceaccounts/token` */
export const tokenPart = (issuer: TokenIssuer): BuiltinSubresource => ({
  name: 'token',
  verbs: ['create'],
  review: tokenRequests(issuer),
});
