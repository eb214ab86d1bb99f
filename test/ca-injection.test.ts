import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '#cli';
import { startWebhook } from '../examples/conversion-webhook/webhook.mjs';
import { define, definitionsPath, until } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

const annotations = { 'webhook.pinnace.dev/inject-ca-from': 'default/conversion-webhook' };
const text = { type: 'string' };
const version = (name: string, properties: object) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: { openAPIV3Schema: { type: 'object', properties } },
});
const definition = (url: string, metadata: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com', ...metadata },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: [version('v1beta1', { hostPort: text }), version('v1', { host: text, port: text })],
    conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url } } },
  },
});

it('pinnace webhook cert and an annotation are all that a conversion webhook needs to be trusted', async () => {
  await using server = await startTestServer();
  const directory = await mkdtemp(join(tmpdir(), 'certs-'));
  const printed: string[] = [];
  const stdout = { isTTY: false, write: (line: string) => printed.push(line) > 0 };
  const terminal = { environment: { KUBECONFIG: server.running.kubeconfigPath }, stdout, stderr: stdout };
  const certificate = ['webhook', 'cert', '--directory', directory];
  const webhook = await startWebhook({ certificateDirectory: directory });
  try {
    expect(await runCommandLine([...certificate, '--secret', 'default/conversion-webhook'], terminal)).toBe(0);
    // What the webhook made is what the command finds, and nothing is made anew.
    expect(printed).toEqual([`${webhook.caBundle}\n`]);
    await define(server.client, definition(webhook.url, {}));
    const crontabs = (of: string) => `/apis/example.com/${of}/namespaces/default/crontabs`;
    good(
      await server.client.post(crontabs('v1beta1'), {
        apiVersion: 'example.com/v1beta1',
        kind: 'CronTab',
        metadata: { name: 'a' },
        hostPort: 'h:1',
      }),
      201,
    );
    // Nobody asked for it yet.
    expect((await server.client.get(`${crontabs('v1')}/a`)).status).toBe(500);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = { metadata: { annotations } };
    good(await server.client.ask('PATCH', `${definitionsPath}/crontabs.example.com`, { body, headers }));
    const bundleOf = async (): Promise<string | undefined> => {
      const { spec } = (await server.client.get(`${definitionsPath}/crontabs.example.com`)).body as Wire;
      return (spec as { conversion: { webhook: { clientConfig: { caBundle?: string } } } }).conversion.webhook
        .clientConfig.caBundle;
    };
    await until(bundleOf, 'the bundle');
    expect(good(await server.client.get(`${crontabs('v1')}/a`))).toMatchObject({ host: 'h', port: '1' });

    const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    const hook = (name: string) => ({
      name,
      clientConfig: { url: webhook.url },
      rules: [{ apiGroups: ['x'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['ys'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    });
    const webhooks = [hook('a.example.com'), hook('b.example.com')];
    good(await server.client.post(configurations, { metadata: { name: 'a', annotations }, webhooks }), 201);
    await until(async () => {
      const { webhooks: live } = (await server.client.get(`${configurations}/a`)).body as {
        webhooks?: { clientConfig: { caBundle?: string } }[];
      };
      return live?.every(({ clientConfig }) => clientConfig.caBundle !== undefined) ? true : undefined;
    }, 'both bundles');
  } finally {
    await webhook.close();
    await rm(directory, { recursive: true });
  }
});
