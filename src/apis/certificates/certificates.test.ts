import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator, X509CertificateGenerator } from '@peculiar/x509';
import { beforeAll, describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { certificateSigningRequests } from './certificate-signing-request.ts';
import { signingRequestFault } from './signing-request.ts';
import { requestedOrganizations } from './validation.ts';

const { read, write, cells, field } = tryOut(certificateSigningRequests);
const { subtle } = globalThis.crypto;

const kinds = {
  ecdsa: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  ed25519: { name: 'Ed25519' },
} as const;

async function keysOf(kind: keyof typeof kinds): Promise<webcrypto.CryptoKeyPair> {
  return (await subtle.generateKey(kinds[kind], true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
}

async function requestOf(kind: keyof typeof kinds): Promise<Buffer> {
  const keys = await keysOf(kind);
  const made = await Pkcs10CertificateRequestGenerator.create({
    name: 'CN=alice,O=devs',
    keys,
    signingAlgorithm: kinds[kind],
  });
  return Buffer.from(made.rawData);
}

const pem = (label: string, der: Buffer): string =>
  Buffer.from(
    `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`,
  ).toString('base64');

let request = '';
let certificate = '';
beforeAll(async () => {
  request = pem('CERTIFICATE REQUEST', await requestOf('ecdsa'));
  const own = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=alice',
    keys: await keysOf('ecdsa'),
    signingAlgorithm: kinds.ecdsa,
  });
  certificate = pem('CERTIFICATE', Buffer.from(own.rawData));
});

const asking = (spec: object = {}, rest: object = {}) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'a' },
  spec: { request, signerName: 'example.com/mine', usages: ['client auth'], ...spec },
  ...rest,
});
const deciding = (...conditions: object[]) => asking({}, { status: { conditions } });
const approved = { type: 'Approved', status: 'True' };
const denied = { type: 'Denied', status: 'True' };

