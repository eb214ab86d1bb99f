import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '#machinery';
import { sampleCatalog, smallerCatalog } from '../discovery/testing/sample-catalog.ts';
import { OpenApiDocuments, type OpenApiReply } from './openapi-documents.ts';
import { META } from './schema-names.ts';

const NOW = Date.UTC(2030, 0, 1);
const PROTO_V3 = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf';
const PROTO_V2 = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

const catalog = sampleCatalog();
const documents = new OpenApiDocuments('1.36');

function ask(url: string, headers: { [name: string]: string } = {}, from = catalog) {
  const { pathname, searchParams } = new URL(url, 'http://server');
  return documents.reply(from, { path: pathname, query: searchParams, headers, now: NOW });
}
async function bytesOf(reply: OpenApiReply | undefined): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  if (reply?.body instanceof Uint8Array) parts.push(reply.body);
  else for await (const part of reply?.body ?? []) parts.push(part);
  return Buffer.concat(parts);
}
const read = async (url: string, from?: Catalog) => JSON.parse((await bytesOf(await ask(url, {}, from))).toString());

describe('the OpenAPI v3 index', () => {
  it('lists every document, in order, with an address that holds its hash', async () => {
    const { paths } = await read('/openapi/v3');
    expect(Object.keys(paths)).toEqual([
      '.well-known/openid-configuration',
      'api',
      'api/v1',
      'apis',
      'apis/example.com/v1',
      'apis/example.com/v1beta1',
      'openid/v1/jwks',
      'version',
    ]);
    expect(paths['apis/example.com/v1'].serverRelativeURL).toMatch(
      /^\/openapi\/v3\/apis\/example\.com\/v1\?hash=[0-9A-F]{128}$/,
    );
  });
  it('answers 304 to a client that has it', async () => {
    const etag = (await ask('/openapi/v3'))?.headers.etag ?? '';
    expect((await ask('/openapi/v3', { 'if-none-match': etag }))?.status).toBe(304);
  });
  it('has the same addresses for the same content, and others for another', async () => {
    const [one, again, smaller] = [
      await read('/openapi/v3'),
      await read('/openapi/v3', sampleCatalog()),
      await read('/openapi/v3', smallerCatalog()),
    ];
    expect(again).toEqual(one);
    expect(smaller.paths['api/v1']).toEqual(one.paths['api/v1']);
    expect(smaller.paths['apis/example.com/v1']).toBeUndefined();
    const { paths } = await read('/openapi/v3', sampleCatalog({ widgetSize: 'integer' }));
    expect(paths['apis/example.com/v1']).not.toEqual(one.paths['apis/example.com/v1']);
    expect(paths['api/v1']).toEqual(one.paths['api/v1']);
  });
});

describe('an OpenAPI v3 document', () => {
  const address = async (): Promise<string> => (await read('/openapi/v3')).paths['api/v1'].serverRelativeURL;

  it('may be kept for a year under its hash', async () => {
    const reply = await ask(await address());
    expect(reply?.status).toBe(200);
    expect(reply?.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, immutable',
      expires: 'Wed, 01 Jan 2031 00:00:00 GMT',
      vary: 'Accept',
      etag: `"${(await address()).split('=')[1]}"`,
    });
  });
  it('redirects from an old hash to the current one', async () => {
    const old = await ask('/openapi/v3/api/v1?hash=OLD');
    expect(old).toMatchObject({ status: 301, headers: { location: await address() } });
  });
  it('is not marked as lasting without a hash', async () => {
    expect((await ask('/openapi/v3/api/v1'))?.headers['cache-control']).toBeUndefined();
  });
  it.each([
    ['application/json', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    [PROTO_V3, 200, 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'],
    ['text/html', 406, undefined],
  ])('answers %s with %i', async (accept, status, type) => {
    const reply = await ask('/openapi/v3/api/v1', { accept });
    expect([reply?.status, reply?.headers['content-type']]).toEqual([status, type]);
  });
  it('is sent packed to those who read gzip, and is the same then', async () => {
    const packed = await ask('/openapi/v3/api/v1', { 'accept-encoding': 'gzip' });
    expect(packed?.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(await bytesOf(packed)).toString())).toEqual(await read('/openapi/v3/api/v1'));
  });
  it('is empty and not found when it is not served', async () => {
    for (const path of ['/openapi/v3/', '/openapi/v3/apis/none/v1', '/openapi/v3/api/v1/namespaces'])
      expect(await ask(path)).toMatchObject({ status: 404, headers: {}, body: { length: 0 } });
    for (const path of ['/openapi/v4', '/openapi', '/openapi/v2/']) expect(await ask(path)).toBeUndefined();
  });
});

