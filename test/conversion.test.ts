import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestWebhook } from './support/conversion-webhook.ts';
import { conditionOf, define, definitionsPath, redefine, until, untilDefinition } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { brief } from './support/watch-stream.ts';
import { namesOf, type Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

const text = { type: 'string' };
const version = (name: string, properties: object, jsonPath: string) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: { openAPIV3Schema: { type: 'object', properties } },
  selectableFields: [{ jsonPath }],
});
const definitionName = 'crontabs.example.com';
const definition = ({ url, caBundle }: TestWebhook) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: definitionName },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: [version('v1beta1', { hostPort: text }, '.hostPort'), version('v1', { host: text, port: text }, '.host')],
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
    },
  },
});
const metadataOnly = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json' };
const metadataList = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json' };

let server: TestServer;
let webhook: TestWebhook;
let count = 0;
let namespace: string;
/** Where the objects of this test are. */
const at = (served: 'v1' | 'v1beta1', name = ''): string =>
  `/apis/example.com/${served}/namespaces/${namespace}/crontabs${name && `/${name}`}`;
const object = (name: string, hostPort = 'example.com:80', metadata: object = {}) => ({
  apiVersion: 'example.com/v1beta1',
  kind: 'CronTab',
  metadata: { name, ...metadata },
  hostPort,
});
const create = async (name: string, hostPort?: string, metadata?: object): Promise<Wire> =>
  good(await server.client.post(at('v1beta1'), object(name, hostPort, metadata)), 201);

beforeAll(async () => {
  webhook = await TestWebhook.start();
  server = await startTestServer({ controllers: '*' });
  await define(server.client, definition(webhook));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await webhook.stop();
});
beforeEach(async () => {
  namespace = `test-${++count}`;
  good(await server.client.post('/api/v1/namespaces', { metadata: { name: namespace } }), 201);
  webhook.taken();
});

describe('conversion costs little', () => {
  it('lists a thousand objects with one call, and again with none', async () => {
    for (let first = 0; first < 1000; first += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => create(`object-${first + i}`, `host-${first + i}:80`)));
    }
    expect(webhook.taken()).toEqual([]);
    const list = good(await server.client.get(at('v1')));
    expect(list.items).toHaveLength(1000);
    expect(list.items.find(({ metadata }) => metadata.name === 'object-7')).toMatchObject({
      host: 'host-7',
      port: '80',
    });
    expect(webhook.taken()).toEqual(['1000 to example.com/v1: Success']);
    good(await server.client.get(at('v1')));
    good(await server.client.get(at('v1'), { limit: 10 }));
    good(await server.client.get(at('v1', 'object-7')));
    good(await server.client.get(at('v1'), {}, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }));
    expect(webhook.taken()).toEqual([]);
    good(await server.client.ask('PATCH', at('v1beta1', 'object-7'), merge({ hostPort: 'other:81' })));
    good(await server.client.get(at('v1')));
    expect(webhook.taken()).toEqual(['1 to example.com/v1: Success']);
  });
  it('converts once for ten watchers, and for those who read meanwhile', async () => {
    const from = { resourceVersion: good(await server.client.get(at('v1'))).metadata.resourceVersion };
    const watches = await Promise.all(Array.from({ length: 10 }, () => server.client.watch(at('v1'), from)));
    await create('a', 'a:1');
    for (const watch of watches) {
      expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { host: 'a', port: '1' } });
    }
    expect(webhook.taken()).toEqual(['1 to example.com/v1: Success']);
    good(await server.client.ask('PATCH', at('v1beta1', 'a'), merge({ hostPort: 'b:2' })));
    for (const watch of watches) expect(await watch.next()).toMatchObject({ object: { host: 'b', port: '2' } });
    good(await server.client.get(at('v1', 'a')));
    expect(webhook.taken()).toEqual(['1 to example.com/v1: Success']);
    server.client.endWatches();
  });
  it('selects by fields of either version, in lists and in watches, with one call for all', async () => {
    for (const name of ['a', 'b', 'c']) await create(name, `${name === 'b' ? 'other' : 'host'}:80`);
    webhook.taken();
    const fieldSelector = 'host=host';
    const list = good(await server.client.get(at('v1'), { fieldSelector }));
    expect(namesOf(list)).toEqual(['a', 'c']);
    expect(webhook.taken()).toEqual(['3 to example.com/v1: Success']);
    expect(namesOf(good(await server.client.get(at('v1beta1'), { fieldSelector: 'hostPort=other:80' })))).toEqual([
      'b',
    ]);
    const { resourceVersion } = list.metadata;
    const watch = await server.client.watch(at('v1'), { fieldSelector, resourceVersion });
    good(await server.client.ask('PATCH', at('v1beta1', 'b'), merge({ hostPort: 'host:81' })));
    good(await server.client.ask('PATCH', at('v1beta1', 'a'), merge({ hostPort: 'other:80' })));
    expect((await watch.take(2)).map(brief)).toEqual(['ADDED b', 'DELETED a']);
    watch.close();
    good(await server.client.ask('DELETE', `${at('v1')}?fieldSelector=host=other`));
    expect(namesOf(good(await server.client.get(at('v1'))))).toEqual(['b', 'c']);
  });
  it('is not needed for metadata, in whatever version it is asked for', async () => {
    const { metadata } = await create('a');
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    const watch = await server.client.watch(at('v1'), { resourceVersion: metadata.resourceVersion }, metadataOnly);
    expect(good(await server.client.get(at('v1', 'a'), {}, metadataOnly))).toEqual(partial);
    expect(good(await server.client.get(at('v1'), {}, metadataList)).items).toEqual([partial]);
    await create('b');
    expect(await watch.next()).toMatchObject({ object: { kind: 'PartialObjectMetadata', metadata: { name: 'b' } } });
    expect(webhook.taken()).toEqual([]);
    watch.close();
  });
});