describe('a PKCS#10 request', () => {
  it.each(['ecdsa', 'rsa', 'ed25519'] as const)('signed with %s is good, and bad once it is changed', async (kind) => {
    const der = await requestOf(kind);
    expect(signingRequestFault(der)).toBeUndefined();
    const changed = Buffer.from(der);
    changed[changed.indexOf('alice')] = 'A'.charCodeAt(0);
    const wrong = { ecdsa: 'x509: ECDSA verification failure', rsa: 'crypto/rsa: verification error' };
    expect(signingRequestFault(changed)).toBe(kind === 'ed25519' ? 'x509: Ed25519 verification failure' : wrong[kind]);
  });

  it.each<[string, string | undefined, string]>([
    [
      'P-256 and SHA-1',
      undefined,
      'MIHiMIGKAgEAMCgxETAPBgNVBAoMCHN5c3RlbTp4MRMwEQYDVQQDDAphcDI1Ni1zaGExMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoqXOFh/qFDKXDzV+oxR7wGekfROWigBybRAGbxCxBGk4p1sOPj52I2s5dDbswS6LZw8/Flw9aR7YIu9PZczclqAAMAkGByqGSM49BAEDSAAwRQIhALk6CxxjH6XaF61OQ9OXLmyuKY5NjThAy4jecyWyyro6AiBArmbT7NyGV3XvcKbDGnU62KMjSCrHOPeH/UA80fSlsg==',
    ],
    [
      'a short RSA key',
      'crypto/rsa: 512-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)',
      'MIHkMIGPAgEAMCoxETAPBgNVBAoMCHN5c3RlbTp4MRUwEwYDVQQDDAxhcjUxMi1zaGEyNTYwXDANBgkqhkiG9w0BAQEFAANLADBIAkEAyTdZCVo4YCMTKLEyU24pb5YILzF6Fe45458lLmoQJYxvtGOCtrcgcInMlimE1zO85AvGdTP9TkdC8r7z2r9KvwIDAQABoAAwDQYJKoZIhvcNAQELBQADQQBCul3RuC/6kItYQv6W8tup+uQRrd+K3fAA9hxMjhdEnn3z7M5ARJRNzO/n8YnruLpGcGIVkO+pjph/oU2ng6D5',
    ],
    [
      'a curve that Go does not know',
      'x509: unsupported elliptic curve',
      'MIHjMIGJAgEAMCoxETAPBgNVBAoMCHN5c3RlbTp4MRUwEwYDVQQDDAxhazI1Ni1zaGEyNTYwVjAQBgcqhkjOPQIBBgUrgQQACgNCAARf82NEuka0uRCgybZDxeuK9GkQJ/M0Jv/cG1TRGItpwBBol0K3Rn59KGOYYOPpSRCEXUXA2NTT2bUCJuzMgg36oAAwCgYIKoZIzj0EAwIDSQAwRgIhANjQtloVFucvMYaAjpf0N+pvWuaFkdw8YBEwS1MXsfn2AiEAy1aJpcZJA9391KiUJunmbQF0wFWpGCIhvzjdoM7zTLE=',
    ],
    [
      'Ed448',
      'x509: cannot verify signature: algorithm unimplemented',
      'MIHuMHACAQAwJDERMA8GA1UECgwIc3lzdGVtOngxDzANBgNVBAMMBmFlZDQ0ODBDMAUGAytlcQM6ANhTbEpMtDczreCPFhlcEdiKvX6RBQiQSeK0QQI1KrJIW3nYHX3DYgY6Xb5qGTA0aYg6hRn5gW86AKAAMAUGAytlcQNzAOuFGzrNUT536cioIAIo6rOHlYy8cF34DpbgVQvp0+jK9YT6EbEut48hund7flky9J8MFeDt23I2gP7yRyhER/LlkyWEd7El4IlZ6hNZY/wy3gUJz5CZL45MPm1nRng2dguiEI1t3FeS/bG/ahuodksJAA==',
    ],
    [
      'SHA-224',
      'x509: cannot verify signature: algorithm unimplemented',
      'MIHkMIGMAgEAMCoxETAPBgNVBAoMCHN5c3RlbTp4MRUwEwYDVQQDDAxhcDI1Ni1zaGEyMjQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASipc4WH+oUMpcPNX6jFHvAZ6R9E5aKAHJtEAZvELEEaTinWw4+PnYjazl0NuzBLotnDz8WXD1pHtgi709lzNyWoAAwCgYIKoZIzj0EAwEDRwAwRAIgKonLzDQAlVcb95dl39f62i72XUPFfDXRs6TM0sR3MaICIAfwndz34WXP97AEnWNtruScHy65qyXwYCSuxIDpXC7L',
    ],
    [
      'RSA and SHA-1',
      undefined,
      'MIIBaDCB0gIBADApMREwDwYDVQQKDAhzeXN0ZW06eDEUMBIGA1UEAwwLYXIxMDI0LXNoYTEwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAPDNxAIe06loYvxsceDaB4pT46jIAtPmTa3hJkYiTjHmQ2/mkP/bsEkmASNXu4q9jeotpSO3pJ0EyHXky9nPPgA74HBGoZqlJE5N5B1TWeMtl4io7PvHX3eSqQSooEhShQrpWRuevChDDSGg/FG3PW134jHzdZCCj188asHL3V3VAgMBAAGgADANBgkqhkiG9w0BAQUFAAOBgQA2Umy3//0oE1sXjppVUvaiVOVfpaMnvp5fyr2jheKWX9u2lG9ZgLZ0q+2IePfSxRrytiiLVZFHdfmofIAlaumMV4I6zp9NYH6Q1oQWxMZ6vnsjP3q219tAskZdGkg6EiU92wHeTk3B3Dlr6iK0C5iCKz3XM7QZwf8Hp9GGHB0TjQ==',
    ],
    [
      'MD5',
      'x509: cannot verify signature: insecure algorithm MD5-RSA',
      'MIIBZzCB0QIBADAoMREwDwYDVQQKDAhzeXN0ZW06eDETMBEGA1UEAwwKYXIxMDI0LW1kNTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA8M3EAh7TqWhi/Gxx4NoHilPjqMgC0+ZNreEmRiJOMeZDb+aQ/9uwSSYBI1e7ir2N6i2lI7eknQTIdeTL2c8+ADvgcEahmqUkTk3kHVNZ4y2XiKjs+8dfd5KpBKigSFKFCulZG568KEMNIaD8Ubc9bXfiMfN1kIKPXzxqwcvdXdUCAwEAAaAAMA0GCSqGSIb3DQEBBAUAA4GBADnmrSWjt9jpZ/clGArcV6WhKcuOIiq7VSva3MFeEtadfmpRPJ5Lt63ECsOwne7IsA0HlXEKSnN3kOsi376uHiVKwhuX2pubwsxOcaTSFiZS2gBhvn51iBhYyjiQJNgRGS+1ioxwhNcwOWwt/JjocwtjCmH/X/oxcLXtcTFYi2K2',
    ],
  ])('signed with %s is good for as much as Go thinks', (_, fault, base64) => {
    expect(signingRequestFault(Buffer.from(base64, 'base64'))).toBe(fault);
  });

  it.each([
    ['', 'asn1: syntax error: data truncated'],
    ['3084ffffffff', 'asn1: syntax error: data truncated'],
    ['300502030100', 'asn1: syntax error: data truncated'],
    ['0000', 'asn1: structure error: malformed certificate request'],
    ['3003020100', 'asn1: structure error: malformed certificate request'],
    ['300302010000', 'asn1: syntax error: trailing data'],
  ])('is not the bytes "%s"', (hex, fault) => {
    expect(signingRequestFault(Buffer.from(hex, 'hex'))).toBe(fault);
  });
});

