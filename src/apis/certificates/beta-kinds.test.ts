import 'reflect-metadata';
import { KeyObject, sign, type webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, Pkcs10CertificateRequestGenerator, X509CertificateGenerator } from '@peculiar/x509';
import { beforeAll, describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { clusterTrustBundles } from './cluster-trust-bundle.ts';
import { podCertificateRequests } from './pod-certificate-request.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const generate = async (): Promise<webcrypto.CryptoKeyPair> =>
  (await globalThis.crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;

interface Wanted {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly ca?: boolean;
  readonly hours?: number;
}

/** A certificate from the time of the trial on. */
async function certificate({ keys, ca = false, hours = 24 }: Wanted): Promise<string> {
  const notBefore = new Date('2024-01-01T00:00:00Z');
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=a',
    keys,
    notBefore,
    notAfter: new Date(notBefore.getTime() + hours * 3_600_000),
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(ca)],
  });
  return `${made.toString('pem')}\n`;
}

describe('a bundle of certificates to trust', () => {
  const { write, read, cells, field } = tryOut(clusterTrustBundles);
  const bundle = (name: string, spec: object) => ({ metadata: { name }, spec });
  let authority = '';
  let other = '';
  let leaf = '';
  beforeAll(async () => {
    authority = await certificate({ keys: await generate(), ca: true });
    other = await certificate({ keys: await generate(), ca: true });
    leaf = await certificate({ keys: await generate() });
  });
  const at = 'spec.trustBundle: Invalid value: "<value omitted>"';

  it('holds authorities, each once', async () => {
    const tell = async (trustBundle: string) => (await write(bundle('b', { trustBundle }))).faults;
    expect(await tell(`${authority}text between\n${other}`)).toEqual([]);
    expect(await tell('nothing')).toEqual([`${at}: at least one trust anchor must be provided`]);
    expect(await tell(`${authority}${leaf}`)).toEqual([`${at}: entry 1 does not have the CA bit set`]);
    expect(await tell(`${authority}${other}${authority}`)).toEqual([`${at}: duplicate trust anchor (indices [0 2])`]);
    expect(await tell(authority.replaceAll('CERTIFICATE', 'KEY'))).toEqual([`${at}: entry 0 has bad block type: KEY`]);
    expect(await tell('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')).toEqual([
      `${at}: entry 0 does not parse as X.509`,
    ]);
    expect(await tell(authority.replace('-----\n', '-----\nA: b\n\n'))).toEqual([
      `${at}: entry 0 has PEM block headers`,
    ]);
  });

  it.each<[string, string, string[]]>([
    ['example.com:s:a', 'example.com/s', []],
    [
      'a:b',
      '',
      ['metadata.name: Invalid value: "a:b": ClusterTrustBundle without signer name must not have ":" in its name'],
    ],
    [
      'b',
      'example.com/s',
      [
        'metadata.name: Invalid value: "b": ClusterTrustBundle for signerName example.com/s must be named with prefix example.com:s:',
      ],
    ],
  ])('is called %s if %j signs', async (name, signerName, faults) => {
    expect((await write(bundle(name, { signerName, trustBundle: authority }))).faults).toEqual(faults);
  });

  it('is found by its signer, which stays', async () => {
    const live = read(bundle('example.com:s:a', { signerName: 'example.com/s', trustBundle: 'old and bad' }));
    expect(field('spec.signerName', live)).toBe('example.com/s');
    expect(cells(live)).toEqual(['example.com:s:a', 'example.com/s']);
    expect(cells(bundle('b', {}))).toEqual(['b', '<none>']);
    const { faults } = await write(bundle('example.com:s:a', { trustBundle: 'old and bad' }), { live });
    expect(faults.at(-1)).toBe('spec.signerName: Invalid value: "": field is immutable');
  });
});

