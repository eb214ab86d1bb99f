import { randomBytes } from 'node:crypto';
import type { HttpCall } from '#http';
import type { UserInfo } from '#machinery';

/** Users that a test has made up, by their tokens. */
export class Users {
  readonly #byToken = new Map<string, UserInfo>();
  readonly #adminToken: () => string;

  constructor(adminToken: () => string, known: Iterable<readonly [string, UserInfo]> = []) {
    this.#adminToken = adminToken;
    for (const [token, user] of known) this.#byToken.set(token, user);
  }

  /** The token of a user, the same for the same name and groups. */
  tokenOf(name: string, groups: readonly string[]): string {
    for (const [token, user] of this.#byToken) {
      if (user.name === name && user.groups.join() === groups.join()) return token;
    }
    const token = randomBytes(24).toString('base64url');
    this.#byToken.set(token, { name, uid: '', groups, extra: {} });
    return token;
  }
  ownerOf(token: string): UserInfo | undefined {
    return this.#byToken.get(token);
  }
  all(): Iterable<readonly [string, UserInfo]> {
    return this.#byToken;
  }

  /** Who sends a request, as far as its headers tell. Nobody is let in by it. */
  senderOf({ headers }: Pick<HttpCall, 'headers'>): string {
    const asked = headers['impersonate-user'];
    if (typeof asked === 'string') return asked;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return '';
    if (token === this.#adminToken()) return 'admin';
    return this.ownerOf(token)?.name ?? subjectOf(token);
  }
}

/** Of the token of a service account. */
function subjectOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { sub } = claims as { sub?: unknown };
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}
