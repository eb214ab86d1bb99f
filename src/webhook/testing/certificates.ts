import 'reflect-metadata';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate and its key, both PEM. */
export interface TestKeyPair {
  readonly cert: string;
  readonly key: string;
}
export interface TestAuthority {
  /** Base64 of the PEM, as a definition wants it. */
  readonly caBundle: string;
  issue(names: readonly string[], valid?: { readonly from: Date; readonly to: Date }): Promise<TestKeyPair>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const hour = 3_600_000;

export async function testAuthority(name = 'test-authority'): Promise<TestAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const period = { notBefore: new Date(Date.now() - hour), notAfter: new Date(Date.now() + hour) };
  const extensions = [new x509.BasicConstraintsExtension(true, undefined, true)];
  const own = { ...period, name: `CN=${name}`, keys, signingAlgorithm: algorithm, extensions };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(own);
  return {
    caBundle: Buffer.from(`${certificate.toString('pem')}\n`).toString('base64'),
    async issue(names, valid = { from: period.notBefore, to: period.notAfter }) {
      const leaf = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const alternatives = names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const);
      const signed = await x509.X509CertificateGenerator.create({
        notBefore: valid.from,
        notAfter: valid.to,
        subject: 'CN=webhook',
        issuer: certificate.subject,
        publicKey: leaf.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(alternatives)],
      });
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', leaf.privateKey)).toString('base64');
      const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
      return { cert: signed.toString('pem'), key };
    },
  };
}