describe('the content of a v3 document', async () => {
  const core = await read('/openapi/v3/api/v1');
  const custom = await read('/openapi/v3/apis/example.com/v1');
  const item = custom.paths['/apis/example.com/v1/namespaces/{namespace}/widgets/{name}'];

  it('has the paths of all verbs and parts', () => {
    const methods = Object.entries(core.paths as object).map(([path, calls]) => [
      path,
      Object.keys(calls).sort().join(),
    ]);
    expect(methods).toEqual([
      ['/api/v1/', 'get'],
      ['/api/v1/namespaces', 'get,parameters,post'],
      ['/api/v1/namespaces/{namespace}/bindings', 'parameters,post'],
      ['/api/v1/namespaces/{name}', 'delete,get,parameters,patch,put'],
      ['/api/v1/namespaces/{name}/finalize', 'parameters,put'],
      ['/api/v1/namespaces/{name}/status', 'get,parameters,patch,put'],
      ['/api/v1/watch/namespaces', 'get,parameters'],
      ['/api/v1/watch/namespaces/{name}', 'get,parameters'],
    ]);
  });
  it('names operations as generated clients expect', () => {
    expect(core.paths['/api/v1/namespaces'].get.operationId).toBe('listCoreV1Namespace');
    expect(core.paths['/api/v1/namespaces/{name}/status'].put.operationId).toBe('replaceCoreV1NamespaceStatus');
    expect(custom.paths['/apis/example.com/v1/widgets'].get.operationId).toBe('listExampleComV1WidgetForAllNamespaces');
    const many = custom.paths['/apis/example.com/v1/namespaces/{namespace}/widgets'];
    expect(many.delete.operationId).toBe('deleteExampleComV1CollectionNamespacedWidget');
    expect(many.delete.tags).toEqual(['exampleCom_v1']);
  });
  it('tells by a PATCH which query parameters the server knows', () => {
    expect(item.patch['x-kubernetes-action']).toBe('patch');
    expect(item.patch['x-kubernetes-group-version-kind']).toEqual({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
    });
    const names = item.patch.parameters.map((parameter: { name: string }) => parameter.name);
    expect(names).toEqual(['dryRun', 'fieldManager', 'fieldValidation', 'force']);
  });
  it('offers strategic merge to compiled-in kinds only', () => {
    const types = (patch: { requestBody: { content: object } }) => Object.keys(patch.requestBody.content);
    expect(types(core.paths['/api/v1/namespaces/{name}'].patch)).toContain('application/strategic-merge-patch+json');
    expect(types(item.patch)).not.toContain('application/strategic-merge-patch+json');
    expect(types(item.patch)).toContain('application/apply-patch+yaml');
  });
  it('puts what all calls of a path share beside them', () => {
    expect(item.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
      'name',
      'namespace',
      'pretty',
    ]);
  });
  it('describes lists of what can be listed', () => {
    expect(custom.components.schemas['com.example.v1.WidgetList']).toBeDefined();
    expect(core.components.schemas['io.k8s.api.core.v1.BindingList']).toBeUndefined();
  });
  it('says in which versions options may be written', () => {
    const versions = (document: typeof core) =>
      document.components.schemas[`${META}.DeleteOptions`]['x-kubernetes-group-version-kind'];
    expect(versions(core)).toEqual([{ group: '', kind: 'DeleteOptions', version: 'v1' }]);
    expect(versions(custom)).toContainEqual({ group: 'apps', kind: 'DeleteOptions', version: 'v1beta2' });
  });
  it.each(['api', 'apis', 'version', 'api/v1', 'apis/example.com/v1'])(
    'refers only to what it holds: %s',
    async (key) => {
      const document = await read(`/openapi/v3/${key}`);
      const targets = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name]) => name as string,
      );
      expect(targets.length).toBeGreaterThan(0);
      expect(targets.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
    },
  );
});

