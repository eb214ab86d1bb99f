import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '#cli';
import { parseYaml } from '#machinery';
import { runCommand } from './support/command.ts';
import { define, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

const example = join(import.meta.dirname, '../examples/conversion-policy');
const read = (name: string) =>
  parseYaml(readFileSync(join(example, name)), { duplicates: false }).value as unknown as Wire;
const policiesPath = '/apis/conversion.pinnace.dev/v1/conversionpolicies';
const base = '/apis/stable.example.com';
const at = (version: string, name = '') =>
  `${base}/${version}/namespaces/default/crontabs${name === '' ? '' : `/${name}`}`;
const merge = { 'content-type': 'application/merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

async function conditionsOf(name: string, type: string, reason: string): Promise<Wire> {
  return until(async () => {
    const { status } = (await server.client.get(`${policiesPath}/${name}`)).body as {
      status?: { conditions?: Wire[] };
    };
    return status?.conditions?.find((condition) => condition.type === type && condition.reason === reason);
  }, `${type} ${reason} of ${name}`);
}

describe('a ConversionPolicy', () => {
  it('is nothing that a server knows by itself', async () => {
    expect((await server.client.get('/apis/conversion.pinnace.dev')).status).toBe(404);
    expect(JSON.stringify((await server.client.get('/apis')).body)).not.toContain('pinnace');
  });
  it('can be written after pinnace conversion install', async () => {
    const write = () => true;
    const terminal = { environment: {}, stdout: { isTTY: false, write }, stderr: { isTTY: false, write } };
    const args = ['conversion', 'install', '--kubeconfig', server.running.kubeconfigPath];
    const code = await runCommandLine(args, terminal);
    expect(code).toBe(0);
    await define(server.client, read('crontabs.yaml'));
    good(await server.client.post(at('v1beta1'), read('crontab.yaml')), 201);
    // Without a policy nothing is converted.
    expect(good(await server.client.get(at('v1', 'nightly'))).spec).toEqual({ mode: 'Fast' });
    await until(async () => ((await server.client.get(policiesPath)).status === 200 ? true : undefined), 'the kind');
    good(await server.client.post(policiesPath, read('policy.yaml')), 201);
    expect(await conditionsOf('crontabs', 'Active', 'Converting')).toMatchObject({ status: 'True' });
    expect(await conditionsOf('crontabs', 'RoundTrips', 'NothingLost')).toMatchObject({ status: 'True' });
  });
  it('converts what is read, listed and watched', async () => {
    const spec = {
      ...{ schedule: '0 3 * * *', host: 'example.com', port: '2345', params: ['verbose'], scale: { replicas: 2 } },
      ...{ timeout: '1m30s', mode: 'fast', owner: 'night-shift' },
    };
    expect(good(await server.client.get(at('v1', 'nightly'))).spec).toEqual(spec);
    expect((good(await server.client.get(at('v1'))).items as Wire[])[0]?.spec).toEqual(spec);
    const { resourceVersion } = good(await server.client.get(at('v1'))).metadata;
    const watch = await server.client.watch(at('v1'), { resourceVersion });
    good(await server.client.ask('PATCH', at('v1beta1', 'nightly'), { body: { spec: { copies: 3 } }, headers: merge }));
    const [event] = await watch.take(1);
    expect((event as { object: Wire }).object.spec).toMatchObject({ scale: { replicas: 3 } });
  });
  it('tells what an object that is sent would be in the other versions, and stores nothing', async () => {
    const path = '/pinnace/conversions/crontabs.stable.example.com';
    const object = good(await server.client.get(at('v1beta1', 'nightly')));
    const body = { ...object, spec: { ...(object.spec as object), copies: 7 } };
    const { versions } = good(await server.client.post(path, body)) as never as {
      versions: Record<string, { object: Wire }>;
    };
    expect(versions.v1?.object).toMatchObject({
      apiVersion: 'stable.example.com/v1',
      spec: { scale: { replicas: 7 } },
    });
    expect(versions.v1beta1?.object.spec).toEqual(body.spec);
    expect(good(await server.client.get(at('v1beta1', 'nightly'))).spec).toEqual(object.spec);
    expect((await server.client.post(path, { apiVersion: 'v1', kind: 'Pod', metadata: {} })).status).toBe(400);
    expect((await server.client.post('/pinnace/conversions/nothing.example.com', body)).status).toBe(404);
    expect((await server.client.get(path)).status).toBe(405);
  });
  it('tells who changed a field in another version than it was written in', async () => {
    const name = 'shared';
    const body = { ...read('crontab.yaml'), metadata: { name } };
    good(await server.client.post(`${at('v1beta1')}?fieldManager=first`, body), 201);
    const query = { fieldManager: 'second' };
    const headers = merge;
    good(await server.client.ask('PATCH', at('v1', name), { body: { spec: { mode: 'slow' } }, query, headers }));
    const { metadata } = good(await server.client.get(at('v1', name))) as never as {
      metadata: { managedFields: { manager: string; fieldsV1: object }[] };
    };
    const owned = metadata.managedFields.map((entry) => [
      entry.manager,
      JSON.stringify(entry.fieldsV1).includes('f:mode'),
    ]);
    expect(Object.fromEntries(owned)).toEqual({ first: false, second: true });
    good(await server.client.delete(at('v1', name)));
  });
  it('keeps what the stored version cannot say, and gives way to later changes', async () => {
    const body = { spec: { notes: 'mind the gap', params: ['verbose', 'slow'] } };
    good(await server.client.ask('PATCH', at('v1', 'nightly'), { body, headers: merge }));
    expect(good(await server.client.get(at('v1', 'nightly'))).spec).toMatchObject(body.spec);
    expect(good(await server.client.get(at('v1beta1', 'nightly'))).spec).toMatchObject({ param: 'verbose' });
    const changed = { spec: { param: 'quiet' } };
    good(await server.client.ask('PATCH', at('v1beta1', 'nightly'), { body: changed, headers: merge }));
    expect(good(await server.client.get(at('v1', 'nightly'))).spec).toMatchObject({
      notes: 'mind the gap',
      params: ['quiet'],
    });
  });
  it('lets apply own fields across versions', async () => {
    const config = (version: string, spec: object) => ({
      apiVersion: `stable.example.com/${version}`,
      kind: 'CronTab',
      metadata: { name: 'applied' },
      spec,
    });
    const put = (version: string, spec: object, fieldManager: string) =>
      server.client.ask('PATCH', at(version, 'applied'), {
        body: config(version, spec),
        query: { fieldManager },
        headers: apply,
      });
    good(await put('v1', { schedule: '1 1 * * *', host: 'a', port: '80' }, 'one'), 201);
    expect((await put('v1beta1', { cronSpec: '2 2 * * *' }, 'two')).status).toBe(409);
    good(await put('v1beta1', { copies: 4 }, 'two'));
    good(await put('v1', { schedule: '3 3 * * *', host: 'a', port: '81' }, 'one'));
    expect(good(await server.client.get(at('v1beta1', 'applied'))).spec).toEqual({
      cronSpec: '3 3 * * *',
      hostPort: 'a:81',
      copies: 4,
    });
  });
  it('tells of an object that cannot be converted', async () => {
    const object = {
      apiVersion: 'stable.example.com/v1',
      kind: 'CronTab',
      metadata: { name: 'odd' },
      spec: { timeout: 'soon' },
    };
    const { status, body } = await server.client.post(at('v1'), object);
    expect(status).toBe(500);
    expect(body.message).toContain(
      'conversion policy crontabs for stable.example.com/v1, Kind=CronTab failed: spec.timeout: "soon" is no duration',
    );
  });
  it('gives way to an older one, and says what it forgets', async () => {
    const { spec } = read('policy.yaml') as unknown as { spec: { conversions: { rules: object[] }[] } };
    const rules = spec.conversions[0]?.rules.slice(1, -1);
    const second = {
      ...read('policy.yaml'),
      metadata: { name: 'another' },
      spec: { ...spec, conversions: [{ ...spec.conversions[0], rules }] },
    };
    // A creation is told to the second.
    server.clock.advance(2000);
    good(await server.client.post(policiesPath, second), 201);
    const object = join(example, 'crontab.yaml');
    const shown = await runCommand(server, ['convert', '-f', object, '--to', 'v1', '-o', 'json']);
    expect(JSON.parse(shown.out).spec).toMatchObject({ schedule: '0 3 * * *', owner: 'night-shift' });
    expect((await conditionsOf('another', 'Active', 'Shadowed')).message).toContain('the older policy crontabs');
    expect((await conditionsOf('another', 'Whole', 'NotCovered')).message).toContain(
      'spec.notes of v1: v1beta1 has no such field',
    );
    good(await server.client.delete(`${policiesPath}/crontabs`));
    expect(await conditionsOf('another', 'Active', 'NotWhole')).toMatchObject({ status: 'False' });
    // It converts as before.
    expect(good(await server.client.get(at('v1', 'nightly'))).spec).toEqual({ mode: 'Fast' });
  });
  it('is refused where a webhook converts', async () => {
    const conversion = {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/' } },
    };
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/crontabs.stable.example.com';
    good(await server.client.ask('PATCH', path, { body: { spec: { conversion } }, headers: merge }));
    expect((await conditionsOf('another', 'Active', 'WebhookConverts')).message).toContain('converts by a webhook');
  });
});
