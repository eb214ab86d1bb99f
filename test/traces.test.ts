import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { answering, TestAdmissionWebhook } from './support/admission-webhook.ts';
import { TestWebhook } from './support/conversion-webhook.ts';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

interface Trace {
  readonly verb: string;
  readonly path: string;
  readonly stages: { readonly [stage: string]: number };
  readonly admission: { readonly plugins: object; readonly webhooks: object };
  readonly thread?: boolean;
}

/** What is remembered of the last request of a kind. */
async function traceOf({ client }: TestServer, verb: string, path: string): Promise<Trace> {
  const requests = (await client.get('/pinnace/requests')).body.requests as unknown as Trace[];
  return requests.find((trace) => trace.verb === verb && trace.path === path) as Trace;
}

describe('what is remembered of a request', () => {
  let server: TestServer;
  let admission: TestAdmissionWebhook;
  let conversion: TestWebhook;
  const crontabs = (version: string): string => `/apis/example.com/${version}/namespaces/default/crontabs`;
  beforeAll(async () => {
    server = await startTestServer(
      { controllers: '*' },
      { limits: { ...allHeavy, bytes: 2000, values: 1000, unseenBytes: 0 } },
    );
    admission = await TestAdmissionWebhook.start();
    conversion = await TestWebhook.start();
    const { url, caBundle } = conversion;
    const text = { type: 'string' };
    const version = (name: string, properties: object) => ({
      name,
      served: true,
      storage: name === 'v1beta1',
      schema: { openAPIV3Schema: { type: 'object', properties } },
    });
    await define(server.client, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'crontabs.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
        versions: [version('v1beta1', { hostPort: text }), version('v1', { host: text, port: text })],
        conversion: {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
        },
      },
    });
    await admission.enforce(server.client, { name: 'watchful', answer: answering(), more: { objectSelector: {} } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await admission[Symbol.asyncDispose]();
    await conversion[Symbol.asyncDispose]();
  });

  it('says how long each stage of a write took, and each webhook apart from its plugin', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    await server.client.post(path, { metadata: { name: 'light' } });
    const { stages, admission, thread } = await traceOf(server, 'create', path);
    expect(Object.keys(stages)).toEqual([
      ...['authentication', 'authorization', 'admission', 'conversion', 'storage', 'rest'],
    ]);
    expect(stages.storage).toBeGreaterThan(0);
    expect(stages.conversion).toBe(0);
    expect(admission.plugins).toHaveProperty('ValidatingAdmissionWebhook');
    expect(Object.keys(admission.webhooks)).toEqual(['watchful.example.com']);
    expect(thread).toBeUndefined();
  });
  it('tells conversions of reads, lists and writes', async () => {
    const object = { apiVersion: 'example.com/v1', kind: 'CronTab', metadata: { name: 'a' }, host: 'h', port: '1' };
    const { status } = await server.client.post(crontabs('v1'), object);
    expect(status).toBe(201);
    await server.client.get(`${crontabs('v1beta1')}/a`);
    await server.client.get(crontabs('v1'));
    expect((await traceOf(server, 'create', crontabs('v1'))).stages.conversion).toBeGreaterThan(0);
    expect((await traceOf(server, 'list', crontabs('v1'))).stages.conversion).toBeGreaterThan(0);
    expect((await traceOf(server, 'get', `${crontabs('v1beta1')}/a`)).stages.conversion).toBe(0);
  });
  it('is as much where another thread served it', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    await server.client.post(path, { metadata: { name: 'heavy' }, data: { note: 'x'.repeat(5000) } });
    const { stages, admission, thread } = await traceOf(server, 'create', path);
    expect(thread).toBe(true);
    expect(stages.storage).toBeGreaterThan(0);
    expect(Object.keys(admission.webhooks)).toEqual(['watchful.example.com']);
    await server.client.get(`${path}/heavy`);
    expect(await traceOf(server, 'get', `${path}/heavy`)).toMatchObject({ thread: true });
  });
  it('says why a request was refused, and nothing of the kind where it was not', async () => {
    await server.client.get('/api/v1/namespaces/default/configmaps/nowhere');
    const path = '/api/v1/namespaces/default/configmaps/nowhere';
    expect(await traceOf(server, 'get', path)).toMatchObject({
      refusal: { reason: 'NotFound', message: 'configmaps "nowhere" not found' },
    });
    await server.client.get('/api/v1/namespaces/default');
    expect(await traceOf(server, 'get', '/api/v1/namespaces/default')).not.toHaveProperty('refusal');
  });
  it('counts a refusal by the rules as the stage that it was', async () => {
    const path = '/api/v1/namespaces/default/podtemplates';
    await server.client.get(path, {}, { 'impersonate-user': 'nobody' });
    const { stages } = await traceOf(server, 'list', path);
    expect(stages.authorization).toBeGreaterThan(0);
    expect(stages.rest).toBe(0);
  });
  it('tells of those that are not over yet', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    const running = async (): Promise<Trace[]> => {
      const { running: all } = (await server.client.get('/pinnace/requests')).body as unknown as { running: Trace[] };
      return all.filter((trace) => trace.path === path);
    };
    const watch = await server.client.watch(path);
    expect(await running()).toMatchObject([{ verb: 'watch', user: 'admin' }]);
    const { body } = await server.client.post(path, { metadata: { name: 'watched' } });
    const revision = Number(body.metadata.resourceVersion);
    const seen = async () => (await running())[0] as Trace & { watch: { revision: number; behind: number } };
    await expect.poll(async () => (await seen()).watch.revision).toBeGreaterThanOrEqual(revision);
    expect((await seen()).watch.behind).toBe(0);
    watch.close();
    await expect.poll(running).toEqual([]);
  });
});
