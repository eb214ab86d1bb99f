import type { Lookup } from '#admission';
import type { AccessOracle, TokenOffice, TokenOracle } from '#apis';
import {
  anonymousAuthenticator,
  authenticateWith,
  bearerTokenAuthenticator,
  bearerTokenIn,
  clientCertificateAuthenticator,
  impersonate,
  impersonationIn,
  knownTokens,
  LegacyTokens,
  ServiceAccountTokens,
  SigningKey,
} from '#auth';
import type { House } from '#http';
import type { UserInfo } from '#machinery';
import type { JsonObject } from '#meta';
import type { HouseParts } from './house-builder.ts';
import { accessOracle, tokenOracle } from './review-oracles.ts';
import type { WiredAccess } from './wire-access.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };

export interface WiredAuth extends Pick<House, 'authenticate' | 'authorize'> {
  /** Answers questions about users and what they may do. */
  readonly reviews: AccessOracle & TokenOracle;
  /** Makes the tokens of service accounts. */
  readonly tokens: TokenOffice;
  /** Makes the token that lies in a secret. */
  readonly secretToken: LegacyTokens['issue'];
  readonly openid: { readonly issuer: string; readonly algorithm: string; readonly keys: readonly JsonObject[] };
}

/** Client certificates of our authority, the administrator's token, tokens of service accounts; then what they may do. */
export function wireAuth(
  { credentials, options, world }: Pick<HouseParts, 'credentials' | 'options' | 'world'>,
  { access, lookup }: { readonly access: WiredAccess; readonly lookup: Lookup },
): WiredAuth {
  const { authorizer } = access;
  const issuer = options.serviceAccountIssuer;
  const key = new SigningKey(credentials.serviceAccountKey);
  const find = lookup.get;
  const accounts = new ServiceAccountTokens({ key, issuer, clock: world.clock, find });
  const legacy = new LegacyTokens({ key, audiences: [issuer], find });
  const verdict = async (token: string, audiences: readonly string[]) =>
    (await accounts.verdict(token, audiences)) ?? legacy.verdict(token, audiences);
  const staticTokens = [{ token: credentials.adminToken, user: admin }];
  const authenticate = authenticateWith([
    clientCertificateAuthenticator(),
    bearerTokenAuthenticator(staticTokens),
    async ({ headers }) => {
      const token = bearerTokenIn(headers.authorization);
      const found = token && (await verdict(token, [issuer]));
      return found && 'user' in found ? found.user : undefined;
    },
    // Where everything is allowed, strangers must not come in.
    ...(options.authorizationMode.includes('AlwaysAllow') ? [] : [anonymousAuthenticator]),
  ]);
  return {
    async authenticate(call, attributes) {
      const user = await authenticate(call);
      if (user === undefined || !asksForAnother(call.headers)) return user;
      const wanted = impersonationIn(call.rawHeaders);
      return wanted === undefined ? user : impersonate(authorizer, wanted, { user, attributes });
    },
    authorize: async (user, attributes) => authorizer.authorize(user, attributes),
    reviews: { ...accessOracle(access), ...tokenOracle(issuer, { known: knownTokens(staticTokens), verdict }) },
    tokens: {
      audiences: [issuer],
      find,
      sign: (claims) => key.seal({ ...claims, iss: issuer, jti: world.ids.uid() }),
    },
    secretToken: (owner) => legacy.issue(owner),
    openid: { issuer, algorithm: 'ES256', keys: [key.publicKey] },
  };
}

function asksForAnother(headers: object): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}
