import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { issue, type KeyPair, makeAuthority } from './certificates.ts';

/** What a webhook shows, and the authority that signed it: whoever trusts the authority trusts what comes after it too. */
export interface ServingCertificate {
  readonly authority: KeyPair;
  readonly leaf: KeyPair;
}

interface ServingCertificateRequest {
  /** How the server is called: names and addresses. */
  readonly names: readonly string[];
  readonly now: Date;
}

const DAY = 86_400_000;
const AUTHORITY_DAYS = 3650;
const LEAF_DAYS = 365;
/** So long before its end a certificate is renewed. */
const RENEWED_BEFORE_DAYS = 120;

/** A new authority, and a certificate by it. */
export async function makeServingCertificate(request: ServingCertificateRequest): Promise<ServingCertificate> {
  const validity = { from: request.now, days: AUTHORITY_DAYS };
  const authority = await makeAuthority({ name: 'webhook-ca' }, validity);
  return { authority, leaf: await leafBy(authority, request) };
}

/**
 * The same, or with another leaf where its time is nearly over or it is not for all names. With another authority too when
 * the time of that one is nearly over.
 */
export async function renewedServingCertificate(
  certificate: ServingCertificate,
  request: ServingCertificateRequest,
): Promise<ServingCertificate> {
  const { authority, leaf } = certificate;
  if (!isLasting(authority, request.now)) return makeServingCertificate(request);
  if (isLasting(leaf, request.now) && isFor(leaf, request.names) && isBy(leaf, authority)) return certificate;
  return { authority, leaf: await leafBy(authority, request) };
}

function leafBy(authority: KeyPair, { names, now }: ServingCertificateRequest): Promise<KeyPair> {
  const validity = { from: now, days: LEAF_DAYS };
  return issue(authority, { subject: { name: 'webhook' }, validity, use: { server: names } });
}

function isLasting({ certificate }: KeyPair, now: Date): boolean {
  const end = Date.parse(new X509Certificate(certificate).validTo);
  return end - now.getTime() > RENEWED_BEFORE_DAYS * DAY;
}

function isFor({ certificate }: KeyPair, names: readonly string[]): boolean {
  const read = new X509Certificate(certificate);
  return names.every((name) => (isIP(name) === 0 ? read.checkHost(name) : read.checkIP(name)) !== undefined);
}

function isBy({ certificate }: KeyPair, authority: KeyPair): boolean {
  const read = new X509Certificate(certificate);
  return read.verify(new X509Certificate(authority.certificate).publicKey);
}
