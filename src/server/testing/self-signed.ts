import { createPrivateKey, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from '#webhook';

/** A certificate of an administrator that nobody but its bearer has signed, for the key of another one. */
export async function selfSigned({ certificate, key }: KeyPair): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const bytes = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  const privateKey = await webcrypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
  const { publicKey, notBefore, notAfter } = new x509.X509Certificate(certificate);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'O=system:masters, CN=mallory',
    keys: { privateKey, publicKey: await publicKey.export() },
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
  });
  return made.toString('pem');
}
