import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { cryptoProvider, PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyPairFault } from './key-pair.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
let certificate = '';
let key = '';
let otherKey = '';

beforeAll(async () => {
  cryptoProvider.set(webcrypto as never);
  const [keys, others] = await Promise.all([generate(), generate()]);
  certificate = (await X509CertificateGenerator.createSelfSigned({ name: 'CN=test', keys } as never)).toString('pem');
  key = await exportKey(keys);
  otherKey = await exportKey(others);
});

const generate = () =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
const exportKey = async ({ privateKey }: webcrypto.CryptoKeyPair) =>
  PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');

describe('a certificate and a key', () => {
  it('serve together when they belong together', () => {
    expect(keyPairFault(certificate, key)).toBeUndefined();
  });

  it('do not when they do not', () => {
    expect(keyPairFault(certificate, otherKey)).toBe('tls: private key does not match public key');
  });

  it('must both be there', () => {
    expect(keyPairFault('', key)).toBe('tls: failed to find any PEM data in certificate input');
    expect(keyPairFault(certificate, '')).toBe('tls: failed to find any PEM data in key input');
  });

  it('must not be swapped', () => {
    expect(keyPairFault(key, certificate)).toBe(
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [PRIVATE KEY]',
    );
    expect(keyPairFault(certificate, certificate)).toBe(
      'tls: found a certificate rather than a key in the PEM for the private key',
    );
  });
});
