import { describe, expect, it } from 'vitest';
import { frontProxyHeaders } from './front-proxy-headers.ts';
import { specOf } from './openapi-spec.ts';
import { readAggregated, readLegacy } from './version-discovery.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('the headers that tell who asks', () => {
  it('escape the keys of what else is known, and take away what the client says', () => {
    const user = { name: 'jürg', uid: 'u', groups: ['a', 'b'], extra: { 'example.com/scope%': ['x', 'y'] } };
    expect(frontProxyHeaders(user, { 'x-remote-extra-z': 'lie', accept: '*/*' })).toEqual({
      'x-remote-extra-z': undefined,
      'x-remote-user': 'jÃ¼rg',
      'x-remote-uid': 'u',
      'x-remote-group': ['a', 'b'],
      'x-remote-extra-example.com%2Fscope%25': ['x', 'y'],
    });
  });
});

describe('what a server says of its version', () => {
  it('is taken with nothing that does not belong there', () => {
    const resource = { resource: 'things', verbs: ['get', 1], scope: 7, __proto__: 1, more: {} };
    const items = [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources: [resource, 'text'] }, null] }];
    const kind = { group: '', version: '', kind: '' };
    expect(readAggregated(bytes({ items })).get('g/v1')).toEqual([
      { resource: 'things', responseKind: kind, scope: '', singularResource: '', verbs: ['get'] },
    ]);
    expect(readAggregated(bytes([])).size).toBe(0);
    expect(readLegacy(bytes({ resources: 'none' }))).toEqual([]);
  });

  it('has the parts of a resource in it, also of servers that list them beside it', () => {
    const resources = [
      { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'], shortNames: ['th'] },
      { name: 'things/status', kind: 'Thing', verbs: ['update'] },
    ];
    expect(readLegacy(bytes({ resources }))).toMatchObject([
      { resource: 'things', scope: 'Namespaced', shortNames: ['th'], subresources: [{ subresource: 'status' }] },
    ]);
  });
});

describe('the OpenAPI of a server', () => {
  it('is that of its version, with what is used there', () => {
    const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
    const document = {
      paths: {
        '/apis/g/v1/things': {
          get: { responses: { 200: { schema: ref('A') } } },
          parameters: [{ $ref: '#/parameters/p' }],
        },
        '/apis/g/v2/things': { get: { responses: { 200: { schema: ref('C') } } } },
        '/version/': {},
      },
      definitions: { A: { properties: { b: ref('B') } }, B: { properties: { a: ref('A') } }, C: {} },
      parameters: { p: { name: 'p' }, q: { name: 'q' } },
    };
    const spec = specOf(bytes(document), 'g', 'v1');
    expect(Object.keys(spec?.paths ?? {})).toEqual(['/apis/g/v1/things']);
    expect(Object.keys(spec?.definitions ?? {})).toEqual(['A', 'B']);
    expect(Object.keys(spec?.parameters ?? {})).toEqual(['p']);
    expect(specOf(bytes([]), 'g', 'v1')).toBeUndefined();
  });

  it('is refused where it is nested to do harm', () => {
    let schema: object = {};
    for (let depth = 0; depth < 500; depth++) schema = { items: schema };
    const document = { paths: { '/apis/g/v1/x': { $ref: '#/definitions/A' } }, definitions: { A: schema } };
    expect(() => specOf(bytes(document), 'g', 'v1')).toThrow('nested too deeply');
  });
});
