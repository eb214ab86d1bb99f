import type { UserInfo } from '#machinery';
import { bearerTokenIn } from './bearer-token.ts';

/** What an authenticator may look at. */
export interface Credentials {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The connection, the same object for all its requests: results are remembered by it. */
  readonly socket: object;
}

/** The part of a TLS socket that tells who is at the other end; other sockets have none of it. */
export interface PeerSocket {
  /** The peer sent a certificate that one of our authorities signed. */
  readonly authorized?: boolean;
  getPeerCertificate?(): PeerCertificate;
}
export interface PeerCertificate {
  readonly subject?: { readonly [part: string]: string | readonly string[] | undefined };
}

type Found = UserInfo | undefined;

/** Who sent this, or undefined when nobody we know: the next authenticator is asked, and after the last it is 401. */
export type Authenticator = (credentials: Credentials) => Found | Promise<Found>;

const UNAUTHENTICATED = 'system:unauthenticated';
const stranger: UserInfo = { name: 'system:anonymous', uid: '', groups: [UNAUTHENTICATED], extra: {} };

/** Who sends no credentials is a user like others, who may do next to nothing. A wrong token is still wrong. */
export const anonymousAuthenticator: Authenticator = ({ headers }) =>
  bearerTokenIn(headers.authorization) === undefined ? stranger : undefined;

/** The first authenticator that knows the sender decides; every known user is also `system:authenticated`. */
export function authenticateWith(authenticators: readonly Authenticator[]) {
  const completed = new WeakMap<UserInfo, UserInfo>();
  return async (credentials: Credentials): Promise<Found> => {
    for (const authenticator of authenticators) {
      const user = await authenticator(credentials);
      if (user === undefined) continue;
      const whole = completed.get(user) ?? authenticated(user);
      completed.set(user, whole);
      return whole;
    }
    return undefined;
  };
}

const AUTHENTICATED = 'system:authenticated';

export function authenticated(user: UserInfo): UserInfo {
  if (user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)) return user;
  return { ...user, groups: [...user.groups, AUTHENTICATED] };
}
