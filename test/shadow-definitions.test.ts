import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
});
afterAll(() => server[Symbol.asyncDispose]());

const PROBE = 'overlapProbe';
const definition = (plural: string, kind: string, group: string, version = 'v1') => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, test-only' } },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural, kind },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { [PROBE]: { type: 'boolean' } } } },
      },
    ],
  },
});
const define = async (one: object): Promise<void> => {
  good(await server.client.post(definitionsPath, one), 201);
  await server.running.settle();
};
const read = async <T>(path: string): Promise<T> => (await server.client.get(path)).body as unknown as T;
const resources = async (groupVersion: string): Promise<string[]> =>
  (await read<{ resources: { name: string }[] }>(`/apis/${groupVersion}`)).resources.map(({ name }) => name);

interface Document {
  readonly definitions: { readonly [name: string]: { readonly properties: { items: { items: object } } } };
  readonly paths: { readonly [path: string]: { readonly get: { readonly responses: { 200: { schema: object } } } } };
}

describe('a definition in a built-in group', () => {
  it('is not served and shows in no discovery and no OpenAPI document', async () => {
    const before = await resources('networking.k8s.io/v1');
    await define(definition('foos', 'Foo', 'networking.k8s.io'));
    await define(definition('bars', 'Bar', 'networking.k8s.io', 'v7'));
    expect(await resources('networking.k8s.io/v1')).toEqual(before);
    expect((await server.client.get('/apis/networking.k8s.io')).body.versions).toHaveLength(1);
    expect((await server.client.get('/apis/networking.k8s.io/v1/foos')).status).toBe(404);
    expect((await server.client.get('/apis/networking.k8s.io/v7/bars')).status).toBe(404);
    for (const path of ['/openapi/v2', '/openapi/v3/apis/networking.k8s.io/v1'])
      expect((await server.client.get(path)).text).not.toContain(PROBE);
    expect((await server.client.get('/openapi/v3')).text).not.toContain('networking.k8s.io/v7');
  });

  it('takes nothing along that is not its own when it goes', async () => {
    await define(definition('kept', 'Kept', 'example.com'));
    await define(definition('customresourcedefinitions', 'CustomResourceDefinition', 'apiextensions.k8s.io'));
    await server.client.delete(`${definitionsPath}/customresourcedefinitions.apiextensions.k8s.io`);
    await server.running.settle();
    const gone = await server.client.get(`${definitionsPath}/customresourcedefinitions.apiextensions.k8s.io`);
    expect(gone.status).toBe(404);
    good(await server.client.get(`${definitionsPath}/kept.example.com`));
  });
});

describe('a definition whose schema would have the name of a built-in one', () => {
  it('leaves that as it is and has another name', async () => {
    const name = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition';
    const before = (await read<Document>('/openapi/v2')).definitions[name];
    const group = 'apiextensions.apis.pkg.apiextensions-apiserver.k8s.io';
    await define(definition('customresourcedefinitions', 'CustomResourceDefinition', group));
    const { definitions, paths } = await read<Document>('/openapi/v2');
    expect(definitions[name]).toEqual(before);
    expect(definitions[`${name}_v2`]?.properties).toHaveProperty(PROBE);
    const item = paths[`/apis/${group}/v1/customresourcedefinitions/{name}`]?.get.responses[200].schema;
    const listed = definitions[`${name}List_v2`]?.properties.items.items;
    const renamed = { $ref: `#/definitions/${name}_v2` };
    expect([item, listed]).toEqual([renamed, renamed]);
  });
});
