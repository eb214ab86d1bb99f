import type { UserInfo } from '#machinery';

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

/** Who sent this, or undefined when nobody we know: the next authenticator is asked, and after the last it is 401. */
export type Authenticator = (credentials: Credentials) => UserInfo | undefined;

/** The first authenticator that knows the sender decides; every known user is also `system:authenticated`. */
export function authenticateWith(authenticators: readonly Authenticator[]): Authenticator {
  const completed = new WeakMap<UserInfo, UserInfo>();
  return (credentials) => {
    for (const authenticator of authenticators) {
      const user = authenticator(credentials);
      if (user === undefined) continue;
      const whole = completed.get(user) ?? withGroup(user, 'system:authenticated');
      completed.set(user, whole);
      return whole;
    }
    return undefined;
  };
}

function withGroup(user: UserInfo, group: string): UserInfo {
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}
