import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';

const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab' },
    versions: [
      { name: 'v1', served: true, storage: false, schema },
      { name: 'v1beta1', served: true, storage: true, schema },
    ],
    conversion: {
      strategy: 'Webhook',
      // Nobody listens there.
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/' } },
    },
  },
};
const at = (version: string, rest = ''): string => `/apis/example.com/${version}/namespaces/there/crontabs${rest}`;
const metadataOnly = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
const metadataList = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ 'conversion-failures': 'strict', controllers: 'namespace' });
  await define(server.client, definition);
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'there' } });
  await server.client.post(at('v1beta1'), {
    apiVersion: 'example.com/v1beta1',
    kind: 'CronTab',
    metadata: { name: 'a' },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a webhook that fails, where failures are not isolated', () => {
  it('stops metadata in a version that is not stored', async () => {
    expect((await server.client.get(at('v1', '/a'), {}, metadataOnly)).status).toBe(500);
    expect((await server.client.get(at('v1'), {}, metadataList)).status).toBe(500);
    expect((await server.client.get(at('v1beta1', '/a'), {}, metadataOnly)).status).toBe(200);
  });
  it('stops deletion in a version that is not stored, and nothing is deleted', async () => {
    expect((await server.client.delete(at('v1', '/a'))).status).toBe(500);
    expect((await server.client.delete(at('v1'))).status).toBe(500);
    expect((await server.client.get(at('v1beta1', '/a'))).status).toBe(200);
    expect((await server.client.delete(at('v1beta1', '/a'), undefined, { dryRun: 'All' })).status).toBe(200);
  });
  it('stops the deletion of the namespace, which says why', async () => {
    await server.client.delete('/api/v1/namespaces/there');
    const failure = await until(async () => {
      const { status } = (await server.client.get('/api/v1/namespaces/there')).body as Wire & {
        status: { conditions?: { type: string; status: string; message: string }[] };
      };
      return status.conditions?.find(({ type }) => type === 'NamespaceDeletionContentFailure');
    }, 'a condition of the namespace');
    expect([failure.status, failure.message]).toEqual(['True', expect.stringContaining('conversion webhook for')]);
  });
});
