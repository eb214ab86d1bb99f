import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const things = '/apis/paths.example.com/v1/namespaces/default/things';
const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await define(server.client, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.paths.example.com' },
    spec: {
      group: 'paths.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  });
  await server.client.post(configMaps, { metadata: { name: 'a' } });
  await server.client.post(things, { apiVersion: 'paths.example.com/v1', kind: 'Thing', metadata: { name: 'a' } });
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a browser that opens the address', () => {
  const open = (accept: string) =>
    new Promise<{ status: number | undefined; type: string | undefined }>((resolve, reject) => {
      request(server.url, { rejectUnauthorized: false, agent: false, headers: { accept } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, type: response.headers['content-type'] });
      })
        .on('error', reject)
        .end();
    });
  it('is shown a page, and nobody else is', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(await open(browser)).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(await open('*/*')).toEqual({ status: 403, type: 'application/json' });
  });
});

describe('a path that is no resource', () => {
  it.each(['/', '/apis', '/apis/', '/apis/apps', '/apis/apps/', '/apis/paths.example.com', '/openapi/v3', '/metrics'])(
    '%s answers whatever the method',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        expect([method, (await server.client.ask(method, path)).status]).toEqual([method, 200]);
      }
      expect((await server.client.ask('POST', '/apis/paths.example.com/v1')).status).toBe(200);
    },
  );
  it.each(['/version', '/api', '/api/', '/api/v1', '/apis/apps/v1', '/openid/v1/jwks'])(
    '%s answers GET alone',
    async (path) => {
      expect((await server.client.ask('GET', path)).status).toBe(200);
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        expect([method, (await server.client.ask(method, path)).status]).toEqual([method, 405]);
      }
    },
  );
  it.each([
    ['/version', 'application/json'],
    ['/.well-known/openid-configuration', 'application/json'],
    ['/openid/v1/jwks', 'application/jwk-set+json'],
  ])('%s comes as %s alone', async (path, type) => {
    expect((await server.client.get(path, {}, { accept: `text/html, ${type};q=0.1` })).status).toBe(200);
    const { status, text } = await server.client.get(path, {}, { accept: 'text/html' });
    const message = `406: Not Acceptable\n\nAvailable representations: ${type}`;
    expect([status, JSON.parse(text)]).toMatchObject([406, { message }]);
  });
  it('of a health check says ok, and nothing behind a slash alone', async () => {
    const { status, text, headers } = await server.client.get('/readyz/ping');
    expect([status, text, headers['x-content-type-options']]).toEqual([200, 'ok', undefined]);
    expect((await server.client.get('/readyz/')).status).toBe(404);
  });
  it.each([
    ['/livez', 'ping log etcd poststarthook/rbac/bootstrap-roles', 'shutdown etcd-readiness nope'],
    ['/healthz', 'ping log etcd poststarthook/rbac/bootstrap-roles', 'shutdown informer-sync nope'],
    ['/readyz', 'ping log etcd etcd-readiness informer-sync poststarthook/bootstrap-controller shutdown', 'nope'],
  ])('%s tells of single checks under the names of the real server', async (path, names, others) => {
    for (const name of names.split(' ')) expect((await server.client.get(`${path}/${name}`)).text).toBe('ok');
    for (const name of others.split(' ')) expect((await server.client.get(`${path}/${name}`)).status).toBe(404);
    const { text } = await server.client.get(path, { verbose: true, exclude: 'etcd' });
    expect(text).toMatch(/^\[\+\]ping ok\n\[\+\]log ok\n\[\+\]etcd excluded: ok\n/);
  });
});

describe('how long a client wants to wait', () => {
  const told = 'invalid timeout specified in the request URL - time: ';
  it.each([
    ['bogus', 'invalid duration "bogus"'],
    ['5', 'missing unit in duration "5"'],
    ['1h5x', 'unknown unit "x" in duration "1h5x"'],
    ['.s', 'invalid duration ".s"'],
    ['9999999h', 'invalid duration "9999999h"'],
  ])('is refused as %s on every path', async (timeout, message) => {
    for (const path of ['/healthz', '/nothing', configMaps, '/apis/apps'])
      expect((await server.client.get(path, { timeout })).body).toMatchObject({ code: 400, message: told + message });
  });
  it('is taken in all of its forms, and means nothing to a watch', async () => {
    for (const timeout of ['1h30m', '-1.5s', '0', '+.5h', '3µs', ''])
      expect((await server.client.get(configMaps, { timeout })).status).toBe(200);
    const watch = await server.client.open('GET', configMaps, { query: { watch: true, timeout: 'bogus' } });
    expect(watch.statusCode).toBe(200);
    watch.destroy();
  });
  it('ends a request that takes longer', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    const waiting = server.client.open('POST', configMaps, { query: { timeout: '5s' }, headers, body: '{' });
    const response = await server.clock.advanceUntil(waiting);
    expect(response.statusCode).toBe(504);
    response.destroy();
  });
});

