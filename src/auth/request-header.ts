import type { UserInfo } from '#machinery';
import type { Clock } from '#meta';
import type { Authenticator, Finding } from './authenticate.ts';
import { commonNameOf, type PeerSocket, vouchedPeers } from './client-certificate.ts';

/** Whom to believe what headers say of a user, and which headers those are. */
export interface RequestHeaderTrust {
  /** PEM of those who vouch for the proxies. */
  readonly authorities: string;
  /** The names that their certificates may have; any if empty. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

/**
 * A proxy that shows a certificate says for whom it asks. Nobody else's headers are looked at.
 * k8s: authentication/request/headerrequest
 */
export function requestHeaderAuthenticator(clock: Pick<Clock, 'now'>, trust: RequestHeaderTrust): Authenticator {
  const proxies = vouchedPeers(clock, trust.authorities);
  return ({ socket, rawHeaders = [] }): Finding => {
    const proxy = proxies(socket as PeerSocket);
    if (proxy === 'none') return undefined;
    if (proxy === 'wrong') return 'wrong';
    const { allowedNames } = trust;
    if (allowedNames.length > 0 && !allowedNames.includes(commonNameOf(proxy))) return 'wrong';
    return userIn(rawHeaders, trust);
  };
}

type Lines = readonly (readonly [string, string])[];

function userIn(rawHeaders: readonly string[], trust: RequestHeaderTrust): UserInfo | undefined {
  const lines = linesOf(rawHeaders);
  const name = valuesOf(lines, trust.usernameHeaders)[0] ?? '';
  if (name === '') return undefined;
  const uid = valuesOf(lines, trust.uidHeaders)[0] ?? '';
  return { name, uid, groups: valuesOf(lines, trust.groupHeaders), extra: extraOf(lines, trust.extraHeaderPrefixes) };
}

/** Names in small letters, values as the texts that their bytes stand for. */
function linesOf(rawHeaders: readonly string[]): Lines {
  const lines: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const value = Buffer.from(rawHeaders[at + 1] as string, 'latin1').toString();
    lines.push([(rawHeaders[at] as string).toLowerCase(), value]);
  }
  return lines;
}

/** Of all headers in turn, what is not empty. */
function valuesOf(lines: Lines, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    lines.filter(([other, value]) => other === name.toLowerCase() && value !== '').map(([, value]) => value),
  );
}

function extraOf(lines: Lines, prefixes: readonly string[]): UserInfo['extra'] {
  const extra = new Map<string, string[]>();
  for (const prefix of prefixes) {
    for (const [name, value] of lines) {
      if (!name.startsWith(prefix.toLowerCase())) continue;
      const key = unescaped(name.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  return Object.fromEntries(extra);
}

/** A key that is not escaped as it should be stands for itself. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
