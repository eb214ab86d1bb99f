import type { Lookup } from '#admission';
import type { AccessReviewer, TokenIssuer, TokenReviewer } from '#apis';
import {
  authenticateWith,
  type BearerTokens,
  bearerTokenAuthenticator,
  clientCertificateAuthenticator,
  type Decision,
  impersonateWith,
  impersonationIn,
  knownTokens,
  LegacyTokens,
  requestHeaderAuthenticator,
  ServiceAccountTokens,
  SigningKey,
  tokenOwner,
  warnOfMisplacedToken,
  webSocketTokenAuthenticator,
} from '#auth';
import { type House, headerText } from '#http';
import type { UserInfo } from '#machinery';
import { type JsonObject, type MaybePromise, whenReady } from '#meta';
import type { RoomParts } from './house-builder.ts';
import { accessReviewer, tokenReviewer } from './reviewers.ts';
import type { WiredAccess } from './wire-access.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };

export interface WiredAuth extends Pick<House, 'authenticate' | 'authorize'> {
  /** Answers questions about users and what they may do. */
  readonly reviews: AccessReviewer & TokenReviewer;
  /** Makes the tokens of service accounts. */
  readonly tokens: TokenIssuer;
  /** Makes the token that lies in a secret. */
  readonly secretToken: LegacyTokens['issue'];
  readonly openid: {
    readonly issuer: string;
    readonly algorithms: readonly string[];
    readonly keys: readonly JsonObject[];
  };
}

const signingKeys = new WeakMap<RoomParts['credentials'], SigningKey>();

/** Forks have the credentials of their origin, and to read a key takes longer than all the rest here. */
function signingKeyOf(credentials: RoomParts['credentials']): SigningKey {
  const known = signingKeys.get(credentials);
  if (known !== undefined) return known;
  const key = new SigningKey(credentials.serviceAccountKey, credentials.trustedKeys);
  signingKeys.set(credentials, key);
  return key;
}

/** Client certificates of our authority, the administrator's token, tokens of service accounts; then what they may do. */
export function wireAuth(
  {
    credentials,
    clientAuthorities,
    options,
    world,
    metrics,
    ownerOf,
  }: Pick<RoomParts, 'credentials' | 'clientAuthorities' | 'options' | 'world' | 'metrics' | 'ownerOf'>,
  { access, lookup }: { readonly access: WiredAccess; readonly lookup: Lookup },
): WiredAuth {
  const { authorizer } = access;
  const impersonate = impersonateWith(authorizer);
  const issuer = options.serviceAccountIssuer;
  const key = signingKeyOf(credentials);
  const find = lookup.get;
  const accounts = new ServiceAccountTokens({ key, issuer, clock: world.clock, find });
  const legacy = new LegacyTokens({ key, audiences: [issuer], find });
  const verdict = async (token: string, audiences: readonly string[]) =>
    (await accounts.verdict(token, audiences)) ?? legacy.verdict(token, audiences);
  const { adminToken: token, tokens = [], requestHeaders } = credentials;
  const staticTokens = [...(token === undefined ? [] : [{ token, user: admin }]), ...tokens];
  const bearers: BearerTokens = {
    known: staticTokens,
    async owner(token) {
      const owner = ownerOf?.(token);
      if (owner !== undefined) return owner;
      const found = await verdict(token, [issuer]);
      return found && 'user' in found ? found.user : undefined;
    },
  };
  const authenticate = authenticateWith(
    [
      warnOfMisplacedToken,
      ...(requestHeaders === undefined ? [] : [requestHeaderAuthenticator(world.clock, requestHeaders)]),
      clientCertificateAuthenticator(world.clock, clientAuthorities, { amongOthers: requestHeaders !== undefined }),
      bearerTokenAuthenticator(bearers),
      webSocketTokenAuthenticator(tokenOwner(bearers)),
    ],
    // Where everything is allowed, anonymous requests must not come in.
    { anonymousAuth: options.anonymousAuth && !options.authorizationMode.includes('AlwaysAllow') },
  );
  const counted = (decision: Decision): Decision => {
    metrics.authorized(decision.allowed);
    return decision;
  };
  return {
    authenticate(call, attributes, heard) {
      const { headers, rawHeaders, socket, upgrade } = call;
      const act = (user: UserInfo): MaybePromise<UserInfo> => {
        if (!asksForAnother(headers)) return user;
        const wanted = impersonationIn(rawHeaders.map(headerText));
        if (wanted === undefined) return user;
        return impersonate(wanted, { user, attributes }).then((acted) => {
          heard.impersonated?.(acted.user, acted.constraint);
          return acted.user;
        });
      };
      const { warn } = heard;
      return whenReady(authenticate({ headers, rawHeaders, socket, upgrade, warn }), (user) => {
        metrics.authenticated(user !== undefined);
        if (user === undefined) return undefined;
        return whenReady(heard.known?.(user), () => act(user));
      });
    },
    authorize: (user, attributes) => whenReady(authorizer.authorize(user, attributes), counted),
    reviews: { ...accessReviewer(access), ...tokenReviewer(issuer, { known: knownTokens(staticTokens), verdict }) },
    tokens: {
      audiences: [issuer],
      find,
      sign: (claims) => key.seal({ ...claims, iss: issuer, jti: world.ids.uid() }),
    },
    secretToken: (owner) => legacy.issue(owner),
    openid: { issuer, algorithms: key.algorithms, keys: key.publicKeys },
  };
}

function asksForAnother(headers: object): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}
