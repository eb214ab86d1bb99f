/** The credentials that the server sends to a webhook. */
export interface WebhookCredential {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM, both or neither. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
}

/** The header that tells who calls. k8s: client-go/transport/round_trippers.go */
export function authorizationOf({ token, username = '', password = '' }: WebhookCredential): {
  authorization?: string;
} {
  const hasName = username !== '' || password !== '';
  if (token !== undefined && hasName) {
    throw new Error('username/password or bearer token may be set, but not both');
  }
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (!hasName) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Users whose names are addresses of webhooks, as a kubeconfig has them. */
interface WebhookUsers<Credential> {
  /** Undefined if there is no such user. */
  user(name: string): Credential | undefined;
  /** The user to take where no name fits. */
  readonly currentUser: string | undefined;
}

/**
 * The user that is meant for `host:port`: of that name, of the nearest name with a star in front (`*.svc:443`), the same
 * without the port if it is 443, of the name `*`, or the current one. k8s: apiserver/pkg/util/webhook/authentication.go
 */
export function userFor<Credential>(users: WebhookUsers<Credential>, target: string): Credential | undefined {
  for (const name of namesFor(target)) {
    const found = users.user(name);
    if (found !== undefined) return found;
  }
  return users.currentUser === undefined ? undefined : users.user(users.currentUser);
}

const HTTPS_PORT = ':443';

function namesFor(target: string): string[] {
  const withoutPort = target.endsWith(HTTPS_PORT) ? starred(target.slice(0, -HTTPS_PORT.length)) : [];
  return [...starred(target), ...withoutPort, '*'];
}

function starred(name: string): string[] {
  const labels = name.split('.');
  return [name, ...labels.slice(1).map((_, at) => ['*', ...labels.slice(at + 1)].join('.'))];
}