describe('a webhook that is gone', () => {
  beforeEach(async () => {
    await create('a', undefined, { labels: { color: 'red' } });
    await create('b');
    await webhook.stop();
  });
  const back = async (): Promise<void> => webhook.startAgain();

  it('fails what needs it with a message that names the definition, the versions and the webhook', async () => {
    const failed = await server.client.get(at('v1', 'a'));
    expect(failed.status).toBe(500);
    expect(failed.body.message).toContain('conversion webhook for example.com/v1beta1, Kind=CronTab failed: ');
    expect(failed.body.message).toContain('connection refused');
    expect(failed.body.message).toContain(
      `(CustomResourceDefinition ${definitionName}, v1beta1 to v1, webhook ${webhook.url}, object ${namespace}/a)`,
    );
    const write = { apiVersion: 'example.com/v1', kind: 'CronTab', metadata: { name: 'c' }, host: 'h', port: '1' };
    expect((await server.client.post(at('v1'), write)).status).toBe(500);
    await back();
    expect(good(await server.client.get(at('v1', 'a')))).toMatchObject({ host: 'example.com', port: '80' });
    expect((await server.client.get(at('v1beta1', 'c'))).status).toBe(404);
  });
  it('leaves reading and writing at the stored version alone', async () => {
    expect(namesOf(good(await server.client.get(at('v1beta1'))))).toEqual(['a', 'b']);
    await create('c');
    good(await server.client.ask('PATCH', at('v1beta1', 'a'), merge({ hostPort: 'other:1' })));
    expect(namesOf(good(await server.client.get(at('v1beta1'), { labelSelector: 'color=red' })))).toEqual(['a']);
    await back();
  });
  it('leaves metadata alone, in every version', async () => {
    const { items } = good(await server.client.get(at('v1'), {}, metadataList));
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(good(await server.client.get(at('v1', 'a'), {}, metadataOnly)).metadata.labels).toEqual({ color: 'red' });
    await back();
  });
  it('leaves deletion alone, in every version', async () => {
    expect(good(await server.client.delete(at('v1', 'a')))).toMatchObject({ kind: 'Status', status: 'Success' });
    expect((await server.client.get(at('v1beta1', 'a'))).status).toBe(404);
    await create('held', undefined, { finalizers: ['example.com/hold'] });
    expect(good(await server.client.delete(at('v1', 'held')))).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'held', group: 'example.com', kind: 'crontabs' },
    });
    expect(good(await server.client.get(at('v1beta1', 'held'))).metadata.deletionTimestamp).toBeDefined();
    good(await server.client.ask('PATCH', at('v1beta1', 'held'), merge({ metadata: { finalizers: null } })));
    await create('c');
    expect(good(await server.client.delete(at('v1')))).toMatchObject({ kind: 'Status', status: 'Success' });
    expect(good(await server.client.get(at('v1beta1'))).items).toEqual([]);
    await back();
  });
  it('leaves the garbage collector alone', async () => {
    const owner = good(
      await server.client.post(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'owner' } }),
      201,
    );
    const { uid } = owner.metadata;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
    await create('owned', undefined, { ownerReferences });
    // Owned by a custom object, which is named in the version that cannot be converted to.
    const { metadata } = good(await server.client.get(at('v1beta1', 'owned')));
    good(
      await server.client.post(`/api/v1/namespaces/${namespace}/configmaps`, {
        metadata: {
          name: 'grandchild',
          ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'CronTab', name: 'owned', uid: metadata.uid }],
        },
      }),
      201,
    );
    good(await server.client.delete(`/api/v1/namespaces/${namespace}/configmaps/owner`));
    await gone(at('v1beta1', 'owned'));
    await gone(`/api/v1/namespaces/${namespace}/configmaps/grandchild`);
    await back();
  });
  it('leaves the deletion of a namespace alone', async () => {
    good(await server.client.delete(`/api/v1/namespaces/${namespace}`));
    await gone(`/api/v1/namespaces/${namespace}`);
    await back();
  });
  it('is told of by a condition of the definition, since when, until it answers again', async () => {
    await server.client.get(at('v1', 'a'));
    const ill = await untilDefinition(
      server.client,
      definitionName,
      (found) => conditionOf(found, 'ConversionHealthy')?.status === 'False',
    );
    const { reason, message, lastTransitionTime } = conditionOf(ill, 'ConversionHealthy') ?? {};
    expect(reason).toBe('WebhookFailed');
    expect(message).toContain('connection refused');
    expect(Date.parse(lastTransitionTime ?? '')).toBeLessThanOrEqual(Date.now());
    await back();
    good(await server.client.get(at('v1', 'b')));
    await untilDefinition(
      server.client,
      definitionName,
      (found) => conditionOf(found, 'ConversionHealthy')?.status === 'True',
    );
  });
});

