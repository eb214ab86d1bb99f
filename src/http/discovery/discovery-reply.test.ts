import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Catalog, metaProtobuf, unwrapUnknown } from '#machinery';
import { ApiError, type JsonObject } from '#meta';
import { discoveryReply } from './discovery-reply.ts';
import { sampleCatalog } from './testing/sample-catalog.ts';

const replyTo = (catalog: Catalog, path: string, headers: Readonly<Record<string, string>>) =>
  discoveryReply(catalog, { method: 'GET', path, headers, pretty: false });

const catalog = sampleCatalog();
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const read = (path: string, headers: { [name: string]: string } = {}) => {
  const reply = replyTo(catalog, path, headers);
  return reply && JSON.parse(Buffer.from(reply.body).toString());
};

describe('legacy discovery', () => {
  it('answers /api with the address that the client used, with and without a slash', () => {
    const expected = {
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'here:6443' }],
    };
    expect(read('/api', { host: 'here:6443' })).toEqual(expected);
    expect(read('/api/', { host: 'here:6443' })).toEqual(expected);
  });
  it('lists the groups without the core group', () => {
    const v1 = { groupVersion: 'example.com/v1', version: 'v1' };
    const versions = [v1, { groupVersion: 'example.com/v1beta1', version: 'v1beta1' }];
    const group = { name: 'example.com', versions, preferredVersion: v1 };
    expect(read('/apis')).toEqual({ kind: 'APIGroupList', apiVersion: 'v1', groups: [group] });
    expect(read('/apis/example.com')).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...group });
  });
  it('lists compiled-in resources with sorted verbs, and only stored ones with a storage hash', () => {
    const hash = createHash('sha256').update('/v1/Namespace').digest().subarray(0, 8).toString('base64');
    expect(read('/api/v1')).toEqual({
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [
        {
          name: 'bindings',
          singularName: 'binding',
          namespaced: true,
          kind: 'Binding',
          verbs: ['create'],
          shortNames: ['no'],
        },
        {
          name: 'namespaces',
          singularName: 'namespace',
          namespaced: false,
          kind: 'Namespace',
          verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
          shortNames: ['ns'],
          storageVersionHash: hash,
        },
        { name: 'namespaces/finalize', singularName: '', namespaced: false, kind: 'Namespace', verbs: ['update'] },
        {
          name: 'namespaces/status',
          singularName: '',
          namespaced: false,
          kind: 'Namespace',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });
  it('lists custom resources with their own order of verbs and names the foreign kind of a part', () => {
    const { resources, apiVersion } = read('/apis/example.com/v1beta1');
    expect(apiVersion).toBe('v1');
    expect(resources[0].verbs.join()).toBe('delete,deletecollection,get,list,patch,create,update,watch');
    expect(resources[2]).toMatchObject({ name: 'widgets/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' });
    expect(Object.keys(resources[1])).toEqual(['name', 'singularName', 'namespaced', 'kind', 'verbs']);
  });
  it.each([
    '/apis/none',
    '/apis/none/v1',
    '/apis/example.com/v9',
    '/api/v2',
    '/api/v1/namespaces',
    '/nope',
    '/apis//v1',
  ])('knows nothing of %s', (path) => {
    expect(replyTo(catalog, path, {})).toBeUndefined();
  });
  it('speaks YAML with sorted keys', () => {
    const reply = replyTo(catalog, '/apis/example.com', { accept: 'application/yaml' });
    expect(reply?.headers['content-type']).toBe('application/yaml');
    expect(Buffer.from(reply?.body ?? []).toString()).toBe(
      'apiVersion: v1\nkind: APIGroup\nname: example.com\npreferredVersion:\n  groupVersion: example.com/v1\n  version: v1\n' +
        'versions:\n- groupVersion: example.com/v1\n  version: v1\n- groupVersion: example.com/v1beta1\n  version: v1beta1\n',
    );
  });
  it('quotes names that older YAML takes for something else', () => {
    const accept = 'application/yaml';
    expect(Buffer.from(replyTo(catalog, '/api/v1', { accept })?.body ?? []).toString()).toContain('- "no"\n');
  });
  it('speaks protobuf in the usual envelope, with every field in it', () => {
    const reply = replyTo(catalog, '/apis/example.com/v1', { accept: 'application/vnd.kubernetes.protobuf' });
    const { apiVersion, kind, raw } = unwrapUnknown(reply?.body ?? new Uint8Array());
    expect([apiVersion, kind]).toEqual(['v1', 'APIResourceList']);
    const { groupVersion, resources } = metaProtobuf(kind).decode(raw) as JsonObject;
    expect({ groupVersion, resources }).toEqual({
      groupVersion: 'example.com/v1',
      resources: read('/apis/example.com/v1').resources,
    });
    // The group of a resource that is the list's own is there, and empty.
    expect(Buffer.from(raw).includes(Buffer.from([0x42, 0, 0x4a, 0]))).toBe(true);
  });
  it.each([
    ['/apis', 'only the following media types are accepted: '],
    ['/apis/example.com', 'only the following media types are accepted: '],
    ['/apis/example.com/v1', 'only the following media types are accepted: '],
    ['/api', '406: Not Acceptable\n\nAvailable representations: '],
    ['/api/v1', '406: Not Acceptable\n\nAvailable representations: '],
  ])('refuses on %s what it cannot speak', (path, words) => {
    const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
    for (const accept of ['text/html', 'APPLICATION/JSON']) {
      expect(() => replyTo(catalog, path, { accept })).toThrow(ApiError);
      expect(() => replyTo(catalog, path, { accept })).toThrow(`${words}${types}`);
    }
  });
  it('takes a bare half of a media type only where no route stands before it', () => {
    const accept = 'application/*';
    expect(replyTo(catalog, '/apis', { accept })?.status).toBe(200);
    expect(() => replyTo(catalog, '/api/v1', { accept })).toThrow('406: Not Acceptable');
  });
  it('lists versions of which nothing is served, as APIServices would, but not where resources are listed', () => {
    const [core, custom] = [
      { group: '', versions: ['v1'] },
      { group: 'example.com', versions: ['v1'] },
    ];
    const announced = [core, { ...custom, versions: ['v2', 'v1'] }, { group: 'waiting.example.com', versions: ['v1'] }];
    const waiting = new Catalog([], [core, custom], announced);
    const ask = (path: string, accept = 'application/json') => {
      const reply = replyTo(waiting, path, { accept });
      return reply && JSON.parse(Buffer.from(reply.body).toString());
    };
    const names = (listed: { name: string }[]) => listed.map(({ name }) => name);
    expect(names(ask('/apis').groups)).toEqual(['example.com', 'waiting.example.com']);
    expect(ask('/apis/example.com').preferredVersion.version).toBe('v2');
    expect(ask('/apis/waiting.example.com').versions).toHaveLength(1);
    expect(ask('/apis/example.com/v2')).toBeUndefined();
    expect(ask('/apis/waiting.example.com/v1')).toBeUndefined();
    expect(ask('/apis', AGGREGATED).items.map((item: { versions: object[] }) => item.versions.length)).toEqual([1]);
  });
  it('lists groups of definitions by the first of their versions', () => {
    const groups = [
      { group: '', versions: ['v1'] },
      { group: 'a.example.com', versions: ['v2'] },
      { group: 'b.example.com', versions: ['v2', 'v1'] },
    ];
    const reply = replyTo(new Catalog([], groups), '/apis', {});
    const { groups: listed } = JSON.parse(Buffer.from(reply?.body ?? []).toString());
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['b.example.com', 'a.example.com']);
  });
});

describe('aggregated discovery', () => {
  it.each([
    [
      'as kubectl asks',
      `${AGGREGATED},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`,
    ],
    ['with parameters in another order', 'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io'],
    ['with a profile', `${AGGREGATED};profile=nopeer`],
    ['behind a plain wish', `application/json,${AGGREGATED}`],
  ])('answers %s', (_name, accept) => {
    const reply = replyTo(catalog, '/apis', { accept });
    expect(reply?.headers).toMatchObject({ 'content-type': AGGREGATED, vary: 'Accept', 'cache-control': 'public' });
  });
  it('falls back to the next wish from the version that is gone', () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';
    expect(read('/apis', { accept }).kind).toBe('APIGroupList');
  });
  it('puts the parts of a resource inside it', () => {
    expect(read('/api', { accept: AGGREGATED })).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: [{ metadata: {}, versions: [{ version: 'v1', freshness: 'Current' }] }],
    });
    const [group] = read('/apis', { accept: AGGREGATED }).items;
    expect(group.metadata).toEqual({ name: 'example.com' });
    expect(group.versions[1].resources[0]).toEqual({
      resource: 'widgets',
      responseKind: { group: 'example.com', version: 'v1beta1', kind: 'Widget' },
      scope: 'Namespaced',
      singularResource: 'widget',
      verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
      categories: ['all'],
      subresources: [
        {
          subresource: 'status',
          responseKind: { group: 'example.com', version: 'v1beta1', kind: 'Widget' },
          verbs: ['get'],
        },
        {
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });
  it('leaves out the group and version of a built-in kind where they are those of the list', () => {
    const [core] = read('/api', { accept: AGGREGATED }).items;
    const [binding, namespace] = core.versions[0].resources;
    expect(binding.responseKind).toEqual({ group: '', version: '', kind: 'Binding' });
    expect(namespace.subresources[1].responseKind).toEqual({ group: '', version: '', kind: 'Namespace' });
  });
  it('is not to be had with a slash behind it, but for the core group', () => {
    expect(read('/api/', { accept: AGGREGATED }).kind).toBe('APIGroupDiscoveryList');
    expect(() => replyTo(catalog, '/apis/', { accept: AGGREGATED })).toThrow('only the following media types');
  });
  it('has one ETag in all its forms', () => {
    const forms = ['json', 'yaml', 'vnd.kubernetes.protobuf'].map((type) =>
      replyTo(catalog, '/apis', { accept: AGGREGATED.replace('json', type) }),
    );
    expect(new Set(forms.map((reply) => reply?.headers.etag)).size).toBe(1);
    expect(new Set(forms.map((reply) => reply?.headers['content-type'])).size).toBe(3);
  });
  it('answers 304 to a client that has it', () => {
    const first = replyTo(catalog, '/apis', { accept: AGGREGATED });
    expect(first?.headers.etag).toMatch(/^"[0-9A-F]{128}"$/);
    const again = replyTo(catalog, '/apis', { accept: AGGREGATED, 'if-none-match': first?.headers.etag ?? '' });
    expect(again).toMatchObject({ status: 304, headers: { etag: first?.headers.etag } });
    expect(again?.body.length).toBe(0);
  });
  it('makes the bytes once', () => {
    const [a, b] = [1, 2].map(() => replyTo(catalog, '/apis', { accept: AGGREGATED })?.body);
    expect(a).toBe(b);
  });
});
