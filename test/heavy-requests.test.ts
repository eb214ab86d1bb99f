import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { TestWebhook } from './support/conversion-webhook.ts';
import { conditionOf, define, untilDefinition } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { configMaps } from './verb-suite/builtins.ts';
import { verbSuite } from './verb-suite.ts';

// Whatever a thread of its own serves must be as if the main thread had served it.
verbSuite(configMaps, { limits: allHeavy });

const services = '/api/v1/namespaces/default/services';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

it('services that are made in another thread share addresses and ports with all others', async () => {
  await using server = await startTestServer({}, { limits: { ...allHeavy, bytes: 300, values: 1000, unseenBytes: 0 } });
  const service = (name: string, spec: object, annotations = {}) => ({
    metadata: { name, annotations },
    spec: { ports: [{ port: 80 }], ...spec },
  });
  const large = { note: 'x'.repeat(300) };
  const here = await server.client.post(services, service('here', { type: 'NodePort' }));
  const { clusterIP, ports } = here.body.spec as { clusterIP: string; ports: { nodePort: number }[] };
  const there = await server.client.post(services, service('there', { clusterIP }, large));
  expect(there.body.message).toContain('provided IP is already allocated');
  const port = await server.client.post(
    services,
    service('port', { type: 'NodePort', ports: [{ port: 80, nodePort: ports[0]?.nodePort }] }, large),
  );
  expect(port.body.message).toContain('provided port is already allocated');
  await server.client.delete(`${services}/here`);
  expect((await server.client.post(services, service('there', { clusterIP }, large))).status).toBe(201);
});

it('what a definition defines is served in another thread too', async () => {
  await using server = await startTestServer({}, { limits: allHeavy });
  const version = (schema: object) => ({
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
  });
  const definition = (schema: object) => ({
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'boxes', singular: 'box', kind: 'Box' },
      versions: [version(schema)],
    },
  });
  const sized = (size: object) => ({ type: 'object', properties: { size } });
  await server.client.post(definitions, definition(sized({ type: 'integer' })));
  await server.running.settle();
  const box = (name: string, size: unknown) => ({
    apiVersion: 'example.com/v1',
    kind: 'Box',
    metadata: { name },
    size,
  });
  expect((await server.client.post('/apis/example.com/v1/boxes', box('a', 1))).status).toBe(201);
  expect((await server.client.post('/apis/example.com/v1/boxes', box('b', 'big'))).status).toBe(422);
  const { body: stored } = await server.client.get(`${definitions}/boxes.example.com`);
  const changed = { ...stored, spec: definition(sized({ type: 'string' })).spec };
  expect((await server.client.put(`${definitions}/boxes.example.com`, changed)).status).toBe(200);
  expect((await server.client.post('/apis/example.com/v1/boxes', box('b', 'big'))).status).toBe(201);
});

it('kinds of a module are served in another thread too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-heavy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const module = join(folder, 'boxes.mjs');
  const api = pathToFileURL(resolve(import.meta.dirname, '../dist/exports/api.js')).href;
  await writeFile(
    module,
    `import { isMainThread } from 'node:worker_threads';
import { apiResource, describeTypes, metaV1, Scheme } from '${api}';
const types = describeTypes(
  { package: 'com.example.v1', goPackage: 'v1', group: 'example.com', uses: { meta: metaV1 } },
  'Box | A box.\\n  1 metadata meta.ObjectMeta | About it.\\n  2 madeIn string | In which thread.\\n  3 note string | A note.\\n',
);
const scheme = new Scheme()
  .addKnownTypes('example.com/v1', types.type('Box'))
  .addTypeDefaultingFunc(types.type('Box'), (box) => { box.madeIn ||= isMainThread ? 'main' : 'another'; });
export const boxes = apiResource(scheme.versionedKind({ group: 'example.com', kind: 'Box' }, 'v1'), {
  resource: 'boxes',
  namespaced: false,
});
`,
  );
  await using server = await startTestServer({ api: module });
  const make = async (name: string, note: string): Promise<unknown> => {
    const box = { apiVersion: 'example.com/v1', kind: 'Box', metadata: { name }, note };
    const { body } = await server.client.post('/apis/example.com/v1/boxes', box);
    return body.madeIn ?? body;
  };
  expect(await make('light', '')).toBe('main');
  expect(await make('heavy', 'x'.repeat(100_000))).toBe('another');
});

it('an answer tells as many faults as fit, and how many there are beyond them', async () => {
  await using server = await startTestServer();
  const path = '/api/v1/namespaces/default/configmaps';
  const labels = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`label-${at}`, 'v v']));
  const refused = await server.client.post(path, { metadata: { name: 'a', labels } });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toMatch(/, and \d+ more\]$/);
  expect(refused.body.message.length).toBeLessThan(1024 * 1024);
  expect((await server.client.post(path, { metadata: { name: 'b' }, data: { a: 'x'.repeat(100_000) } })).status).toBe(
    201,
  );
});

it('a conversion webhook that fails in another thread is told of in its definition', async () => {
  const webhook = await TestWebhook.start();
  await using server = await startTestServer({ controllers: '*' }, { limits: allHeavy });
  const { url, caBundle } = webhook;
  const open = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await define(server.client, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crontabs.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
      versions: ['v1beta1', 'v1'].map((name) => ({ name, served: true, storage: name === 'v1beta1', schema: open })),
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
      },
    },
  });
  const made = { apiVersion: 'example.com/v1beta1', kind: 'CronTab', metadata: { name: 'a' }, hostPort: 'a:1' };
  expect((await server.client.post('/apis/example.com/v1beta1/crontabs', made)).status).toBe(201);
  const health = (status: string) => (found: Wire) => conditionOf(found, 'ConversionHealthy')?.status === status;
  await webhook.stop();
  expect((await server.client.get('/apis/example.com/v1/crontabs/a')).status).toBe(500);
  await untilDefinition(server.client, 'crontabs.example.com', health('False'));
});

it('a document about a large definition is made in another thread, and is the same', async () => {
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  };
  const documents = async (limits?: typeof allHeavy): Promise<readonly string[]> => {
    await using server = await startTestServer({}, limits === undefined ? {} : { limits });
    await define(server.client, {
      metadata: { name: 'boxes.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'boxes', singular: 'box', kind: 'Box' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    });
    const at = '/openapi/v3/apis/example.com/v1';
    const json = await server.client.get(at);
    const protobuf = await server.client.get(
      at,
      {},
      { accept: 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf' },
    );
    const threads = /^pinnace_request_threads (\d+)$/m.exec((await server.client.get('/metrics')).text)?.[1];
    return [json.text, protobuf.text, String(json.headers.etag), String(threads)];
  };
  const [here, there] = [
    await documents(),
    await documents({ ...allHeavy, bytes: 1, values: 1_000_000, unseenBytes: 1_000_000 }),
  ];
  expect(there).toEqual([...here.slice(0, 3), '1']);
  expect(here[3]).toBe('0');
});
