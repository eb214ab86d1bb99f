import { createHash, timingSafeEqual } from 'node:crypto';
import type { UserInfo } from '#machinery';
import type { Credentials } from './authenticate.ts';

export interface KnownToken {
  readonly token: string;
  readonly user: UserInfo;
}

/** Longer ones are nobody's: they must not cost a hash of their length. */
const longestToken = 16 * 1024;

/** `Authorization: Bearer …`, compared with the known tokens in constant time. */
export function bearerTokenAuthenticator(
  tokens: readonly KnownToken[],
): (credentials: Credentials) => UserInfo | undefined {
  const known = knownTokens(tokens);
  // The header of a user whose token was right. Only right ones are kept: strangers cannot fill it.
  const accepted = new Map<string, UserInfo>();
  return ({ headers }) => {
    const header = headers.authorization;
    if (typeof header !== 'string') return undefined;
    const cached = accepted.get(header);
    if (cached !== undefined) return cached;
    const token = bearerTokenIn(header);
    const user = token === undefined ? undefined : known(token);
    if (user !== undefined && accepted.size < 1000) accepted.set(header, user);
    return user;
  };
}

/** Undefined where the header speaks of something else than a token. */
export function bearerTokenIn(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^bearer +\S/i.test(header.slice(0, longestPrefix))) return undefined;
  return header.slice(header.indexOf(' ')).trim();
}

/** So much of a header is looked at to see whether it holds a token. */
const longestPrefix = 1024;

/** Finds whose a token is, in a time that does not tell how much of it was right. */
export function knownTokens(tokens: readonly KnownToken[]): (token: string) => UserInfo | undefined {
  const known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user }));
  return (token) => {
    if (token.length > longestToken) return undefined;
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
