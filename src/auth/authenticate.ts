import type { UserInfo } from '#machinery';
import { type MaybePromise, whenReady } from '#meta';

/** What an authenticator may look at. */
interface Credentials {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[];
  /** The connection, the same object for all its requests: results are remembered by it. */
  readonly socket: object;
  /** The protocol that the client wants to go on with. */
  readonly upgrade?: string | undefined;
  /** Takes a text for the `Warning` header. */
  warn?(text: string): void;
}

/**
 * Who sent a request; undefined when it has no credentials of this form, `wrong` when it has some that belong to no
 * user.
 */
export type Finding = UserInfo | 'wrong' | undefined;

export type Authenticator = (credentials: Credentials) => MaybePromise<Finding>;

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const stranger: UserInfo = { name: 'system:anonymous', uid: '', groups: [UNAUTHENTICATED], extra: {} };

interface AuthenticationSettings {
  /** Whether a request without credentials is let in, as `system:anonymous`. */
  readonly anonymousAuth: boolean;
}

/**
 * The first authenticator that knows the sender decides; every known user is also in `system:authenticated`. Undefined
 * is answered with 401. Wrong credentials of one form do not make the sender anonymous, but credentials of another form
 * in the same request may still be right.
 */
export function authenticateWith(authenticators: readonly Authenticator[], { anonymousAuth }: AuthenticationSettings) {
  const completed = new WeakMap<UserInfo, UserInfo>();
  const complete = (user: UserInfo): UserInfo => {
    const known = completed.get(user);
    if (known !== undefined) return known;
    const whole = authenticated(user);
    completed.set(user, whole);
    return whole;
  };
  /** Nearly all are known at once, and nobody waits. */
  const askFrom = (at: number, credentials: Credentials, wrong: boolean): MaybePromise<UserInfo | undefined> => {
    const authenticator = authenticators[at];
    if (authenticator === undefined) return wrong || !anonymousAuth ? undefined : stranger;
    return whenReady(authenticator(credentials), (user) =>
      user === undefined || user === 'wrong' ? askFrom(at + 1, credentials, wrong || user === 'wrong') : complete(user),
    );
  };
  return (credentials: Credentials): MaybePromise<UserInfo | undefined> => askFrom(0, credentials, false);
}

export function authenticated(user: UserInfo): UserInfo {
  if (user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)) return user;
  return { ...user, groups: [...user.groups, AUTHENTICATED] };
}
