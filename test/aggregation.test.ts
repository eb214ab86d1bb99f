import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AggregatedServer, type Answer } from './support/aggregated-server.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const flunders = {
  name: 'flunders',
  singularName: 'flunder',
  namespaced: true,
  kind: 'Flunder',
  verbs: ['get', 'list', 'delete'],
};
const discovery = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'wardle.example.com/v1',
  resources: [flunders],
};

let backend: AggregatedServer;
let server: TestServer;
beforeAll(async () => {
  backend = await AggregatedServer.start();
  server = await startTestServer({
    'service-resolver': `default/api=127.0.0.1:${backend.port}`,
    controllers: 'namespace',
  });
  backend.json('/apis/wardle.example.com/v1', discovery);
  await backend.register(server.client, 'v1.wardle.example.com');
  await server.running.settle();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await backend[Symbol.asyncDispose]();
});

async function condition(name: string) {
  const { body } = await server.client.get(`${services}/${name}`);
  const { conditions = [] } = body.status as { conditions?: Record<'status' | 'reason' | 'message', string>[] };
  const [{ status, reason, message } = { status: '', reason: '', message: '' }] = conditions;
  return { status, reason, message };
}

interface DiscoveredGroup {
  readonly metadata: { readonly name: string };
  readonly versions: readonly { readonly version: string; readonly freshness: string }[];
}

/** The group in the aggregated document. */
async function discovered(): Promise<DiscoveredGroup | undefined> {
  const { items } = (await server.client.get('/apis', {}, { accept: AGGREGATED })).body;
  return (items as unknown as DiscoveredGroup[]).find(({ metadata }) => metadata.name === 'wardle.example.com');
}

describe('a version of a group that another server serves', () => {
  it('is available when that server answers', async () => {
    expect(await condition('v1.wardle.example.com')).toEqual({
      status: 'True',
      reason: 'Passed',
      message: 'all checks passed',
    });
  });

  it('is asked there, by this server, on behalf of the user', async () => {
    backend.json('/apis/wardle.example.com/v1/namespaces/a b/flunders/x', { kind: 'Flunder' });
    backend.answers.set('/apis/wardle.example.com/v1/namespaces/default/flunders', (_, response) => {
      response.writeHead(201, {
        'content-type': 'application/json',
        'x-own': 'yes',
        connection: 'x-hop',
        'x-hop': '1',
      });
      response.end('{"kind":"Flunder"}');
    });
    const { status, body, headers } = await server.client.ask(
      'POST',
      '/apis/wardle.example.com/v1/namespaces/default/flunders',
      {
        body: { kind: 'Flunder' },
        query: { b: '2', a: '1' },
        headers: { 'x-remote-user': 'liar', 'x-remote-extra-a': 'b', 'audit-id': 'asked-once' },
      },
    );
    expect([status, body, headers['x-own'], headers['x-hop']]).toEqual([201, { kind: 'Flunder' }, 'yes', undefined]);
    expect(backend.received.at(-1)).toMatchObject({
      method: 'POST',
      url: '/apis/wardle.example.com/v1/namespaces/default/flunders?a=1&b=2',
      peer: 'front-proxy-client',
      body: '{"kind":"Flunder"}',
      headers: {
        'x-remote-user': 'admin',
        'x-remote-group': 'system:masters, system:authenticated',
        'audit-id': 'asked-once',
      },
    });
    const { authorization, 'x-remote-extra-a': extra } = backend.received.at(-1)?.headers ?? {};
    expect([authorization, extra]).toEqual([undefined, undefined]);
  });

  it('is not asked for who may not', async () => {
    const before = backend.received.length;
    const { status } = await server.client.get('/apis/wardle.example.com/v1/flunders', {}, { authorization: '' });
    expect([status, backend.received.length]).toEqual([403, before]);
  });

  it('may stream', async () => {
    backend.answers.set('/apis/wardle.example.com/v1/flunders', (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.write('{"type":"ADDED","object":{"metadata":{"name":"one"}}}\n');
    });
    const watch = await server.client.watch('/apis/wardle.example.com/v1/flunders');
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'one' } } });
    watch.close();
  });

  it('stands in all documents', async () => {
    const { client } = server;
    const groups = (await client.get('/apis')).body.groups as unknown as { name: string }[];
    expect(groups.map(({ name }) => name).slice(-1)).toEqual(['wardle.example.com']);
    expect((await client.get('/apis/wardle.example.com')).body).toMatchObject({
      kind: 'APIGroup',
      preferredVersion: { groupVersion: 'wardle.example.com/v1', version: 'v1' },
    });
    expect((await client.get('/apis/wardle.example.com/v1')).body).toEqual(discovery);
    expect(await discovered()).toEqual({
      metadata: { name: 'wardle.example.com' },
      versions: [
        {
          version: 'v1',
          resources: [
            {
              resource: 'flunders',
              responseKind: { group: '', version: '', kind: 'Flunder' },
              scope: 'Namespaced',
              singularResource: 'flunder',
              verbs: ['get', 'list', 'delete'],
            },
          ],
          freshness: 'Current',
        },
      ],
    });
  });

  it('may not send clients elsewhere', async () => {
    backend.answers.set('/apis/wardle.example.com/v1/flunders/away', (_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example.com/' }).end();
    });
    const { status, text } = await server.client.get('/apis/wardle.example.com/v1/flunders/away');
    expect([status, text]).toEqual([502, 'the backend attempted to redirect this request, which is not permitted']);
  });

  it('is 503 while it is not available, as are no others', async () => {
    const { client, running } = server;
    await backend.register(client, 'v2.wardle.example.com');
    await running.settle();
    expect(await condition('v2.wardle.example.com')).toEqual({
      status: 'False',
      reason: 'FailedDiscoveryCheck',
      message: `failing or missing response from https://127.0.0.1:${backend.port}/apis/wardle.example.com/v2: bad status from https://127.0.0.1:${backend.port}/apis/wardle.example.com/v2: 404`,
    });
    const { status, text } = await client.get('/apis/wardle.example.com/v2/flunders');
    expect([status, text]).toEqual([503, 'service unavailable\n']);
    expect((await client.get('/apis/wardle.example.com/v1')).status).toBe(200);
    expect((await discovered())?.versions.map(({ version, freshness }) => [version, freshness])).toEqual([
      ['v2', 'Stale'],
      ['v1', 'Current'],
    ]);
  });
});