describe('the OpenAPI v2 document', async () => {
  const document = await read('/openapi/v2');

  it('holds all groups and refers only to what it holds', () => {
    expect(document.swagger).toBe('2.0');
    expect(Object.keys(document.paths)).toContain('/apis/example.com/v1beta1/widgets');
    const text = JSON.stringify(document);
    expect(text).not.toContain('components/schemas');
    for (const [, section, name] of text.matchAll(/"#\/(definitions|parameters)\/([^"]+)"/g)) {
      expect(Object.keys(document[section as string])).toContain(name);
    }
  });
  it('says bodies, answers and media types in its own way', () => {
    const { put } = document.paths['/api/v1/namespaces/{name}'];
    expect(put.parameters[0]).toEqual({
      name: 'body',
      in: 'body',
      required: true,
      schema: { $ref: '#/definitions/io.k8s.api.core.v1.Namespace' },
    });
    expect(put.parameters[1]).toMatchObject({ name: 'dryRun', in: 'query', type: 'string', uniqueItems: true });
    const manager = put.parameters[2].$ref.slice('#/parameters/'.length);
    expect(manager).toMatch(/^fieldManager-[\w-]{8}$/);
    expect(document.parameters[manager]).toMatchObject({ name: 'fieldManager', in: 'query', type: 'string' });
    expect(put.produces).toEqual(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']);
    expect(put.responses['200'].schema).toEqual({ $ref: '#/definitions/io.k8s.api.core.v1.Namespace' });
  });
  it('speaks protobuf under the name that clients ask for, and 304', async () => {
    const reply = await ask('/openapi/v2', { accept: PROTO_V2 });
    expect(reply?.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
    expect((await bytesOf(reply)).subarray(0, 5).toString('latin1')).toBe('\n\x032.0');
    const known = { accept: PROTO_V2, 'if-none-match': reply?.headers.etag ?? '' };
    expect((await ask('/openapi/v2', known))?.status).toBe(304);
    expect((await ask('/openapi/v2', { accept: 'text/html' }))?.status).toBe(406);
  });
  it('gives a custom kind another name where its own is taken', async () => {
    const taken = await read('/openapi/v2', sampleCatalog({ widgetSchema: 'io.k8s.api.core.v1.Namespace' }));
    const { definitions, paths } = taken;
    expect(definitions['io.k8s.api.core.v1.Namespace']).toEqual(document.definitions['io.k8s.api.core.v1.Namespace']);
    const renamed = { $ref: '#/definitions/io.k8s.api.core.v1.Namespace_v2' };
    expect(definitions['io.k8s.api.core.v1.Namespace_v2'].properties.size).toBeDefined();
    const { get, put } = paths['/apis/example.com/v1/namespaces/{namespace}/widgets/{name}'];
    expect([get.responses['200'].schema, put.parameters[0].schema]).toEqual([renamed, renamed]);
    expect(paths['/api/v1/namespaces/{name}'].get.responses['200'].schema).toEqual({
      $ref: '#/definitions/io.k8s.api.core.v1.Namespace',
    });
  });
});