describe('discovery', () => {
  it.each(['/api', '/api/v1', '/apis/apps/v1', '/apis/apps//'])('refuses other methods first at %s', async (path) => {
    const answer = await server.client.ask('POST', path, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.body.reason]).toEqual([405, 'MethodNotAllowed']);
  });
  it('is indented for people', async () => {
    for (const path of ['/api', '/apis', '/apis/apps', '/apis/apps/v1']) {
      expect((await server.client.get(path, { pretty: true })).text).toMatch(/^\{\n {2}"kind"/);
      expect((await server.client.get(path, {}, { 'user-agent': 'Mozilla/5.0' })).text).toMatch(/^\{\n {2}"kind"/);
      expect((await server.client.get(path)).text).toMatch(/^\{"kind"/);
    }
  });
  it('passes over parameters of media types that are empty', async () => {
    for (const path of ['/apis/apps/v1', '/apis', configMaps])
      expect((await server.client.get(path, {}, { accept: 'application/json;as=;g=;v=' })).status).toBe(200);
  });
  it('is told at /index.html too', async () => {
    expect((await server.client.get('/index.html')).text).toBe((await server.client.get('/')).text);
  });
  it.each(['/version/x', '/openid/v1/jwks/x/y', '/.well-known/openid-configuration/x'])(
    'has nothing at %s, and says so with a Status',
    async (path) => {
      const message = 'the server could not find the requested resource';
      expect((await server.client.get(path)).body).toMatchObject({ kind: 'Status', code: 404, message });
    },
  );
});

describe('an error', () => {
  const missing = `${configMaps}/none`;
  it.each(['text/html', 'application/json;as=Table;v=v1;g=meta.k8s.io', 'APPLICATION/JSON'])(
    'for %s is JSON to read',
    async (accept) => {
      const { headers, text } = await server.client.get(accept === 'text/html' ? '/api' : missing, {}, { accept });
      expect([headers['content-type'], text.startsWith('{\n  "kind": "Status"')]).toEqual(['application/json', true]);
    },
  );
  it('is indented for people', async () => {
    expect((await server.client.get(missing, {}, { 'user-agent': 'curl/8' })).text).toContain('\n  "kind"');
    expect((await server.client.get(missing, { pretty: true })).text).toContain('\n  "kind"');
    expect((await server.client.get(missing)).text).not.toContain('\n ');
  });
  it('of a watch as a stream of YAML is JSON', async () => {
    for (const path of [configMaps, things]) {
      const { status, headers } = await server.client.get(
        path,
        { watch: true },
        { accept: 'application/yaml;stream=watch' },
      );
      expect([status, headers['content-type']]).toEqual([406, 'application/json']);
    }
  });
  it('tells who lists that there are streams', async () => {
    const { body } = await server.client.get(configMaps, {}, { accept: 'text/html' });
    expect(body.message).toMatch(/application\/json;stream=watch, application\/vnd.kubernetes.protobuf;stream=watch$/);
  });
});

describe('what is gone', () => {
  it.each([`${configMaps}/a`, `${configMaps}/none`, `${things}/a`, `${things}/a/status`])(
    'is refused: export of %s',
    async (path) => {
      for (const query of ['export=true', 'export', 'export=x']) {
        const { status, body } = await server.client.get(`${path}?${query}`);
        expect([status, body.message]).toEqual([
          400,
          'the export parameter, deprecated since v1.14, is no longer supported',
        ]);
      }
      expect((await server.client.get(`${path}?export=false`)).status).toBe(path.endsWith('none') ? 404 : 200);
    },
  );
  it('old paths of watches take the options of lists', async () => {
    const old = '/api/v1/watch/namespaces/default/configmaps';
    expect((await server.client.get(old, { sendInitialEvents: true })).body.message).toContain('forbidden for list');
    const watch = await server.client.watch(`${old}/a?continue=x&limit=1`, { watch: false });
    expect((await watch.next())?.object.metadata.name).toBe('a');
    watch.close();
    expect((await server.client.get(`${old}/a`, { fieldSelector: 'metadata.name=b' })).body.message).toBe(
      "fieldSelector metadata.name doesn't match requested name",
    );
    expect((await server.client.get('/api/v1/watch/namespaces/default/pods/a/log')).status).toBe(404);
  });
});

describe('a name in a path', () => {
  it.each([`${configMaps}/..`, `${configMaps}/%2e%2e`, `${things}/%2e`, `${configMaps}/a%25b`])(
    'that leads elsewhere is refused: %s',
    async (path) => {
      const { hostname, port } = new URL(server.url);
      // As it is: a URL would be tidied up.
      const asked = (method: string): Promise<[number, string]> =>
        new Promise((resolve, reject) => {
          const headers = { authorization: `Bearer ${server.token}` };
          request({ hostname, port, path, method, headers, ca: server.ca }, (response) => {
            let text = '';
            response.on('data', (part) => (text += part));
            response.on('end', () => resolve([response.statusCode ?? 0, JSON.parse(text).message]));
          })
            .on('error', reject)
            .end();
        });
      for (const method of ['GET', 'DELETE']) {
        expect(await asked(method)).toEqual([400, expect.stringMatching(/^Name parameter invalid: ".*": may not /)]);
      }
    },
  );
  it('that cannot be read is refused', async () => {
    expect(await server.client.get(`${configMaps}/%zz`)).toMatchObject({ status: 400, text: '400 Bad Request' });
  });
});

describe('custom resources', () => {
  it('are behind no door that knows bare media types only', async () => {
    expect((await server.client.get(things, {}, { accept: 'application/*' })).status).toBe(200);
    expect((await server.client.get(things, {}, { accept: 'text/html' })).body.message).toBe(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
  });
});

describe('an empty name in a path', () => {
  const asked = async (method: string, path: string) => {
    const { status, body } = await server.client.ask(method, path, method === 'GET' ? {} : { body: {} });
    return [status, body?.kind === 'Status' ? body.message : body?.kind];
  };
  it.each([
    ['/api/v1/namespaces//configmaps', 'ConfigMapList'],
    [`${configMaps}//`, 'ConfigMapList'],
    [`${configMaps}/a//`, 'ConfigMap'],
    ['/apis/paths.example.com/v1/namespaces//things', 'ThingList'],
    [`${things}//`, 'ThingList'],
    [`${things}/a//status`, 'Thing'],
    ['/api/v1//', 'APIResourceList'],
  ])('is all of them, or nothing, to who reads: %s', async (path, kind) => {
    expect(await asked('GET', path)).toEqual([200, kind]);
  });
  it.each([
    ['GET', '/api/v1/namespaces//configmaps/a', 'Namespace parameter required.'],
    ['DELETE', '/api/v1/namespaces//configmaps/a', 'Namespace parameter required.'],
    ['DELETE', '/api/v1/namespaces//configmaps', 'Namespace parameter required.'],
    ['GET', '/api/v1/namespaces/default/pods//status', 'name must be provided'],
    ['PUT', '/api/v1/nodes//status', 'name must be provided'],
  ])('is none to who wants one: %s %s', async (method, path, message) => {
    expect(await asked(method, path)).toEqual([400, message]);
  });
  it('makes nothing', async () => {
    const made = await server.client.post('/api/v1/namespaces//configmaps', { metadata: { name: 'nowhere' } });
    expect([made.status, made.body.message]).toEqual([
      422,
      'ConfigMap "nowhere" is invalid: metadata.namespace: Required value',
    ]);
    expect((await server.client.delete('/apis/paths.example.com/v1/namespaces//things')).status).toBe(404);
    expect((await server.client.get(`${things}/a`)).status).toBe(200);
  });
  it.each([
    '/apis/authorization.k8s.io/v1/subjectaccessreviews/a',
    '/apis/authentication.k8s.io/v1/tokenreviews/a',
    '/api/v1/namespaces/default/bindings/a',
  ])('is the only one that something without a name has: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expect((await asked(method, path))[0]).toBe(404);
  });
  it.each(['/apis//v1/configmaps', '/api//v1/configmaps', '/api/v1//configmaps'])(
    'is no group, version or resource: %s',
    async (path) => {
      expect((await server.client.get(path)).status).toBe(404);
    },
  );
});

describe('an old path of a watch', () => {
  it('finds a custom resource by its name in all namespaces', async () => {
    const watch = await server.client.watch('/apis/paths.example.com/v1/watch/things/a', {});
    expect((await watch.next())?.object.metadata.name).toBe('a');
    watch.close();
    expect((await server.client.get('/api/v1/watch/configmaps/a')).status).toBe(404);
  });
  it.each([
    '/apis/authorization.k8s.io/v1/watch/subjectaccessreviews',
    '/api/v1/watch/componentstatuses',
    '/api/v1/watch/namespaces/default/bindings',
  ])('leads nowhere where nothing can be watched: %s', async (path) => {
    expect((await server.client.get(path)).status).toBe(404);
  });
});

describe('what cannot be had', () => {
  const log = '/api/v1/namespaces/default/pods/none/log';
  it.each([
    ['text/html', '406: Not Acceptable'],
    ['text/plain', 'only the following media types'],
    ['application/json;as=Table;v=v1;g=meta.k8s.io', 'only the following media types'],
  ])('of a log is refused before the log is looked for: %s', async (accept, message) => {
    const { status, body } = await server.client.get(log, {}, { accept });
    expect([status, body.message.slice(0, message.length)]).toEqual([406, message]);
    expect((await server.client.get(log, {}, { accept: 'application/json, */*' })).status).toBe(404);
  });
  it('of discovery is a stream of YAML', async () => {
    for (const path of ['/api', '/apis', '/apis/apps/v1']) {
      expect((await server.client.get(path, {}, { accept: 'application/yaml;stream=watch' })).status).toBe(406);
      expect((await server.client.get(path, {}, { accept: 'application/json;stream=watch' })).status).toBe(200);
    }
  });
  it('of a list of custom resources says what it is in the words for all of them', async () => {
    const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
    expect((await server.client.get(things, {}, { accept })).body.message).toContain('*unstructured.UnstructuredList');
  });
});

it.each([
  ['GET', 'log?tailLines=x&stream=All', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['GET', 'log?limitBytes=99999999999999999999', 400, ': value out of range'],
  ['GET', 'log?tailLines=-1', 422, 'PodLogOptions "none" is invalid: tailLines: Invalid value: -1: must be '],
  ['GET', 'log?tailLines=1&tailLines=x', 404, 'pods "none" not found'],
  [
    'POST',
    'portforward?ports=80,81&ports=x',
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid',
  ],
  ['POST', 'portforward?ports=-1', 400, 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ['POST', 'portforward?ports=80,65536', 400, 'strconv.ParseUint: parsing "65536": value out of range'],
])('%s %s is told before that there is no pod', async (method, part, code, message) => {
  const { body } = await server.client.ask(method, `/api/v1/namespaces/default/pods/none/${part}`);
  expect(body.code).toBe(code);
  expect(body.message).toContain(message);
});

describe('what is wrong with a watch or with the deletion of a collection', () => {
  it.each([
    ['sendInitialEvents=', 422, 'sendInitialEvents requires setting'],
    ['resourceVersion=x', 500, 'strconv.ParseUint: parsing "x"'],
    ['fieldSelector=a%3Db', 400, 'field label not supported: a'],
    ['', 406, 'application/json;stream=watch'],
  ])('is told before that its events have no such form: %s', async (query, code, message) => {
    const path = `/api/v1/namespaces?watch=1&timeoutSeconds=1&${query}`;
    const { status, text } = await server.client.get(path, {}, { accept: 'application/yaml' });
    expect(status).toBe(code);
    expect(text).toContain(message);
  });
  it('is told of its options as of those of a watch, if they say so', async () => {
    const { body } = await server.client.ask('DELETE', `${configMaps}?watch=1&resourceVersionMatch=Exact`);
    expect(body.code).toBe(422);
    expect(body.message).toContain('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
  });
});