describe('a server that means harm', () => {
  it('hurts nobody with documents that never end or mean nothing', async () => {
    const { client, running } = server;
    const endless: Answer = (_, response) => {
      response.setHeader('content-type', AGGREGATED);
      const chunk = Buffer.alloc(256 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    backend.answers.set('/apis', endless);
    backend.json('/openapi/v3', {
      paths: { 'apis/apps/v1': { serverRelativeURL: '/x' }, 'apis/wardle.example.com/v3': 1 },
    });
    backend.json('/apis/wardle.example.com/v3', { resources: 7 });
    await backend.register(client, 'v3.wardle.example.com');
    await running.settle();
    expect(await condition('v3.wardle.example.com')).toMatchObject({ status: 'True', reason: 'Passed' });
    const found = (await discovered())?.versions.find(({ version }) => version === 'v3');
    expect(found).toEqual({ version: 'v3', freshness: 'Stale' });
    const paths = (await client.get('/openapi/v3')).body.paths as unknown as Record<
      string,
      { serverRelativeURL: string }
    >;
    expect(paths['apis/apps/v1']?.serverRelativeURL).toMatch(/hash=/);
    expect((await client.get('/openapi/v2')).status).toBe(200);
    expect((await client.get('/apis/apps/v1')).status).toBe(200);
    for (const path of ['/apis', '/openapi/v3']) backend.answers.delete(path);
    await client.delete(`${services}/v3.wardle.example.com`);
  });
});

describe('the end of a namespace', () => {
  const namespace = (name: string) => server.client.get(`/api/v1/namespaces/${name}`);
  const failure = async (name: string) => {
    const { conditions = [] } = ((await namespace(name)).body.status ?? {}) as {
      conditions?: { type: string; status: string; message: string }[];
    };
    return conditions.find(({ type, status }) => type === 'NamespaceDeletionDiscoveryFailure' && status === 'True');
  };

  it('waits for servers that nobody can ask what they keep there, and empties what the others keep', async () => {
    const { client, running } = server;
    const at = '/apis/wardle.example.com/v1/namespaces/leaving/flunders';
    let items: object[] = [{ metadata: { name: 'one' } }];
    backend.answers.set(at, (_, response) => void response.end(JSON.stringify({ items })));
    backend.answers.set(`${at}/one`, (asked, response) => {
      if (asked.method === 'DELETE') items = [];
      response.end('{}');
    });
    await client.post('/api/v1/namespaces', { metadata: { name: 'leaving' } });
    await client.delete('/api/v1/namespaces/leaving');
    await running.settle();
    const version = 'wardle.example.com/v2';
    expect((await failure('leaving'))?.message).toBe(
      `Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: ${version}: stale GroupVersion discovery: ${version}`,
    );
    expect(items).toEqual([]);
    await client.delete(`${services}/v2.wardle.example.com`);
    await expect.poll(async () => (await namespace('leaving')).status, { timeout: 10_000 }).toBe(404);
  });
});
