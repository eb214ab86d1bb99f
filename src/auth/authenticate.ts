import type { UserInfo } from '#machinery';

/** What an authenticator may look at. */
interface Credentials {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The connection, the same object for all its requests: results are remembered by it. */
  readonly socket: object;
  /** The protocol that the client wants to go on with. */
  readonly upgrade?: string | undefined;
  /** Takes a text for the `Warning` header. */
  warn?(text: string): void;
}

/** Who sent a request; undefined when it has no credentials of this form, `wrong` when they are nobody's. */
export type Finding = UserInfo | 'wrong' | undefined;

export type Authenticator = (credentials: Credentials) => Finding | Promise<Finding>;

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const stranger: UserInfo = { name: 'system:anonymous', uid: '', groups: [UNAUTHENTICATED], extra: {} };

interface AuthenticationSettings {
  /** Who sends no credentials is a user like others, who may do next to nothing. */
  readonly strangers: boolean;
}

/**
 * The first authenticator that knows the sender decides; every known user is also `system:authenticated`. Undefined is
 * 401. Wrong credentials make nobody a stranger, but another form of them may be right.
 */
export function authenticateWith(authenticators: readonly Authenticator[], { strangers }: AuthenticationSettings) {
  const completed = new WeakMap<UserInfo, UserInfo>();
  return async (credentials: Credentials): Promise<UserInfo | undefined> => {
    let wrong = false;
    for (const authenticator of authenticators) {
      const finding = authenticator(credentials);
      const user = finding instanceof Promise ? await finding : finding;
      if (user === 'wrong') wrong = true;
      if (user === undefined || user === 'wrong') continue;
      const known = completed.get(user);
      if (known !== undefined) return known;
      const whole = authenticated(user);
      completed.set(user, whole);
      return whole;
    }
    return wrong || !strangers ? undefined : stranger;
  };
}

export function authenticated(user: UserInfo): UserInfo {
  if (user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)) return user;
  return { ...user, groups: [...user.groups, AUTHENTICATED] };
}
