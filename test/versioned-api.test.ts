import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scheme } from '#machinery';
import type { KubeObject } from '#meta';
import { houseWith, type RunningServer, resolveOptions, startServer } from '#server';
import { frobberResource, frobbers } from '../examples/changing-an-api/frobbers.ts';
import { normalizeParams } from '../examples/changing-an-api/normalize-params.ts';
import { deploymentResource, deployments } from '../examples/versioned-api/deployments.ts';
import { internal } from '../examples/versioned-api/internal/types.ts';
import { arbitraryObject } from '../src/machinery/testing/arbitrary-object.ts';
import { TestClient } from './support/client.ts';

const note = 'deprecated.deployment.rollback.to';
const group = 'apps.example.com';
const deployment = (version: string, spec: object, metadata: object = {}): KubeObject => ({
  apiVersion: `${group}/${version}`,
  kind: 'Deployment',
  metadata: { name: 'web', ...metadata },
  spec: { template: { metadata: { labels: { app: 'web' } } }, ...spec } as never,
});

describe('the deployments of examples/versioned-api', () => {
  const scheme = new Scheme([deployments]).check();

  it('keep a rollback in an annotation where there is no field for it', () => {
    const old = deployment('v1beta1', { rollbackTo: { revision: 3 } }, { annotations: { keep: 'me' } });
    const stable = deployment('v1', {}, { annotations: { keep: 'me', [note]: '3' } });
    expect(scheme.convertToVersion(old, `${group}/v1`)).toEqual(stable);
    expect(scheme.convertToVersion(stable, `${group}/v1beta1`)).toEqual(old);
  });

  it('leave alone what stands in the annotation and is no number', () => {
    const odd = deployment('v1', {}, { annotations: { [note]: 'yesterday' } });
    const old = scheme.convertToVersion(odd, `${group}/v1beta1`);
    expect(old.spec).not.toHaveProperty('rollbackTo');
    expect(scheme.convertToVersion(old, `${group}/v1`)).toEqual(odd);
  });

  it('lose nothing on the way from the hub to a version and back', () => {
    const codec = scheme.codecOf(deployment('v1beta1', {}));
    const hubs = arbitraryObject(internal.type('Deployment'), codec).map((object) => scheme.toHub(object));
    fc.assert(
      fc.property(hubs, fc.constantFrom('v1', 'v1beta1'), (hub, version) => {
        expect(scheme.toHub(scheme.convertToVersion(hub, `${group}/${version}`))).toEqual(hub);
      }),
    );
  });
});

let running: RunningServer;
let client: TestClient;

beforeAll(async () => {
  const flags = new Map(Object.entries({ ephemeral: 'true', port: '0', 'shutdown-grace': '1s', controllers: '' }));
  const { options } = await resolveOptions({ flags, environment: {} });
  running = await startServer(options, houseWith([deploymentResource, frobberResource]));
  const token = (await readFile(running.tokenPath, 'utf8')).trim();
  const ca = await readFile(join(running.dataDirectory, 'pki', 'ca.crt'), 'utf8');
  client = new TestClient({ url: running.url, token, ca });
});
afterAll(async () => {
  client[Symbol.dispose]();
  await running.stop();
});

describe('a server with kinds of its own', () => {
  const there = (version: string, name = ''): string =>
    `/apis/${group}/${version}/namespaces/default/deployments${name && `/${name}`}`;

  it('serves every version of them, each with its own defaults, from one store', async () => {
    const created = await client.post(there('v1beta1'), deployment('v1beta1', { rollbackTo: { revision: 2 } }));
    expect(created.status).toBe(201);
    expect(created.body.spec).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 2,
      selector: { matchLabels: { app: 'web' } },
      rollbackTo: { revision: 2 },
    });
    const stable = await client.get(there('v1', 'web'));
    expect(stable.body).toMatchObject({ apiVersion: `${group}/v1`, metadata: { annotations: { [note]: '2' } } });
    expect(stable.body.spec).not.toHaveProperty('rollbackTo');
  });

  it('lets a client of one version change what a client of another wrote', async () => {
    const { body } = await client.get(there('v1', 'web'));
    const changed = { ...body, spec: { ...(body.spec as object), replicas: 5 } };
    expect((await client.put(there('v1', 'web'), changed)).status).toBe(200);
    const old = await client.get(there('v1beta1', 'web'));
    expect(old.body).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 5, rollbackTo: { revision: 2 } } });
  });

  it('applies its one set of rules to all versions', async () => {
    const wrong = { rollbackTo: { revision: -1 } };
    const { status, body } = await client.post(there('v1beta1'), deployment('v1beta1', wrong, { name: 'x' }));
    expect(status).toBe(422);
    expect(body.message).toBe(
      'Deployment.apps.example.com "x" is invalid: spec.rollbackTo.revision: Invalid value: -1: must be greater than or equal to 0',
    );
    const bare = await client.post(there('v1'), deployment('v1', {}, { name: 'x' }));
    expect(bare.body.message).toBe('Deployment.apps.example.com "x" is invalid: spec.selector: Required value');
  });

  it('applies on the server, in either version', async () => {
    const selector = { matchLabels: { app: 'web' } };
    const apply = (version: string, spec: object) =>
      client.ask('PATCH', there(version, 'applied'), {
        query: { fieldManager: version },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(deployment(version, { selector, ...spec }, { name: 'applied' })),
      });
    expect((await apply('v1beta1', { rollbackTo: { revision: 7 } })).body.spec).toMatchObject({
      rollbackTo: { revision: 7 },
    });
    const { status, body } = await apply('v1', { paused: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ metadata: { annotations: { [note]: '7' } }, spec: { paused: true } });
    // Who no longer applies it no longer wants it.
    expect((await apply('v1beta1', {})).body.spec).not.toHaveProperty('rollbackTo');
  });

  it('tells of them in discovery and OpenAPI, the stable version first', async () => {
    const { body } = await client.get(`/apis/${group}`);
    expect(body.preferredVersion).toEqual({ groupVersion: `${group}/v1`, version: 'v1' });
    const { body: document } = await client.get(`/openapi/v3/apis/${group}/v1beta1`);
    expect(JSON.stringify(document)).toContain('com.example.apps.v1beta1.RollbackConfig');
  });

  it('serves definitions beside them', async () => {
    const { body } = await client.get('/apis');
    const groups = (body.groups as unknown as { name: string }[]).map(({ name }) => name);
    expect(groups).toEqual(expect.arrayContaining([group, 'apps']));
  });
});

