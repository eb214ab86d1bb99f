import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#meta';
import { discoveryReply } from './discovery-reply.ts';
import { sampleCatalog } from './testing/sample-catalog.ts';

const catalog = sampleCatalog();
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const read = (path: string, headers: { [name: string]: string } = {}) => {
  const reply = discoveryReply(catalog, path, headers);
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
        { name: 'bindings', singularName: 'binding', namespaced: true, kind: 'Binding', verbs: ['create'] },
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
    expect(discoveryReply(catalog, path, {})).toBeUndefined();
  });
  it('speaks YAML with sorted keys', () => {
    const reply = discoveryReply(catalog, '/apis/example.com', { accept: 'application/yaml' });
    expect(reply?.headers['content-type']).toBe('application/yaml');
    expect(Buffer.from(reply?.body ?? []).toString()).toBe(
      'apiVersion: v1\nkind: APIGroup\nname: example.com\npreferredVersion:\n  groupVersion: example.com/v1\n  version: v1\n' +
        'versions:\n- groupVersion: example.com/v1\n  version: v1\n- groupVersion: example.com/v1beta1\n  version: v1beta1\n',
    );
  });
  it('speaks protobuf in the usual envelope', () => {
    const reply = discoveryReply(catalog, '/apis/example.com', { accept: 'application/vnd.kubernetes.protobuf' });
    const v1 = '0a0e6578616d706c652e636f6d2f763112027631'; // groupVersion and version
    const beta = '0a136578616d706c652e636f6d2f763162657461311207763162657461'.concat('31');
    const group = `0a0b${Buffer.from('example.com').toString('hex')}1214${v1}121e${beta}1a14${v1}`;
    const length = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0');
    const type = `0a02${Buffer.from('v1').toString('hex')}1208${Buffer.from('APIGroup').toString('hex')}`;
    const expected = `6b387300${`0a${length(type)}${type}`}12${length(group)}${group}`;
    expect(Buffer.from(reply?.body ?? []).toString('hex')).toBe(expected);
  });
  it('refuses what it cannot speak', () => {
    const ask = () => discoveryReply(catalog, '/apis/example.com', { accept: 'text/html' });
    expect(ask).toThrow(ApiError);
    expect(ask).toThrow(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
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
    const reply = discoveryReply(catalog, '/apis', { accept });
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
      responseKind: { group: '', version: '', kind: 'Widget' },
      scope: 'Namespaced',
      singularResource: 'widget',
      verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
      categories: ['all'],
      subresources: [
        { subresource: 'status', responseKind: { group: '', version: '', kind: 'Widget' }, verbs: ['get'] },
        {
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });
  it('answers 304 to a client that has it', () => {
    const first = discoveryReply(catalog, '/apis', { accept: AGGREGATED });
    expect(first?.headers.etag).toMatch(/^"[0-9A-F]{128}"$/);
    const again = discoveryReply(catalog, '/apis', { accept: AGGREGATED, 'if-none-match': first?.headers.etag ?? '' });
    expect(again).toMatchObject({ status: 304, headers: { etag: first?.headers.etag } });
    expect(again?.body.length).toBe(0);
  });
  it('makes the bytes once', () => {
    const [a, b] = [1, 2].map(() => discoveryReply(catalog, '/apis', { accept: AGGREGATED })?.body);
    expect(a).toBe(b);
  });
});
