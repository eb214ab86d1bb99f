import { createHash, timingSafeEqual } from 'node:crypto';
import type { UserInfo } from '#machinery';
import type { Authenticator } from './authenticate.ts';

export interface KnownToken {
  readonly token: string;
  readonly user: UserInfo;
}

/** Longer tokens are refused unread: a stranger must not make us hash megabytes. */
const LONGEST_TOKEN = 16 * 1024;

export interface BearerTokens {
  /** Compared in constant time. */
  readonly known: readonly KnownToken[];
  /** Finds the owner of a token that is not among the known ones. */
  owner(token: string): Promise<UserInfo | undefined>;
}

/** Finds the owner of a token, among the known ones first. */
export function tokenOwner({ known, owner }: BearerTokens): (token: string) => Promise<UserInfo | undefined> {
  const find = knownTokens(known);
  return async (token) => find(token) ?? owner(token);
}

/** `Authorization: Bearer …`. k8s: authentication/request/bearertoken */
export function bearerTokenAuthenticator({ known, owner }: BearerTokens): Authenticator {
  const find = knownTokens(known);
  // Users by header, for headers whose token was right. Wrong ones are not kept, so strangers cannot fill the map.
  const accepted = new Map<string, UserInfo>();
  return ({ headers }) => {
    const header = headers.authorization;
    if (typeof header !== 'string') return undefined;
    const cached = accepted.get(header);
    if (cached !== undefined) return cached;
    const token = bearerTokenIn(header);
    if (token === undefined || token === '') return undefined;
    const user = find(token);
    if (user !== undefined && accepted.size < 1000) accepted.set(header, user);
    return user ?? owner(token).then((found) => found ?? 'wrong');
  };
}

const SPACE_BEFORE_TOKEN =
  'the provided Authorization header contains extra space before the bearer token, and is ignored';

/** Authenticates nobody: warns senders who put more than one space before their token, which makes it no token. */
export const warnOfMisplacedToken: Authenticator = ({ headers, warn }) => {
  const header = headers.authorization;
  if (typeof header === 'string' && header.includes('  ') && bearerTokenIn(header) === '') warn?.(SPACE_BEFORE_TOKEN);
  return undefined;
};

/** Undefined where the header is not about a bearer token; '' where more than one space stands before the token. */
function bearerTokenIn(header: string): string | undefined {
  const [scheme = '', token, ...rest] = header.trim().split(' ', 3);
  if (scheme.toLowerCase() !== 'bearer' || (token === '' && rest.length === 0)) return undefined;
  return token;
}

/** Finds whose a token is, in a time that does not tell how much of it was right. */
export function knownTokens(tokens: readonly KnownToken[]): (token: string) => UserInfo | undefined {
  const known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user }));
  return (token) => {
    if (token.length > LONGEST_TOKEN) return undefined;
    const digest = digestOf(token);
    let found: UserInfo | undefined;
    for (const candidate of known) {
      if (timingSafeEqual(candidate.digest, digest)) found = candidate.user;
    }
    return found;
  };
}

/** Equal length for all, which the constant-time comparison needs. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
