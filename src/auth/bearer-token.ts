import { createHash, timingSafeEqual } from 'node:crypto';
import type { UserInfo } from '#machinery';
import type { Authenticator } from './authenticate.ts';

export interface KnownToken {
  readonly token: string;
  readonly user: UserInfo;
}

/** Longer ones are nobody's: they must not cost a hash of their length. */
const longestToken = 16 * 1024;

/** `Authorization: Bearer …`, compared with the known tokens in constant time. */
export function bearerTokenAuthenticator(tokens: readonly KnownToken[]): Authenticator {
  const known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user }));
  // The header of a user whose token was right. Only right ones are kept: strangers cannot fill it.
  const accepted = new Map<string, UserInfo>();
  return ({ headers }) => {
    const header = headers.authorization;
    if (typeof header !== 'string') return undefined;
    const cached = accepted.get(header);
    if (cached !== undefined) return cached;
    const token = tokenIn(header);
    const user = token === undefined ? undefined : find(known, token);
    if (user !== undefined && accepted.size < 1000) accepted.set(header, user);
    return user;
  };
}

function tokenIn(header: string): string | undefined {
  if (header.length > longestToken) return undefined;
  return /^bearer +(\S+) *$/i.exec(header)?.[1];
}

function find(known: readonly { digest: Buffer; user: UserInfo }[], token: string): UserInfo | undefined {
  const digest = digestOf(token);
  let found: UserInfo | undefined;
  for (const candidate of known) {
    if (timingSafeEqual(candidate.digest, digest)) found = candidate.user;
  }
  return found;
}

/** Equal length for all, which the constant-time comparison needs. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
