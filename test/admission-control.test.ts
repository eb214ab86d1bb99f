import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnsweringWebhook } from '../src/webhook/testing/answering-webhook.ts';
import { type TestAuthority, testAuthority } from '../src/webhook/testing/certificates.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const GROUP = 'apiserver.config.k8s.io/v1';

let folder: string;
let authority: TestAuthority;
let webhook: AnsweringWebhook;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-admission-control-'));
  authority = await testAuthority();
  const clientCa = Buffer.from(authority.caBundle, 'base64').toString();
  webhook = await AnsweringWebhook.start(await authority.issue(['127.0.0.1']), allowed, { clientCa });
  server = await startTestServer({ 'admission-control-config-file': await writeConfiguration() });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const allowed = ({ apiVersion, kind, request }: { apiVersion: string; kind: string; request: { uid: string } }) => ({
  apiVersion,
  kind,
  response: { uid: request.uid, allowed: true },
});

/** Validating webhooks see a certificate and a token, mutating ones only a token. */
async function writeConfiguration(): Promise<string> {
  const { cert, key } = await authority.issue(['pinnace']);
  const data = (pem: string): string => Buffer.from(pem).toString('base64');
  const certificate = { 'client-certificate-data': data(cert), 'client-key-data': data(key) };
  const validating = { name: `127.0.0.1:${webhook.port}`, user: { ...certificate, token: 'to-check' } };
  const mutating = { name: '*', user: { token: 'to-change' } };
  const plugins = await Promise.all([
    plugin('ValidatingAdmissionWebhook', validating),
    plugin('MutatingAdmissionWebhook', mutating),
  ]);
  const file = join(folder, 'admission.yaml');
  await writeFile(file, JSON.stringify({ apiVersion: GROUP, kind: 'AdmissionConfiguration', plugins }));
  return file;
}

async function plugin(name: string, user: object): Promise<object> {
  const kubeConfigFile = join(folder, `${name}.kubeconfig`);
  await writeFile(kubeConfigFile, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: [user] }));
  return { name, configuration: { apiVersion: GROUP, kind: 'WebhookAdmissionConfiguration', kubeConfigFile } };
}

async function enforce(kind: 'mutating' | 'validating', label: string): Promise<void> {
  const { caBundle } = authority;
  const { status } = await server.client.post(`/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`, {
    metadata: { name: label },
    webhooks: [
      {
        name: `${label}.example.com`,
        clientConfig: { url: `${webhook.url}/${label}`, caBundle },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        objectSelector: { matchLabels: { case: label } },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
  expect(status).toBe(201);
}
const create = (label: string) =>
  server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: label, labels: { case: label } } });

it('a webhook sees the certificate and the token that a file gives the server for it', async () => {
  await enforce('validating', 'checks');
  expect((await create('checks')).status).toBe(201);
  expect(webhook.received).toMatchObject([{ client: 'webhook', authorization: 'Bearer to-check' }]);
});

it('a webhook that wants a certificate refuses a server that has none for it', async () => {
  await enforce('mutating', 'changes');
  const { status, body } = await create('changes');
  expect(status).toBe(500);
  expect(body.message).toContain(
    'failed calling webhook "changes.example.com": failed to call webhook: Post "https://',
  );
  expect(body.message).toMatch(/: remote error: tls: certificate required$/);
});
