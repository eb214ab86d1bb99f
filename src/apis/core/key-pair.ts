import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Why a certificate and a key cannot serve TLS together, in the words of Go's `tls` package; undefined if they can. */
export function keyPairFault(certificate: string, key: string): string | undefined {
  const certificates = pemBlocks(certificate);
  const leaf = certificates.find(({ label }) => label === 'CERTIFICATE');
  if (leaf === undefined) return missingBlock('certificate', certificates);
  const keys = pemBlocks(key);
  const privateKey = keys.find(({ label }) => label === 'PRIVATE KEY' || label.endsWith(' PRIVATE KEY'));
  if (privateKey === undefined) return missingBlock('key', keys);
  const publicKey = publicKeyOf(leaf.text);
  if (publicKey === undefined) return 'x509: malformed certificate';
  const own = readKey(privateKey.text);
  if (own === undefined) return 'tls: failed to parse private key';
  if (own.asymmetricKeyType !== publicKey.asymmetricKeyType) {
    return 'tls: private key type does not match public key type';
  }
  return createPublicKey(own).equals(publicKey) ? undefined : 'tls: private key does not match public key';
}

interface PemBlock {
  readonly label: string;
  readonly text: string;
}

function pemBlocks(text: string): PemBlock[] {
  const blocks = text.matchAll(/-----BEGIN ([^-\r\n]+)-----[\s\S]*?-----END \1-----/g);
  return [...blocks].map(([whole, label = '']) => ({ label, text: whole }));
}

function missingBlock(what: 'certificate' | 'key', found: readonly PemBlock[]): string {
  if (found.length === 0) return `tls: failed to find any PEM data in ${what} input`;
  const wanted = what === 'certificate' ? '"CERTIFICATE" PEM block' : 'PEM block with type ending in "PRIVATE KEY"';
  if (what === 'key' && found.length === 1 && found[0]?.label === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  const labels = found.map(({ label }) => label).join(' ');
  return `tls: failed to find ${wanted} in ${what} input after skipping PEM blocks of the following types: [${labels}]`;
}

function publicKeyOf(certificate: string): KeyObject | undefined {
  try {
    return new X509Certificate(certificate).publicKey;
  } catch {
    // Not a certificate: the caller says so.
    return undefined;
  }
}

function readKey(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    // Not a key: the caller says so.
    return undefined;
  }
}