describe('a request for the certificate of a pod', () => {
  const { write, read, cells } = tryOut(podCertificateRequests);
  let keys: webcrypto.CryptoKeyPair;
  let stubPKCS10Request = '';
  beforeAll(async () => {
    keys = await generate();
    const made = await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: algorithm });
    stubPKCS10Request = Buffer.from(made.rawData).toString('base64');
  });
  const request = (spec: object = {}, status?: object) => ({
    metadata: { name: 'r' },
    spec: {
      signerName: 'example.com/s',
      podName: 'p',
      podUID: 'uid',
      serviceAccountName: 'default',
      serviceAccountUID: 'u',
      nodeName: 'n',
      nodeUID: 'u',
      stubPKCS10Request,
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  });

  it('is for a day, and proves that its key is at hand', async () => {
    const { object, faults } = await write(request());
    expect(faults).toEqual([]);
    expect(object.spec).toMatchObject({ maxExpirationSeconds: 86_400 });
    expect(cells(request())).toEqual(['r', 'p', 'default', 'n', 'example.com/s', 'Pending', '<none>']);
    const forged = Buffer.from(stubPKCS10Request, 'base64');
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    expect((await write(request({ stubPKCS10Request: forged.toString('base64') }))).faults).toEqual([
      'spec.stubPKCS10Request: Invalid value: invalid signature',
    ]);
  });

  it('may prove it the old way, by signing the uid', async () => {
    const pkixPublicKey = KeyObject.from(keys.publicKey).export({ format: 'der', type: 'spki' }).toString('base64');
    const prove = (text: string): string =>
      sign('sha256', Buffer.from(text), KeyObject.from(keys.privateKey)).toString('base64');
    const old = { stubPKCS10Request: null, pkixPublicKey };
    expect((await write(request({ ...old, proofOfPossession: prove('uid') }))).faults).toEqual([]);
    expect((await write(request({ ...old, proofOfPossession: prove('other') }))).faults).toEqual([
      'spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature',
    ]);
  });

  it.each<[object, string[]]>([
    [
      { maxExpirationSeconds: 10 },
      ['spec.maxExpirationSeconds: Invalid value: 10: must be in the range [3600, 7862400]'],
    ],
    [
      { maxExpirationSeconds: 90_000, signerName: 'kubernetes.io/s' },
      ['spec.maxExpirationSeconds: Invalid value: 90000: must be in the range [3600, 86400]'],
    ],
    [{ podUID: '' }, ['spec.podUID: Invalid value: "": must not be empty']],
    [
      { unverifiedUserAnnotations: { plain: 'x' } },
      ['spec.unverifiedUserAnnotations: Invalid value: "plain": must be a domain-prefixed key (such as "acme.io/foo")'],
    ],
  ])('for %j', async (spec, faults) => {
    expect((await write(request(spec))).faults).toEqual(faults);
  });

  const end = (type: string, status = 'True') => ({
    conditions: [{ type, status, reason: 'R', lastTransitionTime: '2024-01-01T00:00:00Z' }],
  });
  const answer = async (status: object, live: object = request()) =>
    (await write(request({}, status), { live: read(live), subresource: 'status' })).faults;

  it('is answered with a certificate for its key', async () => {
    const times = {
      notBefore: '2024-01-01T00:00:00Z',
      beginRefreshAt: '2024-01-01T12:00:00Z',
      notAfter: '2024-01-02T00:00:00Z',
    };
    const certificateChain = await certificate({ keys });
    expect(await answer({ ...end('Issued'), ...times, certificateChain })).toEqual([]);
    expect(await answer({ ...end('Issued'), certificateChain })).toEqual([
      'status.notBefore: Required value: must be present and consistent with the issued certificate',
      'status.notAfter: Required value: must be present and consistent with the issued certificate',
      'status.beginRefreshAt: Required value: must be present and in the range [notbefore+10min, notafter-10min]',
    ]);
    const early = { ...times, beginRefreshAt: '2024-01-01T00:05:00Z' };
    expect(await answer({ ...end('Issued'), ...early, certificateChain })).toEqual([
      'status.beginRefreshAt: Invalid value: "2024-01-01T00:05:00Z": must be at least 10 minutes after status.notBefore',
    ]);
    const stranger = await certificate({ keys: await generate() });
    expect((await answer({ ...end('Issued'), ...times, certificateChain: stranger }))[0]).toMatch(
      /leaf certificate was not issued to the requested public key$/,
    );
    expect((await answer(end('Issued')))[0]).toMatch(/must contain at least one certificate$/);
  });

  it('ends once, and with nothing but a reason when it is refused', async () => {
    expect(await answer(end('Denied'))).toEqual([]);
    expect(await answer({ ...end('Failed'), certificateChain: 'x' })).toEqual([
      'status: Invalid value: non-condition status fields must be empty when denying or failing the PodCertificateRequest',
    ]);
    expect(await answer(end('Failed'), request({}, end('Denied')))).toEqual([
      'status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed',
    ]);
    expect(await answer({ certificateChain: 'x' })).toEqual([
      'status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"',
    ]);
    expect(await answer(end('Denied', 'False'))).toEqual([
      'status.conditions.[0].status: Unsupported value: "False": supported values: "True"',
    ]);
  });
});
