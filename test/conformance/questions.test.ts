import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: 'serviceaccount,root-ca-certificate-publisher' });
  await server.running.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

const authorization = '/apis/authorization.k8s.io/v1';
const default_ = '/api/v1/namespaces/default';
const post = (path: string, body: object, headers = {}) => server.client.ask('POST', path, { body, headers });

describe('a question about access', () => {
  const resourceAttributes = { verb: 'get', group: 'apps', resource: 'deployments', namespace: 'default' };
  it.each([
    ['of a user', `${authorization}/subjectaccessreviews`, { user: 'nobody' }, false],
    ['of a master', `${authorization}/subjectaccessreviews`, { user: 'm', groups: ['system:masters'] }, true],
    ['in a namespace', `${authorization}/namespaces/default/localsubjectaccessreviews`, { user: 'nobody' }, false],
    ['of oneself', `${authorization}/selfsubjectaccessreviews`, {}, true],
  ])('%s is answered', async (_, path, who, allowed) => {
    const { status, body } = await post(path, { spec: { ...who, resourceAttributes } });
    expect(status).toBe(201);
    expect(body.status).toMatchObject({ allowed });
  });

  it('cannot be had as a table', async () => {
    const spec = { nonResourceAttributes: { path: '/', verb: 'get' } };
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { status, body } = await post(`${authorization}/selfsubjectaccessreviews`, { spec }, { accept });
    expect(status).toBe(406);
    expect(body.reason).toBe('NotAcceptable');
  });
});

describe('a service account', () => {
  it('is there in every namespace, with the certificate of the server', async () => {
    await post('/api/v1/namespaces', { metadata: { name: 'furnished' } });
    await server.running.settle();
    const { body } = await server.client.get('/api/v1/namespaces/furnished/serviceaccounts/default');
    expect(body.metadata.name).toBe('default');
    expect((await server.client.get('/api/v1/namespaces/furnished/configmaps/kube-root-ca.crt')).status).toBe(200);
  });

  it('gets a token whose owner the server knows again', async () => {
    const { status, body } = await post(`${default_}/serviceaccounts/default/token`, { spec: {} });
    expect(status).toBe(201);
    const { token, expirationTimestamp } = body.status as { token: string; expirationTimestamp: string };
    expect(Date.parse(expirationTimestamp)).toBeGreaterThan(server.clock.now());
    const review = await post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } });
    expect(review.body.status).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:default' },
    });
  });

  it.each([
    [true, undefined, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, true],
  ])('that says %s gives its token to a pod that says %s: %s', async (ofAccount, ofPod, isMounted) => {
    const name = `mount-${ofAccount}-${ofPod}`;
    await post(`${default_}/serviceaccounts`, { metadata: { name }, automountServiceAccountToken: ofAccount });
    const spec = { serviceAccountName: name, containers: [{ name: 'c', image: 'i' }] };
    const asked = ofPod === undefined ? spec : { ...spec, automountServiceAccountToken: ofPod };
    const { body } = await post(`${default_}/pods`, { metadata: { name }, spec: asked });
    const { containers } = body.spec as { containers: { volumeMounts?: { mountPath: string }[] }[] };
    const mounts = containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath) ?? [];
    expect(mounts.includes('/var/run/secrets/kubernetes.io/serviceaccount')).toBe(isMounted);
  });
});

it('a request for a certificate is made, approved, given its certificate and deleted', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await globalThis.crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await Pkcs10CertificateRequestGenerator.create({ name: 'CN=a', keys, signingAlgorithm: algorithm });
  const spec = {
    request: Buffer.from(made.toString('pem')).toString('base64'),
    signerName: 'example.com/e2e',
    usages: ['client auth'],
  };
  const all = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
  expect((await post(all, { metadata: { name: 'csr' }, spec })).status).toBe(201);
  const headers = { 'content-type': 'application/merge-patch+json' };
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: 'm' }];
  const approved = await server.client.ask('PATCH', `${all}/csr/approval`, {
    body: { status: { conditions } },
    headers,
  });
  expect(approved.body.status).toMatchObject({ conditions });
  const reported = { metadata: { annotations: { reported: 'true' } } };
  expect((await server.client.ask('PATCH', `${all}/csr/status`, { body: reported, headers })).status).toBe(200);
  expect((await server.client.delete(all)).status).toBe(200);
  expect((await server.client.get(`${all}/csr`)).status).toBe(404);
});
