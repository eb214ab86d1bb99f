import type { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type * as X509 from '@peculiar/x509';
import { loadLibrary } from './certificate-library.ts';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}
interface CertificateSubject {
  readonly name: string;
  readonly group?: string;
}
interface Validity {
  readonly from: Date;
  readonly days: number;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const DAY = 86_400_000;

/** Loads ahead of time the library that making a certificate needs. */
export async function warmUpCertificates(): Promise<void> {
  await loadLibrary();
}

/** A new authority that signs itself. */
export async function makeAuthority(subject: CertificateSubject, validity: Validity): Promise<KeyPair> {
  const x509 = await loadLibrary();
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...period(validity),
    name: nameOf(subject),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: await exportKey(keys.privateKey) };
}

export interface LeafRequest {
  readonly subject: CertificateSubject;
  readonly validity: Validity;
  /** A server certificate is valid for these names and addresses; a client's has none. */
  readonly use: { readonly server: readonly string[] } | 'client';
}

/** A certificate for a server or a client, signed by the authority. */
export async function issue(authority: KeyPair, request: LeafRequest): Promise<KeyPair> {
  const x509 = await loadLibrary();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const names = request.use === 'client' ? [] : request.use.server;
  const certificate = await x509.X509CertificateGenerator.create({
    ...period(request.validity),
    subject: nameOf(request.subject),
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([request.use === 'client' ? CLIENT_AUTH : SERVER_AUTH]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names.map(alternativeName))]),
    ],
  });
  return { certificate: pem(certificate), key: await exportKey(keys.privateKey) };
}

function alternativeName(value: string): { type: 'ip' | 'dns'; value: string } {
  return { type: isIP(value) === 0 ? 'dns' : 'ip', value };
}

function period({ from, days }: Validity): { serialNumber: string; notBefore: Date; notAfter: Date } {
  const serial = crypto.getRandomValues(new Uint8Array(16));
  // Positive and without leading zeros, as the standard wants it.
  serial[0] = ((serial[0] as number) & 0x3f) | 0x40;
  return {
    serialNumber: Buffer.from(serial).toString('hex'),
    // Valid from a little before now, because a client's clock may be late.
    notBefore: new Date(from.getTime() - 3_600_000),
    notAfter: new Date(from.getTime() + days * DAY),
  };
}

function nameOf({ name, group }: CertificateSubject): { [part: string]: string[] }[] {
  return [...(group === undefined ? [] : [{ O: [group] }]), { CN: [name] }];
}

const pem = (certificate: X509.X509Certificate): string => `${certificate.toString('pem')}\n`;

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const base64 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}

function importKey(pemText: string): Promise<webcrypto.CryptoKey> {
  const bytes = Buffer.from(pemText.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
}
