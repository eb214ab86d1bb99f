import { describe, expect, it } from 'vitest';
import { sampleCatalog, smallerCatalog } from '../discovery/testing/sample-catalog.ts';
import { openapiReply } from './openapi-reply.ts';

const catalog = sampleCatalog();
const NOW = Date.UTC(2030, 0, 1);
const PROTO_V3 = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf';
const PROTO_V2 = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

function ask(url: string, headers: { [name: string]: string } = {}, from = catalog) {
  const { pathname, searchParams } = new URL(url, 'http://server');
  return openapiReply(from, { path: pathname, query: searchParams, headers, now: NOW });
}
const read = (url: string, from = catalog) => JSON.parse(Buffer.from(ask(url, {}, from)?.body ?? []).toString());

describe('the OpenAPI v3 index', () => {
  it('lists every document with an address that holds its hash', () => {
    const { paths } = read('/openapi/v3');
    const expected = [
      'api',
      'api/v1',
      'apis',
      'apis/example.com',
      'apis/example.com/v1',
      'apis/example.com/v1beta1',
      'version',
    ];
    expect(Object.keys(paths).sort()).toEqual(expected);
    expect(paths['apis/example.com/v1'].serverRelativeURL).toMatch(
      /^\/openapi\/v3\/apis\/example\.com\/v1\?hash=[0-9A-F]{128}$/,
    );
  });
  it('answers 304 to a client that has it', () => {
    const etag = ask('/openapi/v3')?.headers.etag ?? '';
    expect(ask('/openapi/v3', { 'if-none-match': etag })?.status).toBe(304);
  });
});

describe('an OpenAPI v3 document', () => {
  const address = read('/openapi/v3').paths['api/v1'].serverRelativeURL as string;

  it('may be kept for a year under its hash', () => {
    const reply = ask(address);
    expect(reply?.status).toBe(200);
    expect(reply?.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, immutable',
      expires: 'Wed, 01 Jan 2031 00:00:00 GMT',
      vary: 'Accept',
      etag: `"${address.split('=')[1]}"`,
    });
  });
  it('redirects from an old hash to the current one', () => {
    expect(ask('/openapi/v3/api/v1?hash=OLD')).toMatchObject({ status: 301, headers: { location: address } });
  });
  it('is not marked as lasting without a hash', () => {
    expect(ask('/openapi/v3/api/v1')?.headers['cache-control']).toBeUndefined();
  });
  it.each([
    ['application/json', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    [PROTO_V3, 200, 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'],
    ['text/html', 406, undefined],
  ])('answers %s with %i', (accept, status, type) => {
    const reply = ask('/openapi/v3/api/v1', { accept });
    expect([reply?.status, reply?.headers['content-type']]).toEqual([status, type]);
  });
  it('is nothing for what is not served', () => {
    for (const path of ['/openapi/v3/apis/none/v1', '/openapi/v4', '/openapi/v3/api/v1/namespaces'])
      expect(ask(path)).toBeUndefined();
  });
  it('stays the same bytes when only other groups change', () => {
    const before = smallerCatalog();
    expect(ask('/openapi/v3/api/v1', {}, before)?.body).toBe(ask('/openapi/v3/api/v1')?.body);
    expect(ask('/openapi/v3/apis/example.com/v1', {}, before)).toBeUndefined();
  });
});

describe('the content of a v3 document', () => {
  const core = read('/openapi/v3/api/v1');
  const custom = read('/openapi/v3/apis/example.com/v1');
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
  it('says of each kind and list which it is', () => {
    const { schemas } = custom.components;
    const gvk = (kind: string) => [{ group: 'example.com', kind, version: 'v1' }];
    expect(schemas['com.example.v1.Widget']['x-kubernetes-group-version-kind']).toEqual(gvk('Widget'));
    expect(schemas['com.example.v1.WidgetList']['x-kubernetes-group-version-kind']).toEqual(gvk('WidgetList'));
    expect(core.components.schemas['io.k8s.api.core.v1.BindingList']).toBeUndefined();
  });
  it.each(['api', 'apis', 'apis/example.com', 'version', 'api/v1', 'apis/example.com/v1'])(
    'refers only to what it holds: %s',
    (key) => {
      const document = read(`/openapi/v3/${key}`);
      const targets = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name]) => name as string,
      );
      expect(targets.length).toBeGreaterThan(0);
      expect(targets.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
    },
  );
});

describe('the OpenAPI v2 document', () => {
  const document = read('/openapi/v2');

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
    expect(put.parameters[1]).toEqual({ $ref: '#/parameters/dryRun-query' });
    expect(document.parameters['dryRun-query']).toMatchObject({ name: 'dryRun', in: 'query', type: 'string' });
    expect(put.produces).toEqual(['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml']);
    expect(put.responses['200'].schema).toEqual({ $ref: '#/definitions/io.k8s.api.core.v1.Namespace' });
  });
  it('speaks protobuf under the name that clients ask for, and 304', () => {
    const reply = ask('/openapi/v2', { accept: PROTO_V2 });
    expect(reply?.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
    expect(
      Buffer.from(reply?.body ?? [])
        .subarray(0, 5)
        .toString('latin1'),
    ).toBe('\n\x032.0');
    expect(ask('/openapi/v2', { accept: PROTO_V2, 'if-none-match': reply?.headers.etag ?? '' })?.status).toBe(304);
    expect(ask('/openapi/v2', { accept: 'text/html' })?.status).toBe(406);
  });
});