describe('a webhook that was replaced by another at a new address', () => {
  it('is not blamed for what the former did', async () => {
    await create('a');
    const clientConfig = (of: TestWebhook) => ({ url: of.url, caBundle: of.caBundle });
    const use = (of: TestWebhook) =>
      redefine(server.client, definitionName, (spec) => {
        spec.conversion = {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: clientConfig(of) },
        };
      });
    await webhook.stop();
    await server.client.get(at('v1', 'a'));
    const health = (status: string) => (found: Wire) => conditionOf(found, 'ConversionHealthy')?.status === status;
    await untilDefinition(server.client, definitionName, health('False'));
    await using other = await TestWebhook.start();
    await use(other);
    good(await server.client.get(at('v1', 'a')));
    await untilDefinition(server.client, definitionName, health('True'));
    await webhook.startAgain();
    await use(webhook);
  });
});

describe('a webhook that cannot convert an object', () => {
  it('fails the reading of it and of lists with it, with its own message, and nothing else', async () => {
    await create('good');
    await create('broken', 'nowhere');
    for (const path of [at('v1', 'broken'), at('v1')]) {
      const failed = await server.client.get(path);
      expect(failed.status).toBe(500);
      expect(failed.body.message).toContain('hostPort could not be parsed into a separate host and port');
    }
    good(await server.client.get(at('v1', 'good')));
    expect(namesOf(good(await server.client.get(at('v1beta1'))))).toEqual(['broken', 'good']);
    good(await server.client.delete(at('v1', 'broken')));
    good(await server.client.get(at('v1')));
  });
});

describe('a conversion that fails', () => {
  const converted = async (): Promise<{ exchange?: { request: string; status?: number; answer?: string } }> => {
    const { body } = await server.client.post('/pinnace/conversions/crontabs.example.com', object('a', 'no port'));
    return (body as unknown as { versions: { v1: object } }).versions.v1;
  };
  it('is told with the request to the webhook and its answer', async () => {
    const { exchange } = await converted();
    expect(JSON.parse(exchange?.request ?? '')).toMatchObject({
      kind: 'ConversionReview',
      request: { desiredAPIVersion: 'example.com/v1', objects: [{ hostPort: 'no port' }] },
    });
    expect(exchange?.status).toBe(200);
    expect(exchange?.answer).toContain('hostPort could not be parsed into a separate host and port');
  });
  it('is told with the request alone where the webhook is gone', async () => {
    await webhook.stop();
    const { exchange } = await converted();
    await webhook.startAgain();
    expect(exchange?.request).toContain('no port');
    expect(exchange).not.toHaveProperty('answer');
  });
});

describe('a definition', () => {
  it('is refused with a caBundle that holds no certificate', async () => {
    const found = good(await server.client.get(`${definitionsPath}/${definitionName}`));
    const spec = structuredClone(found.spec) as ReturnType<typeof definition>['spec'];
    spec.conversion.webhook.clientConfig.caBundle = Buffer.from('no certificate').toString('base64');
    const refused = await server.client.put(`${definitionsPath}/${definitionName}`, { ...found, spec });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/caBundle: Invalid value: .*unable to load root certificates/);
  });
  it('can be given up for None, and its condition goes with the webhook', async () => {
    await redefine(server.client, definitionName, (spec) => {
      spec.conversion = { strategy: 'None' };
    });
    await untilDefinition(
      server.client,
      definitionName,
      (found) => conditionOf(found, 'ConversionHealthy') === undefined,
    );
    await create('a');
    expect(good(await server.client.get(at('v1', 'a'))).apiVersion).toBe('example.com/v1');
    expect(webhook.taken()).toEqual([]);
  });
});

function merge(patch: object) {
  return { body: JSON.stringify(patch), headers: { 'content-type': 'application/merge-patch+json' } };
}

async function gone(path: string): Promise<void> {
  await until(async () => ((await server.client.get(path)).status === 404 ? true : undefined), `${path} to go`);
}