describe('the frobbers of examples/changing-an-api', () => {
  const there = (version: string, name = ''): string =>
    `/apis/frob.example.com/${version}/namespaces/default/frobbers${name && `/${name}`}`;
  const frobber = (version: string, fields: object, name = 'f') => ({
    apiVersion: `frob.example.com/${version}`,
    kind: 'Frobber',
    metadata: { name },
    height: 42,
    ...fields,
  });
  const patch = (body: object) =>
    client.ask('PATCH', there('v6', 'f'), {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    });

  it('take the one param of an old client for all of them', async () => {
    const { body } = await client.post(there('v6'), frobber('v6', { param: 'super' }));
    expect(body).toMatchObject({ width: 1, param: 'super', params: ['super'] });
    expect((await client.get(there('v7beta1', 'f'))).body).toMatchObject({ params: ['super'], width: 1 });
  });

  it('keep what a new client wrote when an old one writes back what it knows', async () => {
    const newer = frobber('v7beta1', { params: ['super', 'duper'], width: 3 });
    expect((await client.put(there('v7beta1', 'f'), newer)).body.params).toEqual(['super', 'duper']);
    const older = frobber('v6', { param: 'super', height: 3, width: 42 });
    const { body } = await client.put(there('v6', 'f'), older);
    expect(body).toMatchObject({ height: 3, param: 'super', params: ['super', 'duper'] });
  });

  it('follow an old client that changes the one param, or clears it', async () => {
    expect((await patch({ param: 'other' })).body.params).toEqual(['other']);
    const { body } = await patch({ param: '' });
    expect(body).not.toHaveProperty('params');
    expect((await client.get(there('v7beta1', 'f'))).body).not.toHaveProperty('params');
  });

  it('are selected by a field of the hub in every version, also in one that lacks it', async () => {
    for (const param of ['one', 'two']) await client.post(there('v6'), frobber('v6', { param }, param));
    for (const version of ['v6', 'v7beta1']) {
      const { status, body } = await client.get(there(version), { fieldSelector: 'param=two' });
      expect([status, body.items.map((item) => item.metadata.name)]).toEqual([200, ['two']]);
    }
  });

  it('show the plural of what was stored before it was there, and let old clients change it', () => {
    const scheme = new Scheme([frobbers]);
    const stored = frobber('v6', { param: 'super' });
    expect(scheme.convertToVersion(stored, 'frob.example.com/v7beta1').params).toEqual(['super']);
    expect(scheme.convertToVersion(scheme.toHub(stored), 'frob.example.com/v6').params).toEqual(['super']);
    const patched = { ...stored, param: 'other', params: ['super'] };
    normalizeParams(patched, stored);
    expect(patched.params).toEqual(['other']);
  });

  it('refuse params of which the first is another than the one', async () => {
    const both = await client.post(there('v6'), frobber('v6', { param: 'a', params: ['b'] }, 'g'));
    expect(both.body.message).toBe(
      'Frobber.frob.example.com "g" is invalid: params[0]: Invalid value: "b": must be the same as param, which is "a"',
    );
    const plural = await client.post(there('v6'), frobber('v6', { params: ['b'] }, 'g'));
    expect(plural.status).toBe(422);
  });
});

describe('the guide to versioned APIs', async () => {
  const root = new URL('../', import.meta.url);
  const guide = await readFile(new URL('docs/guide/versioned-apis.md', root), 'utf8');
  const snippets = [...guide.matchAll(/```ts\n\/\/ (examples\/\S+)\n([\s\S]*?)```/g)].map(([, file, code]) => ({
    file,
    code,
  }));

  it.each(snippets)('shows code of $file as it is', async ({ file = '', code = '' }) => {
    expect(await readFile(new URL(file, root), 'utf8')).toContain(code);
  });
});

describe('large requests to a server with kinds of its own', () => {
  const huge = { 'a.example.com/huge': 'x'.repeat(100_000) };
  const threads = async (): Promise<string | undefined> =>
    /^pinnace_request_threads (\d+)$/m.exec((await client.get('/metrics')).text)?.[1];

  it('are served by the main thread if they are about them, and else by others', async () => {
    const own = deployment('v1beta1', {}, { name: 'huge', annotations: huge });
    const made = await client.post(`/apis/${group}/v1beta1/namespaces/default/deployments`, own);
    expect([made.status, await threads()]).toEqual([201, '0']);
    const other = await client.post('/api/v1/namespaces/default/configmaps', {
      metadata: { name: 'huge', annotations: huge },
    });
    expect([other.status, await threads()]).toEqual([201, '1']);
  });
});
