import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definitionsPath, redefine } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const group = 'parts.example.com';
const version = (name: string, fields: object, more: object = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: fields },
        status: { type: 'object', properties: { ready: { type: 'boolean' } } },
      },
    },
  },
  ...more,
});
const text = { type: 'string' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
  await define(server.client, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `parts.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'parts', kind: 'Part' },
      versions: [
        version('v1', { a: { ...text, default: 'one' }, n: { type: 'integer' } }, { subresources: { status: {} } }),
        version('v2', { a: text, j: { ...text, default: 'jay' } }),
        version('v1beta1', { a: text }, { deprecated: true, deprecationWarning: 'old' }),
      ],
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const at = (name: string, rest = ''): string => `/apis/${group}/${name}/namespaces/default/parts${rest}`;
const part = (apiVersion: string, name: string, more: object = {}) => ({
  apiVersion: `${group}/${apiVersion}`,
  kind: 'Part',
  metadata: { name },
  spec: {},
  ...more,
});
const merge = { 'content-type': 'application/merge-patch+json' };
const owners = (body: unknown): string[] =>
  (
    (body as { metadata: { managedFields?: { manager: string; apiVersion: string }[] } }).metadata.managedFields ?? []
  ).map((entry) => `${entry.manager} ${entry.apiVersion}`);

describe('a custom resource with several versions', () => {
  it('shows in a dry run what would come back from the store', async () => {
    const dry = await server.client.post(at('v2', '?dryRun=All'), part('v2', 'same'));
    const wet = await server.client.post(at('v2'), part('v2', 'same'));
    expect(dry.body.spec).toEqual({ a: 'one' });
    expect(wet.body.spec).toEqual({ a: 'one' });
  });

  it.each(['/p/bogus', '/p/scale', '/p/status', '/p/a/b'])('warns of an old version at %s too', async (rest) => {
    const { status, headers, body } = await server.client.get(at('v1beta1', rest));
    expect(status).toBe(404);
    expect(body).toMatchObject({ details: { name: 'p', kind: 'parts' } });
    expect(String(headers.warning)).toContain('old');
  });

  it('leaves its managers alone where their version does not have a field', async () => {
    const made = await server.client.post(at('v1', '?fieldManager=a'), part('v1', 'tracked', { spec: { n: 1 } }));
    const patch = (spec: object) =>
      server.client.ask('PATCH', at('v2', '/tracked?fieldManager=b'), { body: { spec }, headers: merge });
    expect(owners((await patch({ a: 'x', j: 'y' })).body)).toEqual(owners(made.body));
  });

  it('has no managers where what is dropped does not fit its type', async () => {
    const { status, body } = await server.client.post(at('v1'), part('v1', 'odd', { status: 'x' }));
    expect(status).toBe(201);
    expect(owners(body)).toEqual([]);
  });
});

describe('a watch of custom resources', () => {
  it('ends without an error when their definition changes, and with it all that happened before', async () => {
    const watches = [await server.client.watch(at('v1')), await server.client.watch(at('v2'))];
    const others = await server.client.watch('/api/v1/namespaces/default/configmaps');
    await server.client.post(at('v1'), part('v1', 'last'));
    const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
    await redefine(server.client, `parts.${group}`, (spec) => {
      const [first, ...rest] = spec.versions as object[];
      spec.versions = [{ ...first, additionalPrinterColumns: [column] }, ...rest];
    });
    for (const watch of watches) {
      const seen = await watch.rest();
      expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['ADDED']));
      expect(seen.map(({ object }) => object.metadata.name)).toContain('last');
    }
    await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'goes-on' } });
    expect((await others.next())?.object.metadata.name).toBeDefined();
  });
  it('goes on when only the status or the labels of their definition change', async () => {
    const watch = await server.client.watch(at('v1'), { resourceVersion: await newest() });
    const path = `${definitionsPath}/parts.${group}`;
    const found = (await server.client.get(path)).body;
    await server.client.put(path, { ...found, metadata: { ...found.metadata, labels: { a: 'b' } } });
    await server.running.settle();
    await server.client.post(at('v1'), part('v1', 'still-there'));
    expect((await watch.next())?.object.metadata.name).toBe('still-there');
    watch.close();
  });
  it('ends with their definition', async () => {
    const watch = await server.client.watch(at('v1'), { resourceVersion: await newest() });
    await server.client.delete(`${definitionsPath}/parts.${group}`);
    const seen = await watch.rest();
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['DELETED']));
  });
});

async function newest(): Promise<string> {
  return (await server.client.get(at('v1'))).body.metadata.resourceVersion;
}