describe('the organizations of a request', () => {
  it('are those of its subject', async () => {
    const { rawData } = await Pkcs10CertificateRequestGenerator.create({
      name: 'CN=alice,O=devs,O=system:masters,OU=O',
      keys: await keysOf('ecdsa'),
      signingAlgorithm: kinds.ecdsa,
    });
    const asked = pem('CERTIFICATE REQUEST', Buffer.from(rawData));
    expect(requestedOrganizations(asked)).toEqual(['devs', 'system:masters']);
  });
  it('are unknown where it cannot be read', () => {
    expect(requestedOrganizations(pem('CERTIFICATE REQUEST', Buffer.from('3003020100', 'hex')))).toBeUndefined();
    expect(requestedOrganizations('')).toBeUndefined();
  });
});

describe('a CertificateSigningRequest', () => {
  it('says who asked, whatever it says itself', async () => {
    const { object, faults } = await write(asking({ username: 'forged', groups: ['forged'], extra: { a: ['b'] } }));
    expect(faults).toEqual([]);
    expect(object).toMatchObject({ spec: { username: 'tester' }, status: {} });
    expect(object.spec).not.toHaveProperty('groups');
    expect(object.spec).not.toHaveProperty('extra');
  });

  it.each([
    [
      { request: 'bm90IGEgY3Ny' },
      ['spec.request: Invalid value: "bm90IGEgY3Ny": PEM block type must be CERTIFICATE REQUEST'],
    ],
    [{ usages: [] }, ['spec.usages: Required value']],
    [{ usages: ['any', 'any'] }, ['spec.usages[1]: Duplicate value: "any"']],
    [
      { signerName: 'kubernetes.io/legacy-unknown' },
      [
        'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
    ],
    [
      { expirationSeconds: 599 },
      ['spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)'],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await write(asking(spec))).faults).toEqual(faults);
  });

  it('is not changed by those who ask', async () => {
    const live = read(asking());
    const { object, faults } = await write(
      asking({ signerName: 'other.com/x' }, { status: { conditions: [approved] } }),
      {
        live,
      },
    );
    expect(faults).toEqual([]);
    expect(object).toMatchObject({ spec: { signerName: 'example.com/mine' }, status: {} });
  });

  it('is approved with the time of the decision, which then stays', async () => {
    const { object, faults } = await write(deciding(approved), { live: read(asking()), subresource: 'approval' });
    expect(faults).toEqual([]);
    expect(object.status).toEqual({
      conditions: [{ ...approved, lastUpdateTime: '2024-01-01T00:00:00Z', lastTransitionTime: '2024-01-01T00:00:00Z' }],
    });
    const earlier = { ...approved, lastTransitionTime: '2023-01-01T00:00:00Z' };
    const again = await write(deciding(approved), { live: read(deciding(earlier)), subresource: 'approval' });
    expect(again.object.status).toMatchObject({ conditions: [{ lastTransitionTime: '2023-01-01T00:00:00Z' }] });
  });

  it.each([
    [
      [approved, denied],
      ['status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
    ],
    [[], ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"']],
    [
      [approved, { type: '', status: 'Maybe' }],
      [
        'status.conditions[1].type: Required value',
        'status.conditions[1].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      ],
    ],
    [[approved, approved], ['status.conditions[1].type: Duplicate value: "Approved"']],
  ])('that is approved, decided again with %j', async (conditions, faults) => {
    const live = read(deciding(approved));
    expect((await write(deciding(...conditions), { live, subresource: 'approval' })).faults).toEqual(faults);
  });

  it('gets its certificate once, from its status, which decides nothing', async () => {
    const status = (value: object) => asking({}, { status: value });
    const times = { lastUpdateTime: '2023-01-01T00:00:00Z', lastTransitionTime: '2023-01-01T00:00:00Z' };
    const live = read(deciding({ ...approved, ...times }));
    const options = { live, subresource: 'status' };
    const issued = await write(status({ conditions: [{ ...approved, reason: 'x' }], certificate }), options);
    expect(issued.faults).toEqual([]);
    expect(issued.object.status).toMatchObject({ conditions: [approved], certificate });
    expect((await write(status({ conditions: [approved, denied] }), options)).faults).toEqual([
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
      'status.conditions: Forbidden: updates may not add a condition of type "Denied"',
    ]);
    expect((await write(status({ conditions: [approved], certificate: request }), options)).faults).toEqual([
      'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"',
    ]);
    const holding = {
      live: read(status({ conditions: [{ ...approved, ...times }], certificate })),
      subresource: 'status',
    };
    expect((await write(status({ conditions: [approved] }), holding)).faults).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
  });

  it.each([
    [[], '', 'Pending'],
    [['Approved'], '', 'Approved'],
    [['Approved', 'Denied', 'Failed'], '', 'Denied,Failed'],
    [['Approved'], 'eA==', 'Approved,Issued'],
  ])('with %j and the certificate "%s" is shown as %s', (types, issued, text) => {
    const conditions = types.map((type) => ({ type, status: 'True' }));
    const body = asking({ expirationSeconds: 3600, username: 'u' }, { status: { conditions, certificate: issued } });
    expect(cells(body)).toEqual(['a', '<unknown>', 'example.com/mine', 'u', '60m', text]);
    expect(field('spec.signerName', body)).toBe('example.com/mine');
  });
});
