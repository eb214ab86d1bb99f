import type { UserInfo } from '#machinery';
import type { Authenticator, PeerSocket } from './authenticate.ts';

/**
 * The subject of a client certificate: CN is the user, each O a group. TLS has verified the chain; a connection keeps
 * its certificate for life, so it is read once.
 */
export function clientCertificateAuthenticator(): Authenticator {
  const known = new WeakMap<object, UserInfo | 'nobody'>();
  return ({ socket }) => {
    const user = known.get(socket) ?? userOf(socket as PeerSocket) ?? 'nobody';
    known.set(socket, user);
    return user === 'nobody' ? undefined : user;
  };
}

function userOf(socket: PeerSocket): UserInfo | undefined {
  // A resumed TLS session without a certificate also counts as authorized: only a name makes a user.
  if (socket.authorized !== true) return undefined;
  const subject = socket.getPeerCertificate?.().subject;
  const name = only(subject?.CN);
  if (name === undefined) return undefined;
  return { name, uid: '', groups: all(subject?.O), extra: {} };
}

function only(part: string | readonly string[] | undefined): string | undefined {
  const text = typeof part === 'string' ? part : part?.[0];
  return text === '' ? undefined : text;
}

function all(part: string | readonly string[] | undefined): readonly string[] {
  return part === undefined ? [] : typeof part === 'string' ? [part] : part;
}
