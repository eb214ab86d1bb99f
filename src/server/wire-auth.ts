import type { Lookup } from '#admission';
import type { AccessOracle, TokenOffice, TokenOracle } from '#apis';
import {
  type Attributes,
  anonymousAuthenticator,
  authenticated,
  authenticateWith,
  bearerTokenAuthenticator,
  bearerTokenIn,
  clientCertificateAuthenticator,
  forbidden,
  impersonate,
  impersonationIn,
  joinFaults,
  knownTokens,
  ServiceAccountTokens,
  SigningKey,
} from '#auth';
import type { House, RequestInfo } from '#http';
import type { UserInfo } from '#machinery';
import type { JsonObject } from '#meta';
import type { HouseParts } from './house-builder.ts';
import type { WiredAccess } from './wire-access.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };

export interface WiredAuth extends Pick<House, 'authenticate' | 'authorize'> {
  /** Answers questions about users and what they may do. */
  readonly reviews: AccessOracle & TokenOracle;
  /** Makes the tokens of service accounts. */
  readonly tokens: TokenOffice;
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
  const accounts = new ServiceAccountTokens({ key, issuer, clock: world.clock, find: lookup.get });
  const staticTokens = [{ token: credentials.adminToken, user: admin }];
  const authenticate = authenticateWith([
    clientCertificateAuthenticator(),
    bearerTokenAuthenticator(staticTokens),
    async ({ headers }) => {
      const token = bearerTokenIn(headers.authorization);
      const verdict = token && (await accounts.verdict(token, [issuer]));
      return verdict && 'user' in verdict ? verdict.user : undefined;
    },
    // Where everything is allowed, strangers must not come in.
    ...(options.authorizationMode.includes('AlwaysAllow') ? [] : [anonymousAuthenticator]),
  ]);
  return {
    async authenticate(call, info) {
      const user = await authenticate(call);
      if (user === undefined || !asksForAnother(call.headers)) return user;
      const wanted = impersonationIn(call.rawHeaders);
      return wanted && impersonate(authorizer, wanted, { user, attributes: attributesOf(info) });
    },
    async authorize(user, info) {
      const attributes = attributesOf(info);
      const { allowed, reason } = await authorizer.authorize(user, attributes);
      if (!allowed) throw forbidden(user, attributes, reason);
    },
    reviews: { ...accessOracle(access), ...tokenOracle(issuer, { known: knownTokens(staticTokens), accounts }) },
    tokens: {
      audiences: [issuer],
      find: lookup.get,
      sign: (claims) => key.seal({ ...claims, iss: issuer, jti: world.ids.uid() }),
    },
    openid: { issuer, algorithm: 'ES256', keys: [key.publicKey] },
  };
}

function asksForAnother(headers: object): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}

function attributesOf(info: RequestInfo): Attributes {
  return info.isResource ? { kind: 'resource', ...info } : { kind: 'path', ...info };
}

function accessOracle({ authorizer }: WiredAccess): AccessOracle {
  return {
    access: async (user, wanted) => authorizer.authorize(user, wanted),
    async rules(user, namespace) {
      const { rules, faults } = await authorizer.rules(user, namespace);
      return {
        resources: rules
          .filter(({ resources }) => resources?.length)
          .map(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) => ({
            verbs: verbs ?? [],
            apiGroups,
            resources,
            resourceNames,
          })),
        paths: rules
          .filter(({ nonResourceURLs }) => nonResourceURLs?.length)
          .map(({ verbs, nonResourceURLs = [] }) => ({ verbs: verbs ?? [], nonResourceURLs })),
        incomplete: false,
        ...(faults.length === 0 ? {} : { evaluationError: joinFaults(faults) }),
      };
    },
  };
}

interface Knowers {
  known(token: string): UserInfo | undefined;
  readonly accounts: ServiceAccountTokens;
}

function tokenOracle(issuer: string, { known, accounts }: Knowers): TokenOracle {
  return {
    async tokenOwner(token, asked) {
      const audiences = asked.length === 0 ? [issuer] : asked;
      const user = known(token);
      if (user !== undefined && audiences.includes(issuer)) return { user: authenticated(user), audiences: [issuer] };
      const verdict = await accounts.verdict(token, audiences);
      if (verdict === undefined) return 'invalid bearer token';
      if ('fault' in verdict) return `[invalid bearer token, ${verdict.fault}]`;
      return { user: authenticated(verdict.user), audiences: verdict.audiences };
    },
  };
}
