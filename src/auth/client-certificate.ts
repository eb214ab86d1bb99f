import { createHash, X509Certificate } from 'node:crypto';
import type { UserInfo } from '#machinery';
import type { Clock } from '#meta';
import type { Authenticator, Finding } from './authenticate.ts';

/** The part of a TLS socket that tells who is at the other end; other sockets have none of it. */
export interface PeerSocket {
  /** The peer sent a certificate that one of our authorities signed, or resumed a session without one. */
  readonly authorized?: boolean;
  /** Why the certificate was not accepted; of several reasons the last. */
  readonly authorizationError?: unknown;
  getPeerCertificate?(detailed: true): PeerCertificate;
}
/** Empty when the peer sent none. */
export interface PeerCertificate {
  readonly subject?: { readonly [part: string]: string | readonly string[] | undefined };
  readonly raw?: Uint8Array;
  readonly valid_from?: string;
  readonly valid_to?: string;
  readonly fingerprint256?: string;
  /** What it is for, by object identifiers; absent when it does not say. */
  readonly ext_key_usage?: readonly string[];
  /** The one that signed it; itself where it signed itself. */
  readonly issuerCertificate?: PeerCertificate;
}

interface Period {
  readonly from: number;
  readonly to: number;
}
type Known = (Period & { readonly user: UserInfo }) | 'wrong' | 'none';

const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id';
const UID = '1.3.6.1.4.1.57683.2';
const MOST_REMEMBERED = 1000;
const LONGEST_CHAIN = 10;

/**
 * The subject of a client certificate: CN is the user, each O a group. TLS has verified the chain once; that the time of
 * all its certificates is not over has to be looked at with each request, since a connection may outlive them, and a
 * session that is resumed is not verified again.
 */
export function clientCertificateAuthenticator(
  clock: Pick<Clock, 'now'>,
  authorities: string,
  { amongOthers = false }: TrustSettings = {},
): Authenticator {
  const bySocket = new WeakMap<object, Known>();
  // A resumed session knows the certificate, but not those between it and our authority.
  const periods = new Map<string, Period>();
  const read = (socket: PeerSocket): Known => {
    const certificate = socket.getPeerCertificate?.(true);
    if (certificate?.subject === undefined) return 'none';
    if (socket.authorized !== true && !isForClients(socket, certificate, authorities)) return 'wrong';
    if (amongOthers && !isVouchedFor(certificate, authorities)) return 'wrong';
    const user = userOf(certificate);
    if (user === undefined || user === 'wrong') return user ?? 'none';
    const { fingerprint256: id = '' } = certificate;
    const period = within(periodOf(certificate), periods.get(id));
    if (periods.size >= MOST_REMEMBERED) periods.clear();
    periods.set(id, period);
    return { user, ...period };
  };
  const remember = (socket: PeerSocket): Known => {
    const known = read(socket);
    bySocket.set(socket, known);
    return known;
  };
  return ({ socket }): Finding => {
    const known = bySocket.get(socket) ?? remember(socket as PeerSocket);
    if (known === 'none') return undefined;
    if (known === 'wrong' || !holds(known, clock.now())) return 'wrong';
    return known.user;
  };
}

interface TrustSettings {
  /** The listener trusts others as well, whose certificates name no users. */
  readonly amongOthers?: boolean;
}

/** The certificate of a peer if these authorities vouch for it now; `wrong` if they do not, `none` if there is none. */
export function vouchedPeers(
  clock: Pick<Clock, 'now'>,
  authorities: string,
): (socket: PeerSocket) => PeerCertificate | 'wrong' | 'none' {
  const known = new WeakMap<PeerSocket, PeerCertificate | 'wrong' | 'none'>();
  const read = (socket: PeerSocket): PeerCertificate | 'wrong' | 'none' => {
    const certificate = socket.getPeerCertificate?.(true);
    if (certificate?.subject === undefined) return 'none';
    if (socket.authorized !== true && !isForClients(socket, certificate, authorities)) return 'wrong';
    return isVouchedFor(certificate, authorities) ? certificate : 'wrong';
  };
  return (socket) => {
    const peer = known.get(socket) ?? read(socket);
    known.set(socket, peer);
    return typeof peer === 'string' || holds(periodOf(peer), clock.now()) ? peer : 'wrong';
  };
}

/** Whether one of these authorities signed it, or one of those between; TLS has verified that they signed each other. */
function isVouchedFor(leaf: PeerCertificate, authorities: string): boolean {
  const trusted = certificatesIn(authorities);
  let certificate: PeerCertificate | undefined = leaf;
  for (let length = 0; certificate?.raw !== undefined && length < LONGEST_CHAIN; length++) {
    const one = new X509Certificate(certificate.raw);
    if (trusted.some((authority) => one.checkIssued(authority) && one.verify(authority.publicKey))) return true;
    const { issuerCertificate: issuer }: PeerCertificate = certificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return false;
}

/** The name that a certificate is for; '' where it has none. */
export const commonNameOf = ({ subject = {} }: PeerCertificate): string => all(subject.CN).at(-1) ?? '';

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_USE = '2.5.29.37.0';

/**
 * Whether OpenSSL refused the certificate only because its key is not for signatures. Kubernetes does not ask for that,
 * and many guides make such certificates. OpenSSL tells one reason though there may be others, so the rest is checked
 * here.
 */
function isForClients(
  { authorizationError: why }: PeerSocket,
  certificate: PeerCertificate,
  authorities: string,
): boolean {
  if (why !== 'INVALID_PURPOSE' || certificate.raw === undefined) return false;
  const uses = certificate.ext_key_usage ?? [ANY_USE];
  if (!uses.includes(CLIENT_AUTH) && !uses.includes(ANY_USE)) return false;
  const leaf = new X509Certificate(certificate.raw);
  return certificatesIn(authorities).some((one) => one.ca && leaf.checkIssued(one) && leaf.verify(one.publicKey));
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** The time in which the certificate and all that signed it are valid. */
function periodOf(leaf: PeerCertificate): Period {
  let period: Period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  let certificate: PeerCertificate | undefined = leaf;
  for (let length = 0; certificate !== undefined && length < LONGEST_CHAIN; length++) {
    const { valid_from: from = '', valid_to: to = '', issuerCertificate: issuer }: PeerCertificate = certificate;
    period = within(period, { from: Date.parse(from), to: Date.parse(to) });
    certificate = issuer === certificate ? undefined : issuer;
  }
  return period;
}

function within(period: Period, other: Period | undefined): Period {
  if (other === undefined) return period;
  return { from: Math.max(period.from, other.from), to: Math.min(period.to, other.to) };
}

/** False when one of the times could not be read. */
const holds = ({ from, to }: Period, now: number): boolean => from <= now && now <= to;

/** Undefined for a certificate without a name, `wrong` for one with a uid that is none. */
function userOf({ subject = {}, raw = new Uint8Array() }: PeerCertificate): Finding {
  const name = all(subject.CN).at(-1) ?? '';
  if (name === '') return undefined;
  const uids = all(subject[UID]);
  if (uids.length > 1 || uids[0] === '') return 'wrong';
  const id = createHash('sha256').update(raw).digest('hex');
  return { name, uid: uids[0] ?? '', groups: all(subject.O), extra: { [CREDENTIAL_ID]: [`X509SHA256=${id}`] } };
}

function all(part: string | readonly string[] | undefined): readonly string[] {
  return part === undefined ? [] : typeof part === 'string' ? [part] : part;
}
